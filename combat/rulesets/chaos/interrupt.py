"""Vorbereitete Reaktionen, CHA-2.9: enemies who step in with kept action units, before the first die of an action."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from combat.core.body import optional, whole
from combat.core.citation import cite
from combat.core.event import Change, Event, Happened, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.form import Form
from combat.core.intent import Intent, Part, Reason
from combat.core.procedure import Ask, Choice, Emit, Procedure, Step, inside
from combat.core.value import Json, JsonMap
from combat.rulesets.chaos.announce import weapon_reasons
from combat.rulesets.chaos.cost import UNITS, units_left
from combat.rulesets.chaos.data import number
from combat.rulesets.chaos.manner import BLOW, GRAPPLE, SHOT, THROW
from combat.rulesets.chaos.mode import modes_of
from combat.rulesets.chaos.neck import threatened
from combat.rulesets.chaos.plan import melee_in
from combat.rulesets.chaos.reaction import NONE, held_back
from combat.rulesets.chaos.spell import FORM as CAST
from combat.rulesets.chaos.strike_plan import read
from combat.rulesets.chaos.weapon import weapon_of

PREPARED = cite("CHA-2.2", "CHA-2.9")
LAPSED = cite("CHA-2.9")
COVER = "take_cover"
NO_MORE = "no_more_reactions"
HOLDS_BACK = "holds_back"
"""Flag of someone who is not asked again until his next turn."""
FROM_AFAR = (SHOT.form, THROW.form, CAST)
AGAINST = (*FROM_AFAR, BLOW.form, GRAPPLE.form)
"""What enemies may step into; against someone who shoots or casts any attack will do."""
BLOWS = ("hasty_melee", "melee_attack", "full_melee")
REACH = number("reaction_reach")

type Forms = Mapping[str, Form]


class Reaction(NamedTuple):
    """Something an enemy may do: the key of its choice, and what is carried out."""

    key: str
    intent: Intent
    reasons: tuple[Reason, ...]


def may_be_stepped_into(fight: Fight, intent: Intent) -> bool:
    """Whether enemies may step in: an attack or a spell in its actor's own turn, no reaction itself.

    Rule: CHA-2.9.
    """
    part = intent.parts[0]
    mine = bool(fight.round) and fight.current == intent.actor
    return mine and part.form in AGAINST and part.parameters.get("as_reaction") is not True


def stepped_into(fight: Fight, intent: Intent, forms: Forms, announced: Procedure) -> Procedure:
    """Ask the enemies, carry out what they answer, then the action itself, if its actor still can; ``announced`` is
    the action where nobody steps in.

    Rule: CHA-2.9.
    """
    events: list[Event] = []
    now = fight
    for n, name in enumerate(fight.combatants):
        if _is_enemy(fight, intent, name):
            yield from _asked(now, intent, forms, name, n, events)
            now = apply(fight, changes_in(tuple(events)))
    if not events:
        yield from announced
        return
    told = forms[intent.parts[0].form].preview(now, intent)
    if told.reasons:
        yield Emit(_lapsed(now, intent, told.cost, told.reasons))
        return
    yield from forms[intent.parts[0].form].perform(now, intent)


def _is_enemy(fight: Fight, intent: Intent, name: str) -> bool:
    """Everybody on another side, and whoever is attacked."""
    other = fight.combatants[name].party != fight.combatants[intent.actor].party
    return name != intent.actor and (other or name in intent.parts[0].targets)


def _asked(fight: Fight, intent: Intent, forms: Forms, name: str, n: int, events: list[Event]) -> Step[None]:
    """One enemy: what is open to him, his answer, and what comes of it.

    Rule: CHA-2.9.
    """
    enemy = fight.combatants[name]
    if enemy.flags.get(HOLDS_BACK) is True or not units_left(fight, enemy) or held_back(enemy, "parry"):
        return
    known = list(_open_to(fight, intent, forms, enemy))
    if all(found.reasons for found in known):
        return
    choices = (Choice(NONE), Choice(NO_MORE), *[Choice(each.key, _told(each.intent), each.reasons) for each in known])
    data: dict[str, Json] = {"action": intent.parts[0].form, "actor": intent.actor, UNITS: units_left(fight, enemy)}
    notes = _threatened_by(fight, intent)
    answer = (yield Ask(f"interrupt.{n}.choice", name, choices, NONE, PREPARED, data, notes=notes)).choice
    if answer == NO_MORE:
        change = Change(name, f"flags.{HOLDS_BACK}", enemy.flags.get(HOLDS_BACK), True)
        yield from _heard(Happened(NO_MORE, name, {"who": name}, (change,), PREPARED), events)
    chosen = [found.intent for found in known if found.key == answer]
    for found in chosen:
        data = {"who": name, "target": intent.actor, "reaction": found.parts[0].form}
        yield from _heard(Happened("stepped_in", name, data, (), LAPSED), events)
        yield from inside(forms[found.parts[0].form].perform(fight, found), events, f"interrupt.{n}.")


def _threatened_by(fight: Fight, intent: Intent) -> tuple[Reason, ...]:
    """What an enemy is told of a blow that was announced to break a neck."""
    plan = read(fight, intent)[0] if intent.parts[0].form == BLOW.form else None
    return () if plan is None else threatened(melee_in(plan).neck_break)


def _heard(event: Happened, events: list[Event]) -> Step[None]:
    events.append(event)
    yield Emit(event)


def _told(intent: Intent) -> JsonMap:
    part = intent.parts[0]
    data: dict[str, Json] = {"form": part.form}
    if part.item:
        data["item"] = part.item
    return data


def _open_to(fight: Fight, intent: Intent, forms: Forms, enemy: Combatant) -> Iterator[Reaction]:
    """Taking cover, with its reasons if it is closed, and every attack that is open.

    Rule: CHA-2.9.
    """
    if enemy.id in intent.parts[0].targets and enemy.flags.get("took_cover") is not True:
        cover = Intent(actor=enemy.id, parts=(Part(form=COVER),))
        yield Reaction(COVER, cover, forms[COVER].preview(fight, cover).reasons)
    near, far = _is_near(fight, enemy.id, intent.actor), intent.parts[0].form in FROM_AFAR
    for key, part in _attacks(enemy, near, far):
        attack = Intent(actor=enemy.id, parts=(_against(part, intent.actor),))
        if not forms[part.form].preview(fight, attack).reasons:
            yield Reaction(key, attack, ())


def _against(part: Part, target: str) -> Part:
    parameters = {**part.parameters, "as_reaction": True}
    return Part(form=part.form, item=part.item, targets=(target,), parameters=parameters)


def _is_near(fight: Fight, one: str, other: str) -> bool:
    """Whether two are close enough for blows, as far as anybody has said how far apart they are.

    Rule: CHA-2.9.
    """
    return whole(optional(fight.between(one, other, "distance"))) <= REACH


def _attacks(enemy: Combatant, near: bool, far: bool) -> Iterator[tuple[str, Part]]:
    """What somebody could attack with: every mode of every weapon; against a blow only a hasty one.

    Rule: CHA-2.3, CHA-2.9.
    """
    for item in enemy.sheet.items:
        if far and not weapon_reasons(item, SHOT.kinds, item.id):
            for mode in modes_of(weapon_of(item)):
                shot: JsonMap = {"mode": mode, "moving": enemy.flags.get("in_motion") is True}
                yield f"{SHOT.form}+{mode}+{item.id}", Part(form=SHOT.form, item=item.id, parameters=shot)
        if far and not weapon_reasons(item, THROW.kinds, item.id):
            yield f"{THROW.form}+{item.id}", Part(form=THROW.form, item=item.id)
        if near and not weapon_reasons(item, BLOW.kinds, item.id):
            for action in BLOWS if far else BLOWS[:1]:
                yield f"{action}+{item.id}", Part(form=BLOW.form, item=item.id, parameters={"action": action})
    if near and far:
        yield GRAPPLE.form, Part(form=GRAPPLE.form)


def _lapsed(fight: Fight, intent: Intent, cost: Mapping[str, int], reasons: tuple[Reason, ...]) -> Happened:
    """An action that its actor can no longer carry out: its action units are gone all the same.

    Rule: CHA-2.9.
    """
    actor = fight.combatants[intent.actor]
    left = units_left(fight, actor)
    paid = min(cost.get(UNITS, 0), left)
    changes = (Change(actor.id, f"budget.{UNITS}", left, left - paid),) if paid else ()
    data: dict[str, Json] = {"who": actor.id, "action": intent.parts[0].form, UNITS: paid, "because": reasons[0].code}
    return Happened("action_lapsed", actor.id, data, changes, LAPSED)
