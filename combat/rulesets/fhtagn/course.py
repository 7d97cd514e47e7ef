"""Der Ablauf, FHT-3.1 und 3.18: what happens by itself when a fight, a round or a turn begins or ends."""

from collections.abc import Sequence

from combat.core.bill import total
from combat.core.body import optional, whole
from combat.core.citation import cite
from combat.core.course import Course, fight_ended, next_in_order, order_set, round_ended, round_started
from combat.core.event import Change, Event, Happened
from combat.core.fight import FIGHT, Combatant, Fight
from combat.core.procedure import Ask, Choice, Procedure, Step
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.elements import burn_on
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.scene import Scene, flags, status
from combat.rulesets.fhtagn.strangle import strangle
from combat.rulesets.fhtagn.turn import ACTION, PER_ROUND, action_left, state_of
from combat.rulesets.fhtagn.weapon_wear import repaired_by_itself
from combat.rulesets.fhtagn.words import AIM, COUNTER, HOLD, TOKEN

ROUND = cite("FHT-3.1", "FHT-3.2")
TURN = cite("FHT-3.1", "FHT-3.3")
ENDED = cite("FHT-3.13", "FHT-3.15", "FHT-3.18")
OF_ONE_ROUND = ("action_state", *TOKEN, *COUNTER, "hold_die", "hold_outcome", "exposed")
"""What is noted of somebody's round."""
OF_THE_FIGHT = (*OF_ONE_ROUND, *HOLD, *AIM, "suppressed", "hurt", "unaware", "in_doubt")


def _ready(combatant: Combatant) -> list[Change]:
    """The round's action is there again.

    Rule: FHT-3.18.
    """
    left = combatant.budget.get(ACTION)
    return [Change(combatant.id, f"budget.{ACTION}", left, PER_ROUND)] if action_left(combatant) != PER_ROUND else []


def fight_start(fight: Fight) -> Procedure:
    """Everybody is ready.

    Rule: FHT-3.1.
    """
    changes = [change for each in fight.combatants.values() for change in _ready(each)]
    yield Scene(fight).tell(Happened("fight_started", FIGHT, {}, tuple(changes), ROUND))


def quickness(combatant: Combatant, house: House) -> tuple[int, int]:
    """What sets the order: dexterity, then alertness unless the table settles ties otherwise.

    Rule: FHT-3.1, FHT-3.2, FHT-9.30.
    """
    sheet = combatant.sheet
    quick = person.attribute(sheet, "dexterity")
    by_others = house.plays("tie_initiative", "gm") or house.plays("tie_initiative", "simultaneous")
    return (quick, 0 if by_others else total(person.skill_bill(sheet, "alertness")))


def levels(scene: Scene) -> list[tuple[int, list[str]]]:
    """Everybody alive by dexterity, the highest first; together stand those whom nothing tells apart.

    Rule: FHT-3.1, FHT-3.2.
    """
    groups: dict[tuple[int, int], list[str]] = {}
    for name, each in scene.fight.combatants.items():
        if not person.is_gone(each.sheet):
            groups.setdefault(quickness(each, scene.house), []).append(name)
    return [(quick, sorted(names)) for (quick, _), names in sorted(groups.items(), reverse=True)]


def ordered(scene: Scene, found: Sequence[tuple[int, list[str]]]) -> Step[list[str]]:
    """The order of the round; of those nothing tells apart the game master says who is first, once.

    Rule: FHT-3.1, FHT-3.2.
    """
    order: list[str] = []
    for n, (_, names) in enumerate(found):
        order += yield from _settled(scene, names, n)
    return order


def _settled(scene: Scene, names: list[str], n: int) -> Step[list[str]]:
    """Those who are tied, in the order of the round before, or as the game master says.

    Rule: FHT-3.2.
    """
    before = scene.fight.order
    if len(names) < 2 or scene.house.plays("tie_initiative", "simultaneous"):
        return names
    if set(names) <= set(before):
        return sorted(names, key=before.index)
    found: list[str] = []
    left = list(names)
    while len(left) > 1:
        choices = tuple([Choice(name) for name in left])
        question = Ask(f"who_first.{n}.{len(found)}", "gm", choices, left[0], cite("FHT-3.2", "FHT-9.30"))
        first = (yield question).choice
        found.append(first)
        left.remove(first)
    return found + left


def round_start(fight: Fight) -> Procedure:
    """The next round, its order worked out anew.

    Rule: FHT-3.1.
    """
    scene = Scene(fight)
    yield scene.tell(round_started(fight, ROUND))
    found = levels(scene)
    order = yield from ordered(scene, found)
    values = {name: quick for quick, names in found for name in names}
    yield scene.tell(order_set(fight, order, ROUND, values, [names for _, names in found if len(names) > 1]))


def turn_start(fight: Fight) -> Procedure:
    """Somebody's turn.

    Rule: FHT-3.1.
    """
    actor = fight.combatants.get(fight.current)
    if actor is not None:
        yield Scene(fight).tell(Happened("turn_started", actor.id, {"who": actor.id}, (), TURN))


def turn_end(fight: Fight) -> Procedure:
    """The next in the order who lives comes to his turn.

    Rule: FHT-3.1.
    """
    actor = fight.combatants.get(fight.current)
    if actor is not None:
        changes = (Change(FIGHT, "current", actor.id, next_in_order(fight, _is_out)),)
        data: dict[str, Json] = {"who": actor.id, "action_state": f"state.{state_of(actor)}"}
        yield Scene(fight).tell(Happened("turn_ended", actor.id, data, changes, TURN))


def _is_out(combatant: Combatant) -> bool:
    return person.is_gone(combatant.sheet)


def round_end(fight: Fight) -> Procedure:
    """Flames and garrottes go on, then everything that was said of the round is over.

    Rule: FHT-3.13, FHT-3.15, FHT-3.18.
    """
    scene = Scene(fight)
    for combatant in fight.combatants.values():
        yield from burn_on(scene, combatant)
    for combatant in fight.combatants.values():
        yield from strangle(scene, combatant)
    changes: list[Change] = []
    for combatant in scene.fight.combatants.values():
        changes += _over(scene, combatant)
    yield scene.tell(round_ended(fight, ENDED, changes))
    yield scene.tell(*_lapsed(scene))


def _over(scene: Scene, combatant: Combatant) -> list[Change]:
    """An action not used is lost, standing rolls are taken up, a hold needs a new roll, an aim lapses.

    Rule: FHT-3.6, FHT-3.10, FHT-3.13, FHT-3.15.
    """
    kept = () if not combatant.flags.get("token_die") else _kept(scene, combatant)
    ended = [key for key in OF_ONE_ROUND if key not in kept]
    since = optional(combatant.flags.get("aim_round"))
    if combatant.flags.get("aimed") is True and since is not None and since < scene.fight.round:
        ended += AIM
    return [*_ready(combatant), *flags(combatant, **dict.fromkeys(ended))]


def _kept(scene: Scene, combatant: Combatant) -> tuple[str, ...]:
    """Rolls that stand beyond the round: an escape, and attacks where the table plays it so.

    Rule: FHT-3.15, FHT-9.7.
    """
    origin = combatant.flags.get("token_origin")
    stands = origin == "escape"
    if origin == "attack":
        stands = scene.house.plays("attack_token_expiry", "next_action")
    return TOKEN if stands else ()


def _lapsed(scene: Scene) -> list[Event]:
    """What lasts a number of rounds: irritation, and failed weapons where they mend by themselves.

    Rule: FHT-2.13, FHT-9.40.
    """
    events: list[Event] = []
    for combatant in scene.fight.combatants.values():
        left = optional(combatant.sheet.body.get("irritation_left"))
        if left is not None:
            changes = [Change(combatant.id, "irritation_left", left, left - 1 or None)]
            if left <= 1:
                value = whole(combatant.sheet.body.get("irritation"))
                changes.append(Change(combatant.id, "irritation", value, 0))
            data: dict[str, Json] = {"target": combatant.id, "irritation_left": left - 1}
            events.append(Happened("irritation_fades", combatant.id, data, tuple(changes), cite("FHT-2.13")))
        events += repaired_by_itself(scene, combatant)
    return events


def fight_end(fight: Fight) -> Procedure:
    """The fight is over: nobody is held any more; what happened to people stays with their sheets.

    Rule: FHT-3.9.
    """
    changes: list[Change] = []
    for combatant in fight.combatants.values():
        changes += status(combatant, "pinned", False)
        changes += flags(combatant, **dict.fromkeys(OF_THE_FIGHT))
    yield Scene(fight).tell(fight_ended(fight, cite("FHT-3.9"), changes))


tick = Course(fight_start, round_start, turn_start, turn_end, round_end, fight_end).tick
