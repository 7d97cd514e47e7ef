"""Was die Spielleitung einträgt, W20-6.10 bis 6.13: harm from elsewhere, with all that a hit brings."""

from collections.abc import Mapping
from functools import partial

from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.event import Change
from combat.core.fields import choice, number
from combat.core.fight import Fight, apply
from combat.core.form import Form
from combat.core.intent import Check, Part
from combat.core.procedure import Step
from combat.core.value import Json
from combat.rulesets.zwanziger import person
from combat.rulesets.zwanziger.announce import Asked
from combat.rulesets.zwanziger.damage import (
    ARMOURED,
    PER_WOUND,
    Blow,
    aftermath,
    armour_at,
    save_is_due,
    struck,
    wound_save,
    wounds_of,
)
from combat.rulesets.zwanziger.form import Act, form_of
from combat.rulesets.zwanziger.roll import check_of
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.words import ARMOUR, ZONES

FORM = "hit"
STATED = cite("W20-6.10", "W20-6.11")
DAMAGE = number("damage", default=0, high=9999, rules=STATED)
ZONE = choice("zone", ZONES, optional=True, rules=cite("W20-6.7", "W20-1.11"))


def _blow(found: Asked) -> Blow:
    """The harm as stated; armour counts where a zone is named.

    Rule: W20-6.10.
    """
    zone = found.word("zone")
    steps = [DerivedStep("stated_damage", found.amount("damage"), STATED)]
    armour = armour_at(found.actor.sheet, zone) if zone else 0
    if armour:
        steps.append(DerivedStep(ARMOUR, -armour, ARMOURED, {"zone": zone}))
    data: dict[str, Json] = {}
    return Blow(found.actor.id, zone, tuple(steps), data)


def _checks(found: Asked, blow: Blow) -> tuple[Check, ...]:
    """The save that the harm will ask for.

    Rule: W20-6.12.
    """
    sheet, house = found.actor.sheet, found.house
    gained = wounds_of(blow.damage, person.wound_threshold(sheet), house.wounds_up)
    after = person.wounds(sheet) + gained
    wounded = apply(found.fight, [Change(found.actor.id, "pools.wounds", None, after)])
    stage = Stage(wounded)
    hurt = stage.who(found.actor.id).sheet
    if person.is_disabled(hurt, house) or not save_is_due(hurt, house, blow.damage):
        return ()
    goal = PER_WOUND * after
    return (check_of(wound_save(stage, found.actor.id), (goal, None), goal),)


def _read(found: Asked) -> Act:
    """Harm that no attack rolled here has done.

    Rule: W20-6.11.
    """
    blow = _blow(found)
    return Act((), None, _checks(found, blow), partial(_suffer, blow))


def _suffer(blow: Blow, stage: Stage) -> Step[None]:
    yield from struck(stage, blow)
    yield from aftermath(stage, blow, "")


def _candidates(fight: Fight, actor: str) -> tuple[Part, ...]:
    return (Part(form=FORM),)


FORMS: Mapping[str, Form] = {
    FORM: form_of(_read, _candidates, lambda fight, actor, part: (DAMAGE, ZONE), STATED, by="gm")
}
