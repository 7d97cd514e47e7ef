"""The XIAN adapter: `given` becomes a request, `expect` is read off events, previews and derived values. No rules."""

from collections.abc import Callable, Mapping

from tests.golden import xian_attacks as attacks
from tests.golden import xian_stances as stances
from tests.golden import xian_tables as tables
from tests.golden.cases import Case
from tests.golden.script import Played
from tests.golden.xian_scene import noted

PLAYED: Mapping[str, Callable[[Case], Played]] = {
    "difficulty": tables.difficulty_of,
    "defence_difficulty": tables.defence_difficulty,
    "distance_table": tables.distance_table,
    "sight_table": tables.sight_table,
    "movement_table": tables.movement_table,
    "reach_table": tables.reach_table,
    "check": tables.one_check,
    "check_table": tables.check_table,
    "chance_table": tables.chance_table,
    "opposed_table": tables.opposed_table,
    "attack": attacks.attack,
    "count_table": attacks.count_table,
    "damage": attacks.one_damage,
    "apply_trauma_table": attacks.apply_trauma_table,
    "pain_check": tables.pain_check,
    "turn_order": attacks.turn_order,
    "blitz": attacks.blitz,
    "exchange": attacks.exchange,
    "multi_target": tables.multi_target,
    "two_weapon_table": stances.two_weapon_table,
    "two_weapon_plan": stances.two_weapon_plan,
    "stance_table": stances.stance_table,
    "stance_sequence": stances.stance_sequence,
    "cover_table": stances.cover_table,
    "zone_legality": stances.zone_legality,
    "sheet": tables.sheet,
    "aw_table": tables.aw_table,
    "verfassung_table": tables.verfassung_table,
    "defences_offered": stances.defences_offered,
}
ACTIONS = {name: noted(play) for name, play in PLAYED.items()}
