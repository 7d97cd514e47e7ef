"""Beginn der Runde, XIAN-3.3: stance, cover and Blitzaktion, declared before anybody acts."""

from collections.abc import Mapping

from combat.core.bill import total
from combat.core.body import whole
from combat.core.citation import Citations, cite
from combat.core.event import Change, Happened
from combat.core.fields import number
from combat.core.fight import Combatant, Fight, apply
from combat.core.form import Form
from combat.core.intent import Intent, Part, Reason
from combat.core.procedure import Ask, Choice, Emit, Procedure
from combat.core.schema import Field
from combat.core.value import Json
from combat.rulesets.xian.damage import collapse
from combat.rulesets.xian.form import Deed, form_of, no_checks
from combat.rulesets.xian.options import House, house_rules
from combat.rulesets.xian.order import by_initiative, order_told
from combat.rulesets.xian.person import can_act, pool, stance_limit

STANCE, COVER, BLITZ = "stance", "cover", "blitz"
START = cite("XIAN-3.3")
ABLE = cite("XIAN-6.9", "XIAN-6.10")
FLAGS = {STANCE: "stance", COVER: "cover_points"}
RULES: Mapping[str, Citations] = {STANCE: cite("XIAN-7.3", "XIAN-3.8"), COVER: cite("XIAN-7.4", "XIAN-3.8")}
JOINT = cite("XIAN-9.13")
GAIN = cite("XIAN-9.3")
PRICE = cite("XIAN-1.6", "XIAN-3.4")
AGREED = cite("XIAN-3.4", "XIAN-9.11")
POINTS = number("points", default=0, high=99, term="stance_points", rules=cite("XIAN-7.3"))
BLITZ_FIELDS = (
    number("bonus", default=0, high=99, term="initiative_bonus", assumption=True, rules=cite("XIAN-3.4")),
    number("action_points", default=0, high=99, assumption=True, rules=cite("XIAN-3.4")),
)


def start_reasons(fight: Fight, actor: Combatant) -> tuple[Reason, ...]:
    """Why nothing can be declared: no fight, not able, or somebody has acted in this round already.

    Rule: XIAN-3.3.
    """
    found = []
    if not fight.round:
        found.append(Reason("only_in_fights", {}, START))
    if not can_act(actor.sheet):
        found.append(Reason("cannot_act", {"who": actor.id}, ABLE))
    if fight.flags.get("begun") is True:
        found.append(Reason("too_late", {"round": fight.round}, START))
    return tuple(found)


def points_reasons(form: str, points: int, others: int, limit: int, house: House) -> tuple[Reason, ...]:
    """Why a stance or a cover takes too many points; both share one limit where the house plays it so.

    Rule: XIAN-7.3, XIAN-9.13.
    """
    used = points + others if house.joint_cap else points
    rules = RULES[form] + (JOINT if house.joint_cap else ())
    return (Reason("too_many_points", {"points": used, "limit": limit}, rules),) if used > limit else ()


def _cautious(form: str) -> Deed:
    other = FLAGS[COVER if form == STANCE else STANCE]

    def reasons(fight: Fight, actor: Combatant, part: Part) -> tuple[Reason, ...]:
        points = whole(part.parameters.get("points"))
        limit = total(stance_limit(actor.sheet))
        too_many = points_reasons(form, points, whole(actor.flags.get(other)), limit, house_rules(fight.options))
        return start_reasons(fight, actor) + (too_many if points else ())

    def does(fight: Fight, actor: Combatant, intent: Intent) -> Procedure:
        points, before = whole(intent.parts[0].parameters.get("points")), whole(actor.flags.get(FLAGS[form]))
        change = Change(actor.id, f"flags.{FLAGS[form]}", before, points)
        data: dict[str, Json] = {"who": actor.id, "points": points}
        term = f"{form}_taken" if points else f"{form}_given_up"
        yield Emit(Happened(term, actor.id, data, (change,) if points != before else (), RULES[form]))

    def notes(fight: Fight, actor: Combatant) -> tuple[Reason, ...]:
        house = house_rules(fight.options)
        taken = whole(actor.flags.get(other)) if house.joint_cap else 0
        limit = max(total(stance_limit(actor.sheet)) - taken, 0)
        effect = f"{form}_raises" if house.own_defence else f"{form}_does"
        return (Reason("most_points", {"limit": limit}, RULES[form]), Reason(effect, {}, RULES[form] + GAIN))

    return Deed(form, lambda _: (POINTS,), reasons, no_checks, does, RULES[form], notes)


def _blitz_fields(_: Combatant) -> tuple[Field, ...]:
    return BLITZ_FIELDS


def _blitz_reasons(fight: Fight, actor: Combatant, part: Part) -> tuple[Reason, ...]:
    """Rule: XIAN-3.4."""
    price, left = whole(part.parameters.get("action_points")), pool(actor.sheet, "action_points")
    found = start_reasons(fight, actor)
    if price > left:
        found += (Reason("not_enough_action_points", {"needed": price, "left": left}, PRICE),)
    return found


def _blitz(fight: Fight, actor: Combatant, intent: Intent) -> Procedure:
    """Bonus and price as the table agrees, once the game master confirms; the order is sorted anew. Whoever pays
    with his last action point collapses.

    Rule: XIAN-3.4, XIAN-6.10, XIAN-9.11.
    """
    parameters = intent.parts[0].parameters
    bonus, price = whole(parameters.get("bonus")), whole(parameters.get("action_points"))
    data: dict[str, Json] = {"who": actor.id, "initiative_bonus": bonus, "action_points": price}
    choices = (Choice("confirm"), Choice("reject"))
    asked = (Reason("blitz_asked", {"initiative_bonus": bonus, "action_points": price}, AGREED),)
    if (yield Ask("blitz.confirm", "gm", choices, "confirm", AGREED, data, notes=asked)).choice == "reject":
        yield Emit(Happened("blitz_rejected", actor.id, {"who": actor.id}, (), AGREED))
        return
    changes = _blitz_changes(actor, bonus, price)
    after = apply(fight, changes).combatants[actor.id]
    yield Emit(
        Happened(BLITZ, actor.id, data, changes, AGREED),
        *collapse(after, price),
        _sorted_anew(fight, {actor.id: bonus}),
    )


def _blitz_changes(actor: Combatant, bonus: int, price: int) -> tuple[Change, ...]:
    changes = []
    if bonus:
        before = whole(actor.flags.get("initiative_bonus"))
        changes.append(Change(actor.id, "flags.initiative_bonus", before, before + bonus))
    if price:
        left = pool(actor.sheet, "action_points")
        changes.append(Change(actor.id, "pools.action_points", left, left - price))
    return tuple(changes)


def _sorted_anew(fight: Fight, more: Mapping[str, int]) -> Happened:
    """Rule: XIAN-3.2, XIAN-3.4."""
    order = by_initiative(fight, more)
    begins_anew = bool(fight.current) and order != fight.order
    return order_told(fight, order, more, order[0] if begins_anew else fight.current)


FORMS: Mapping[str, Form] = {
    STANCE: form_of(_cautious(STANCE)),
    COVER: form_of(_cautious(COVER)),
    BLITZ: form_of(Deed(BLITZ, _blitz_fields, _blitz_reasons, no_checks, _blitz, cite("XIAN-3.4"))),
}
"""What is declared at the start of a round, by form."""
