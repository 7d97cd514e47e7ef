"""Befreien, FHT-3.10, on one's own turn: against the holder's roll of this round, or one he makes now."""

from combat.core.bill import words_of_gm
from combat.core.body import text, whole
from combat.core.citation import cite
from combat.core.fight import Combatant
from combat.core.intent import Check, Reason
from combat.core.procedure import Procedure
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.act import Act, Deed
from combat.rulesets.fhtagn.contest import settle
from combat.rulesets.fhtagn.modifiers import GM, own_state
from combat.rulesets.fhtagn.roll import Die, Goal, check_of, goal
from combat.rulesets.fhtagn.scene import Scene
from combat.rulesets.fhtagn.states import holder_of
from combat.rulesets.fhtagn.strain import strains
from combat.rulesets.fhtagn.turn import spend
from combat.rulesets.fhtagn.verdict import comes_free

ESCAPED = cite("FHT-3.10", "FHT-9.38")


def wrestling_goal(scene: Scene, who: str) -> Goal:
    """Strength times five or unarmed combat, whichever is better.

    Rule: FHT-3.10.
    """
    sheet = scene.sheet(who)
    return goal(person.value_bill(sheet, "wrestling"), own_state(sheet), scene.house)


def escape_goal(scene: Scene, deed: Deed) -> Goal:
    """The same with what the game master adds.

    Rule: FHT-3.10.
    """
    sheet = deed.actor.sheet
    found = (*own_state(sheet), *words_of_gm(deed.intent.gm_modifiers, GM))
    return goal(person.value_bill(sheet, "wrestling"), found, scene.house)


def held_roll(holder: Combatant) -> Die | None:
    """The roll of this round with which somebody is held, the pinning itself included.

    Rule: FHT-3.10, FHT-9.38.
    """
    face = whole(holder.flags.get("hold_die"))
    return Die(face, text(holder.flags.get("hold_outcome"), "failure")) if face else None


def _holder(scene: Scene, deed: Deed) -> Combatant:
    return holder_of(scene.fight, deed.actor.id) or scene.who(deed.target)


def _reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    held = person.has(deed.actor.sheet, "pinned")
    return () if held else (Reason("not_pinned", {"who": deed.actor.id}, cite("FHT-3.10")),)


def _checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    found = [check_of("escape", deed.actor.id, escape_goal(scene, deed), ESCAPED)]
    holder = _holder(scene, deed)
    if held_roll(holder) is None:
        found.insert(0, check_of("hold", holder.id, wrestling_goal(scene, holder.id), ESCAPED))
    return tuple(found)


def _happens(scene: Scene, deed: Deed) -> Procedure:
    """Won, and one is free; anything else leaves one pinned.

    Rule: FHT-3.10, FHT-4.10.
    """
    who, holder = deed.actor.id, _holder(scene, deed)
    yield scene.tell(*spend(scene, who, "escape"))
    hold = held_roll(holder)
    if hold is None:
        hold = yield from scene.test("hold", holder.id, wrestling_goal(scene, holder.id), ESCAPED, exertion=True)
    die = yield from scene.test("escape", who, escape_goal(scene, deed), ESCAPED, {"target": holder.id}, exertion=True)
    if settle(hold, die, "escape", scene.house).winner == "defender":
        yield from comes_free(scene, who, die)
    yield from strains(scene)


ESCAPE = Act("escape", _happens, cite("FHT-3.10"), _reasons, checks=_checks, costs=True, person=True)
