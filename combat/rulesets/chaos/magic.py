"""Magie, CHA-9: casting a spell or using a mutation, and healing with spell points."""

from combat.core.body import optional
from combat.core.citation import cite
from combat.core.dice import Faces
from combat.core.event import Change, Event, Happened, Modifier
from combat.core.fight import Combatant, Fight, apply
from combat.core.form import Form
from combat.core.intent import Intent, Offer, Part, Preview, Reason, Refused
from combat.core.procedure import Ask, Emit, Procedure, Roll, Step
from combat.core.value import Json
from combat.rulesets.chaos.cost import UNITS
from combat.rulesets.chaos.damage import LOWEST, Victim
from combat.rulesets.chaos.data import number
from combat.rulesets.chaos.healing import mending
from combat.rulesets.chaos.options import House
from combat.rulesets.chaos.person import is_dead, points
from combat.rulesets.chaos.purse import Purse, after_points
from combat.rulesets.chaos.reaction import CANCELLING, Answered, spell_point_choices, spend_choices
from combat.rulesets.chaos.roll import TEST_DIE, W100, check_of, degrees, rolled
from combat.rulesets.chaos.round_end import counted_after
from combat.rulesets.chaos.spell import (
    CONCENTRATION,
    EFFECT,
    FORM,
    GATHERED,
    MAGIC,
    MISHAP,
    Cast,
    fields_of,
    read,
    spell_of,
    spells_of,
)
from combat.rulesets.chaos.state import (
    resistance_goal,
    resistance_test,
    resisting,
    spell_points_spent,
    state_after,
    test_is_due,
)

PER_POINT = number("spell_point_effect")
PER_DEGREE = number("resistance_per_degree")
RESIST = cite("CHA-9.2", "CHA-9.4")
GONE_WRONG = cite("CHA-9.3")
ANNOUNCED = cite("CHA-8.4", "CHA-9.5")


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """Casting is offered to whoever has a spell.

    Rule: CHA-9.1.
    """
    who = fight.combatants[actor]
    known = spells_of(who.sheet)
    if not known:
        return ()
    found, reasons = read(fight, Intent(actor=actor, parts=(Part(form=FORM),)))
    told = tuple([reason for reason in reasons if reason.code != "no_target"])
    cost = {} if found is None else {UNITS: found.deed.cost}
    needs = any(spell_of(who.sheet, key).needs_target for key in known)
    return (
        Offer(
            form=FORM,
            cost=cost,
            reasons=told,
            parameters=fields_of(who),
            needs_target=needs,
            takes_target=True,
            rules=MAGIC,
        ),
    )


def preview(fight: Fight, intent: Intent) -> Preview:
    """The Konzentration test, the cast without what that test may bring, and the test against falling unconscious.

    Rule: CHA-9.1.
    """
    cast, reasons = read(fight, intent)
    if cast is None:
        return Preview(reasons=reasons)
    who, cost = cast.deed.actor.id, {UNITS: cast.deed.cost}
    if reasons:
        return Preview(cost=cost, reasons=reasons)
    checks = [] if cast.gathering is None else [check_of("concentrate", who, cast.gathering, GATHERED)]
    checks.append(check_of(FORM, who, cast.goal, MAGIC, (MISHAP, TEST_DIE)))
    notes: tuple[Reason, ...] = ()
    if cast.target is not None and _resists(cast, cast.target):
        against = resisting(cast.target.sheet, f"{cast.spell.resistance}_resistance", 0, cast.house)
        checks.append(check_of("resist", cast.target.id, against, RESIST))
        notes = (Reason("resistance_falls", {"resistance_penalty": -PER_DEGREE}, RESIST),)
    if cast.target is not None and cast.spell.damage is not None:
        found = resistance_goal(Victim(cast.target, ""), 0, cast.house)
        checks.append(check_of("resistance_test", cast.target.id, found, EFFECT))
    return Preview(checks=tuple(checks), cost=cost, notes=notes)


def _resists(cast: Cast, target: Combatant) -> bool:
    """Whether the one it is cast on resists it: not somebody who casts it on himself.

    Rule: CHA-9.2.
    """
    return bool(cast.spell.resistance) and target.id != cast.deed.actor.id


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Cast. Raises Refused with all reasons before the first question.

    Rule: CHA-9.1.
    """
    cast, reasons = read(fight, intent)
    if cast is None or reasons:
        raise Refused(reasons)
    return _cast(cast)


def _cast(cast: Cast) -> Procedure:
    """Concentrate, cast, be resisted, take effect.

    Rule: CHA-9.2.
    """
    actor, target = cast.deed.actor, cast.target
    answered = Answered() if target is None or target.id == actor.id else (yield from _ask(cast))
    purse = Purse(actor, dict(cast.deed.spend), cast.deed.later)
    ended = () if cast.kept is None else (Change(actor.id, "flags.concentrating", cast.kept, None),)
    yield Emit(*cast.deed.paid(purse, "", ended))
    found = yield from _rolled(cast, (yield from _gathered(cast)))
    if found is None:
        return
    left, _ = yield from after_points(found, FORM, purse, None if target is None else answered.purse(target))
    if target is None:
        yield Emit(Happened("spell_took_effect", actor.id, {"who": actor.id, "degrees": left}, (), EFFECT))
        return
    resists = _resists(cast, target)
    spell_points = answered.spell_points or 0
    if resists and (yield from _resisted(cast, left, spell_points)):
        yield Emit(Happened("spell_resisted", target.id, {"who": target.id, "degrees": left}, (), RESIST))
        return
    struck = _after(cast, spell_points if resists else 0)
    enough = spell_points <= points(struck.sheet, "spell_points")
    yield from _effect(cast, left, struck, spell_points if enough else 0)


def _ask(cast: Cast) -> Step[Answered]:
    """What the target announces before the first die: a degree to take off, spell points on each resistance test.

    Rule: CHA-8.4.
    """
    target = cast.target
    assert target is not None
    choices = spend_choices(points(target.sheet, "action_points"), CANCELLING)
    spend = yield Ask("reaction.0.spend", target.id, choices, "none", ANNOUNCED)
    if not cast.spell.resistance and cast.spell.damage is None:
        return Answered(spend=(spend.choice,))
    payable = spell_point_choices(points(target.sheet, "spell_points"))
    answer = yield Ask("reaction.0.spell_points", target.id, payable, "0", cite("CHA-9.4"))
    return Answered(spend=(spend.choice,), spell_points=int(answer.choice))


def _gathered(cast: Cast) -> Step[bool]:
    """The Konzentration test; failing it only loses its bonus.

    Rule: CHA-9.7.
    """
    if cast.gathering is None:
        return False
    who = cast.deed.actor.id
    face = (yield Roll(CONCENTRATION, who, W100, cast.gathering.window)).faces[0]
    yield Emit(rolled("concentrate", who, cast.gathering, face, GATHERED, {"skill": CONCENTRATION}))
    return cast.gathering.is_reached(face)


def _rolled(cast: Cast, gathered: bool) -> Step[int | None]:
    """The cast itself: its degrees, None for a failure or a mishap; spell points on it are paid whatever it shows.

    Rule: CHA-9.3.
    """
    actor = cast.deed.actor
    found = cast.concentrated() if gathered else cast.goal
    if cast.on_roll:
        yield Emit(spell_points_spent(actor.id, points(actor.sheet, "spell_points"), cast.on_roll))
    face = (yield Roll(FORM, actor.id, W100, found.window)).faces[0]
    mishap = face >= MISHAP
    data: dict[str, Json] = {"spell": cast.spell.name, "trouble": (MISHAP, TEST_DIE)}
    if cast.target is not None:
        data["target"] = cast.target.id
    yield Emit(rolled(FORM, actor.id, found, face, MAGIC, data, outcome="mishap" if mishap else ""))
    if mishap:
        yield Emit(Happened("spell_mishap", actor.id, {"who": actor.id}, (), GONE_WRONG))
    return degrees(found.target_number, face) if found.is_reached(face) else None


def _resisted(cast: Cast, found: int, spent: int) -> Step[bool]:
    """The target's resistance, harder by the caster's degrees; resisted, the spell has no effect.

    Rule: CHA-9.2.
    """
    target = cast.target
    assert target is not None
    penalty = (Modifier("resistance_penalty", PER_DEGREE * found, "add", RESIST),) if found else ()
    aim = resisting(target.sheet, f"{cast.spell.resistance}_resistance", spent, cast.house, penalty)
    if spent:
        yield Emit(spell_points_spent(target.id, points(target.sheet, "spell_points"), spent))
    face = (yield Roll("resist", target.id, W100, aim.window)).faces[0]
    yield Emit(rolled("resist", target.id, aim, face, RESIST, {"target": target.id}))
    return aim.is_reached(face)


def _after(cast: Cast, spent: int) -> Combatant:
    """The target once he has paid for resisting the spell."""
    target = cast.target
    assert target is not None
    if not spent:
        return target
    owned = points(target.sheet, "spell_points")
    paid = Change(target.id, "pools.spell_points", owned, owned - spent)
    return apply(cast.fight, [paid]).combatants[target.id]


def _effect(cast: Cast, found: int, target: Combatant, spell_points: int) -> Step[None]:
    """What a spell does: damage straight off the hit points, then healing up to the maximum.

    ``spell_points``: the target's spell points on a test against falling unconscious, as long as he has that many.

    Rule: CHA-9.8.
    """
    actor, more = cast.deed.actor, cast.effect * PER_POINT
    yield Emit(Happened("spell_took_effect", target.id, {"who": target.id, "degrees": found}, (), EFFECT))
    if cast.effect:
        yield Emit(spell_points_spent(actor.id, points(actor.sheet, "spell_points") - cast.on_roll, cast.effect))
    victim, counted = Victim(target, ""), optional(target.sheet.body.get("shock_rounds"))
    if cast.spell.damage is not None:
        faces = (yield Roll("hit.1.damage", actor.id, cast.spell.damage)).faces
        yield Emit(_struck(victim, max(cast.spell.damage.total(faces), 0) + more, faces))
        yield from _left_behind(victim, spell_points, cast.house)
        counted = counted_after(victim, counted)
    if cast.spell.healing is not None:
        faces = (yield Roll("healing", actor.id, cast.spell.healing)).faces
        yield Emit(*_mended(victim, max(cast.spell.healing.total(faces), 0) + more, faces, counted))


def _struck(victim: Victim, damage: int, faces: Faces) -> Happened:
    """Damage of a spell: neither armour nor toughness stop any of it.

    Rule: CHA-9.8.
    """
    before = victim.hit_points
    victim.hit_points = max(before - damage, LOWEST)
    victim.lost = before - victim.hit_points
    data: dict[str, Json] = {
        "who": victim.id,
        "faces": list(faces),
        "rolled_damage": damage,
        "lost": victim.lost,
        "hit_points": victim.hit_points,
    }
    changes = (Change(victim.id, "pools.hit_points", before, victim.hit_points),) if victim.lost else ()
    return Happened("spell_damage", victim.id, data, changes, EFFECT)


def _left_behind(victim: Victim, spell_points: int, house: House) -> Step[None]:
    """A spell's damage counts like a hit.

    Rule: CHA-9.8.
    """
    if not victim.lost:
        return
    due = test_is_due(victim, False)
    yield Emit(*state_after(victim, due, False, house))
    if due:
        yield from resistance_test(victim, "resistance.0", spell_points, house)


def _mended(victim: Victim, amount: int, faces: Faces, counted: int | None) -> list[Event]:
    """Healing, never above the maximum; the dead are beyond it.

    Rule: CHA-9.8.
    """
    gone = is_dead(victim.hit_points, victim.maximum)
    healed = 0 if gone else max(min(amount, victim.maximum - victim.hit_points), 0)
    return mending(victim, healed, {"faces": list(faces), "rolled_healing": amount}, counted)


FORMS = {FORM: Form(offers, preview, perform)}
"""Casting, by form."""
