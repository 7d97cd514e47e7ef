"""Statements without numbers that hold of every hit."""

from hypothesis import given
from hypothesis import strategies as st

from combat.core.body import whole
from combat.core.event import Happened, changes_in
from combat.core.fight import Fight, apply
from combat.core.intent import Intent, Part
from combat.core.procedure import Scripted, run
from combat.core.sheet import Item, Sheet
from combat.registry import ruleset
from tests.rulesets.chaos.build import FEW, ZONES, armour, duel, sheet, weapon

CHAOS = ruleset("chaos")
points = st.integers(0, 8)
protections = st.tuples(points, points, points)
wear = st.dictionaries(st.sampled_from(ZONES), st.integers(0, 9))
weapons = st.builds(
    weapon,
    damage=st.sampled_from(["1W10", "2W10+4", "1W6-3"]),
    damage_type=st.sampled_from(["kinetic", "explosive", "energy", "chemical", "radioactive"]),
    penetration=st.integers(0, 9),
    traits=st.dictionaries(st.sampled_from(["primitive", "stun", "warp", "heat_ray", "energy_field"]), st.just(1)),
)
# Enough for three hits by any of the weapons, and a resistance test at the end.
faces = st.lists(st.integers(1, 6), min_size=12, max_size=12)


def struck(item: Item, target: Sheet, zone: str, rolls: list[int], hits: int = 3) -> tuple[Fight, Fight, int]:
    """The fight before and after hits in one zone, and the hit points that they cost."""
    part = Part(form="hit", item="item:1", targets=("character:2",), parameters={"hits": hits, "called_zone": zone})
    fight = duel(sheet(item), target, distance=30)
    events = run(CHAOS.perform(fight, Intent(actor="character:1", parts=(part,))), Scripted(rolls)).events
    lost = 0
    for event in events:
        if isinstance(event, Happened) and event.term == "hit":
            assert isinstance(event.data["lost"], int)
            bill = event.data["steps"]
            assert isinstance(bill, list)
            assert event.data["lost"] == sum(whole(each["amount"]) for each in bill if isinstance(each, dict)), (
                "adds up"
            )
            lost += event.data["lost"]
    return fight, apply(fight, changes_in(events)), lost


def hit_points(fight: Fight) -> int:
    found = fight.combatants["character:2"].sheet.value("pools.hit_points")
    return found if isinstance(found, int) else 15


def notches(fight: Fight) -> dict[str, int]:
    found = fight.combatants["character:2"].sheet.item("item:2")
    assert found is not None
    return {key: zone.damage_points for key, zone in found.zones.items()}


@FEW
@given(weapons, protections, points, st.integers(0, 2), wear, st.sampled_from(ZONES), faces)
def test_more_armour_never_means_more_damage(
    item: Item,
    protection: tuple[int, int, int],
    more: int,
    kind: int,
    worn: dict[str, int],
    zone: str,
    rolls: list[int],
) -> None:
    better = [*protection]
    better[kind] += more
    suits = (armour(protection=protection, damage_points=worn), armour(protection=(*better,), damage_points=worn))  # type: ignore[arg-type]  # three points, as before
    less, most = (struck(item, sheet(suit), zone, rolls)[2] for suit in reversed(suits))
    assert less <= most


@FEW
@given(weapons, protections, wear, st.sampled_from(ZONES), faces, st.integers(-15, 15))
def test_no_hit_raises_hit_points_and_every_costly_one_leaves_one_damage_point(
    item: Item, protection: tuple[int, int, int], worn: dict[str, int], zone: str, rolls: list[int], before: int
) -> None:
    target = sheet(armour(protection=protection, damage_points=worn), pools={"hit_points": before})
    fight, after, lost = struck(item, target, zone, rolls, hits=1)
    assert hit_points(after) == hit_points(fight) - lost
    assert lost >= 0
    expected = notches(fight)
    expected[zone] += 1 if lost else 0
    assert notches(after) == expected


@FEW
@given(weapons, protections, wear, st.sampled_from(ZONES), faces)
def test_armour_points_stay_between_nothing_and_their_base(
    item: Item, protection: tuple[int, int, int], worn: dict[str, int], zone: str, rolls: list[int]
) -> None:
    _, after, _ = struck(item, sheet(armour(protection=protection, damage_points=worn)), zone, rolls)
    for known in CHAOS.derive(after.combatants["character:2"].sheet, {}).armour[0].zones:
        for kind, now in known.now.items():
            assert 0 <= now <= known.base[kind]
        assert 0 <= known.lost <= max(known.base.values())
