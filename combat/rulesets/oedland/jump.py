"""Springen und Sprinten, FAL-7.2 und 7.3: how far, at what price, and the test that decides what it costs later."""

from collections.abc import Callable
from fractions import Fraction

from combat.core.announce import Asked
from combat.core.body import text, whole
from combat.core.citation import cite
from combat.core.event import Happened, Modifier
from combat.core.fields import choice, yes_no
from combat.core.fields import length as length_field
from combat.core.fields import number as whole_number
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Reason
from combat.core.length import length
from combat.core.procedure import Step, roll
from combat.core.rounding import ceil_div, half_up
from combat.core.schema import Field, FieldKind
from combat.core.sheet import Sheet
from combat.core.standing import override
from combat.core.value import Json
from combat.rulesets.oedland import watch
from combat.rulesets.oedland.cover import stay_in_cover
from combat.rulesets.oedland.data import TABLES, number, rules
from combat.rulesets.oedland.deed import Act, Deed, form_of, not_played
from combat.rulesets.oedland.fatigue import begun, entries, written
from combat.rulesets.oedland.moves import TO_MM, set_off, told_way, upright, walk_cost
from combat.rulesets.oedland.options import House, house_rules
from combat.rulesets.oedland.person import attribute, rate
from combat.rulesets.oedland.roll import W100, Goal, check_of, outcome_of, rolled, skill_goal
from combat.rulesets.oedland.scene import Scene, flag

JUMP = cite("FAL-7.2", "FAL-3.16")
SPRINT = cite("FAL-7.3", "FAL-3.17")
BREATH = cite("FAL-7.3", "FAL-1.10", "FAL-9.12")
HALVED = cite("FAL-7.3", "FAL-1.10", "FAL-8.3", "FAL-9.12")
KEPT = cite("FAL-7.3")
STARTS = ("standing", "running")
DESCRIPTION = Field(path="description", kind=FieldKind.TEXT, optional=True, max_length=1000, rules=cite("FAL-7.2"))


def longest_jump(sheet: Sheet, start: str) -> Fraction:
    """How far somebody jumps at most, in metres, exactly, or the game master's word (in decimetres).

    Rule: FAL-7.2, FAL-8.5.
    """
    found = override(sheet, f"jump_{start}")
    if found is not None:
        return Fraction(found, number("tenths"))
    both = attribute(sheet, "strength") + attribute(sheet, "mobility")
    return Fraction(both, TABLES.number(f"list.jump_divisor.{start}"))


def jump_slack(most: Fraction, metres: Fraction) -> int:
    """What a jump well inside the maximum is easier by: for every full metre left over. Rule: FAL-5.14, FAL-8.4."""
    return number("jump_slack") * max((most - metres).__floor__(), 0)


def jump_cost(sheet: Sheet, metres: Fraction, house: House) -> int:
    """The price of a jump: as walking it upright, or what the house plays. Rule: FAL-3.16, FAL-9.17."""
    if house.jump_ap is not None:
        return house.jump_ap
    return walk_cost(metres * number("centimetres_per_metre"), rate(sheet, "upright"))


def sprint_way(sheet: Sheet, points: int) -> Fraction:
    """How far a sprint takes somebody, in centimetres on the table, exactly. Rule: FAL-7.3, FAL-8.5."""
    return Fraction(points * rate(sheet, "sprint"), TO_MM)


def sprint_rounds(outcome: str, points: int) -> int:
    """For how many rounds a sprint leaves somebody out of breath. Rule: FAL-7.3, FAL-8.3."""
    return {
        "lucky": 0,
        "success": number("sprint_passed_rounds"),
        "failure": ceil_div(points, number("sprint_failed_divisor")),
        "fumble": points,
    }[outcome]


def _jump_fields(fight: Fight, who: Combatant) -> tuple[Field, ...]:
    default = "running" if who.flags.get("moved") is True else "standing"
    return (
        length_field("metres", optional=True, term="jump_length", unit="metres", rules=JUMP),
        choice("start", STARTS, default=default, term="jump_start", rules=JUMP),
        DESCRIPTION,
        yes_no("slack", default=True, term="jump_slack", rules=cite("FAL-5.14")),
    )


def _jump_reasons(fight: Fight, who: Combatant, request: Asked, metres: Fraction | None) -> tuple[Reason, ...]:
    """Everything that keeps somebody from this jump. Rule: FAL-7.2."""
    start = text(request.given.get("start"))
    reasons = not_played(house_rules(fight.options), "jump", JUMP)
    if not metres:
        reasons += (Reason("no_length", {}, JUMP),)
    elif metres > longest_jump(who.sheet, start):
        reasons += (Reason("beyond_maximum", {"longest_jump": str(longest_jump(who.sheet, start))}, JUMP),)
    if start == "running" and who.flags.get("moved") is not True:
        reasons += (Reason("no_run_up", {"who": who.id}, JUMP),)
    if not text(request.given.get("description")).strip():
        reasons += (Reason("no_description", {}, JUMP),)
    return reasons + upright(fight, who) + stay_in_cover(who)


def _jump(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Jump: an acrobatics test, easier well inside the maximum; what a failure means the game master says.

    Rule: FAL-7.2.
    """
    house = house_rules(fight.options)
    metres = length(request.given.get("metres"))
    most = longest_jump(who.sheet, text(request.given.get("start")))
    slack = jump_slack(most, metres) if metres is not None and request.given.get("slack") is True else 0
    bonus = (Modifier("jump_slack", slack, "add", rules("jump_slack")),) if slack else ()

    def tested(other: Fight) -> Goal:
        return skill_goal(other, who, "acrobatics", intent.gm_modifiers, bonus)

    def then(scene: Scene) -> Step[None]:
        outcome = yield from _tested(scene, who.id, "jump_test", tested)
        data: dict[str, Json] = {"who": who.id, "metres": str(metres), "longest_jump": str(most)}
        data["description"] = text(request.given.get("description"))
        landed = "jumped" if outcome in ("lucky", "success") else "jump_failed"
        watch.none_watches(scene, who.id)
        yield scene.tell(Happened(landed, who.id, data, (), JUMP))
        yield from watch.moved(scene, who.id)

    cost = 0 if metres is None else jump_cost(who.sheet, metres, house)
    checks = (check_of("jump_test", who.id, tested(fight), JUMP), *watch.checks(fight, who))
    notes = (Reason("jump_reach", {"longest_jump": str(_tenths(most))}, JUMP),)
    return Act(cost, _jump_reasons(fight, who, request, metres), checks, set_off(who), then, notes=notes)


def _tenths(metres: Fraction) -> Fraction:
    """Metres as they are shown, with one decimal. Rule: FAL-8.5."""
    return Fraction(half_up(metres * number("tenths")), number("tenths"))


def _tested(scene: Scene, who: str, term: str, tested: Callable[[Fight], Goal]) -> Step[str]:
    """Roll a skill test of a movement. Rule: FAL-4.1."""
    found = tested(scene.fight)
    face = (yield from roll(term, who, W100, found.window))[0]
    outcome = outcome_of(found, face, attribute(scene.who(who).sheet, "luck"))
    cited = JUMP if term == "jump_test" else SPRINT
    scene.by_house(tested)
    yield scene.tell(rolled(term, who, found, face, outcome, cited, {}))
    return outcome


def _sprint_fields(fight: Fight, who: Combatant) -> tuple[Field, ...]:
    return (whole_number("points", default=1, low=1, high=99, term="action_points", rules=SPRINT),)


def _sprint(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Sprint: further for each action point, and a test of body control at once, which decides who loses breath.

    Further sprints of a turn count together.

    Rule: FAL-7.3.
    """
    points = whole(request.given.get("points"))
    before = whole(who.flags.get("sprinted_points"))
    reasons = not_played(house_rules(fight.options), "sprint", SPRINT)

    def tested(other: Fight) -> Goal:
        return skill_goal(other, who, "body_control", intent.gm_modifiers)

    def then(scene: Scene) -> Step[None]:
        way = sprint_way(who.sheet, points)
        data: dict[str, Json] = {"who": who.id, "action": "sprint", **told_way(way)}
        watch.none_watches(scene, who.id)
        yield scene.tell(Happened("moved_on", who.id, data, (), SPRINT))
        outcome = yield from _tested(scene, who.id, "sprint_test", tested)
        yield scene.tell(_breath(scene, who.id, outcome, before + points))
        yield from watch.moved(scene, who.id)

    changes = (*set_off(who), *flag(who, "sprinted_points", before + points))
    checks = (check_of("sprint_test", who.id, tested(fight), SPRINT), *watch.checks(fight, who))
    reasons += upright(fight, who) + stay_in_cover(who)
    return Act(points, reasons, checks, changes, then, notes=_sprint_notes(who, points, before + points))


def _sprint_notes(who: Combatant, points: int, in_all: int) -> tuple[Reason, ...]:
    """How far a sprint goes, and what it costs whoever fails the test. Rule: FAL-7.3."""
    missed: dict[str, Json] = {
        "fatigue": -TABLES.number("list.sprint_malus.failure"),
        "rounds": sprint_rounds("failure", in_all),
    }
    return (
        Reason("sprint_way", told_way(sprint_way(who.sheet, points)), SPRINT),
        Reason("sprint_missed", missed, HALVED),
    )


def _breath(scene: Scene, name: str, outcome: str, points: int) -> Happened:
    """What a sprint leaves behind: nothing, or a malus for some rounds. Rule: FAL-7.3."""
    who = scene.who(name)
    malus, rounds = TABLES.number(f"list.sprint_malus.{outcome}"), sprint_rounds(outcome, points)
    data: dict[str, Json] = {"who": name, "fatigue": -malus, "rounds": rounds}
    if not malus:
        return Happened("breath_kept", name, data, (), KEPT)
    cited = HALVED if outcome == "failure" else BREATH
    if not scene.fight.round:
        return Happened("out_of_breath", name, data, (), cited)
    scene.by_house(lambda other: begun(other, house_rules(other.options), malus, rounds))
    entry = begun(scene.fight, scene.house, malus, rounds)
    return Happened("out_of_breath", name, data, flag(who, "fatigue", written((*entries(who), entry))), cited)


FORMS = {
    "jump": form_of(Deed("jump", _jump, _jump_fields, JUMP)),
    "sprint": form_of(Deed("sprint", _sprint, _sprint_fields, SPRINT)),
}
