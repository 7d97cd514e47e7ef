"""Aufraffen, XIAN-6.11: whoever is down may come to once a round."""

from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fight import Combatant, Fight
from combat.core.intent import Check, Intent, Part, Reason
from combat.core.procedure import Emit, Procedure, Roll
from combat.core.standing import has_status
from combat.rulesets.xian.check import DICE, SUCCESS
from combat.rulesets.xian.damage import pain_probe, status_change
from combat.rulesets.xian.form import Deed, form_of
from combat.rulesets.xian.person import trauma

RECOVER = "recover"
RULES = cite("XIAN-3.10", "XIAN-6.11")


def _reasons(fight: Fight, actor: Combatant, part: Part) -> tuple[Reason, ...]:
    """Only who is unconscious or unable to fight can pull himself together, once a round.

    Rule: XIAN-3.10, XIAN-6.11.
    """
    found = []
    if has_status(actor.sheet, "dead"):
        found.append(Reason("cannot_act", {"who": actor.id}, cite("XIAN-6.12")))
    elif not has_status(actor.sheet, "unconscious") and not has_status(actor.sheet, "incapacitated"):
        found.append(Reason("not_down", {"who": actor.id}, RULES))
    if actor.flags.get("recovered") is True:
        found.append(Reason("once_per_round", {"who": actor.id}, RULES))
    return tuple(found)


def _checks(fight: Fight, actor: Combatant, intent: Intent) -> tuple[Check, ...]:
    return (pain_probe(actor, intent.gm_modifiers).check(RULES),)


def _does(fight: Fight, actor: Combatant, intent: Intent) -> Procedure:
    """The check against pain: success, and he is up again; action points stay as they are.

    Rule: XIAN-6.11.
    """
    probe = pain_probe(actor, intent.gm_modifiers)
    faces = (yield Roll("pain_check", actor.id, DICE, probe.window)).faces
    rolled = probe.rolled(faces, RULES, trauma=trauma(actor.sheet))
    changes: tuple[Change, ...] = (
        (Change(actor.id, "flags.recovered", actor.flags.get("recovered"), True),) if fight.round else ()
    )
    term = "still_down"
    if rolled.outcome == SUCCESS:
        term = "recovered"
        for key in ("unconscious", "incapacitated"):
            changes += status_change(actor, key, None)
    yield Emit(rolled, Happened(term, actor.id, {"who": actor.id}, changes, RULES))


FORM = form_of(Deed(RECOVER, lambda _: (), _reasons, _checks, _does, RULES))
