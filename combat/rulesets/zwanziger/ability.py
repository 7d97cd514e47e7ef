"""Fähigkeiten und Zauber, W20-1.13 und 3: they take a slot or the reaction, and do what is noted of them."""

from collections.abc import Mapping
from functools import partial

from combat.core.body import dice, inner, names_in, optional, text
from combat.core.citation import cite
from combat.core.event import Happened, Modifier
from combat.core.fields import choice
from combat.core.fight import Fight
from combat.core.form import Form
from combat.core.intent import Check, Part, Reason
from combat.core.procedure import Step
from combat.core.schema import Field
from combat.core.sheet import Sheet
from combat.core.value import Json, JsonMap
from combat.rulesets.zwanziger.announce import ADJUST, BONUS, Asked, one_target
from combat.rulesets.zwanziger.attack import undefended
from combat.rulesets.zwanziger.data import number
from combat.rulesets.zwanziger.exchange import resolve
from combat.rulesets.zwanziger.form import Act, Candidates, form_of
from combat.rulesets.zwanziger.person import burdens
from combat.rulesets.zwanziger.roll import Test, check_of, shown
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.strike import BEHIND, Harm, Strike, added, attack_test
from combat.rulesets.zwanziger.turn import (
    Price,
    not_now,
    out_of_action,
    paid,
    price_of,
    reacted,
    reaction_reasons,
    tired,
    tiredness,
)
from combat.rulesets.zwanziger.words import ARTS, DEFENCES, KINDS, REACTION

NOTED = cite("W20-1.13")
REACTING = cite("W20-3.5", "W20-3.7")
STANDING = ("block", "parry")
"""Defences against a spell that is no projectile: there is nothing to dodge."""
DIE = number("attack_die")


def known_of(sheet: Sheet, form: str) -> tuple[str, ...]:
    """The abilities or spells on a sheet that a form is made for: ``spell_utility`` is for utility spells.

    Rule: W20-1.13.
    """
    art, _, kind = form.partition("_")
    found = inner(sheet.body, "abilities")
    return tuple([key for key in found if _is(inner(found, key), art, kind)])


def _is(record: JsonMap, art: str, kind: str) -> bool:
    return (text(record.get("art"), ARTS[0]), text(record.get("kind"), KINDS[0])) == (art, kind)


def _record(found: Asked) -> tuple[JsonMap, tuple[Reason, ...]]:
    """The ability that is used: the one named, else the first."""
    known = known_of(found.actor.sheet, found.part.form)
    key = found.word("ability", known[0] if known else "")
    if key not in known:
        return {}, (Reason("unknown_ability", {"ability": key}, NOTED),)
    return inner(inner(found.actor.sheet.body, "abilities"), key), ()


def _roll_base(record: JsonMap) -> tuple[Modifier, ...]:
    """The roll value of an ability, nothing where it has none.

    Rule: W20-1.13.
    """
    stated = optional(record.get("value"))
    return () if stated is None else (Modifier("roll_value", stated, "add", NOTED),)


def _said(record: JsonMap) -> tuple[Reason, ...]:
    """What is noted of an ability, for the table to apply: read by whoever announces it, and by nobody else.

    Rule: W20-1.13.
    """
    noted = text(record.get("text"))
    return (Reason("as_noted", {"ability": _name(record), "text": noted}, NOTED),) if noted else ()


def _used(stage: Stage, found: Asked, record: JsonMap) -> Step[None]:
    data: dict[str, Json] = {"who": found.actor.id, "ability": _name(record)}
    yield stage.tell(Happened("ability_used", found.actor.id, data, (), NOTED))


def _name(record: JsonMap) -> str:
    """What the owner of a sheet calls an ability, empty where it has no name of its own."""
    return text(record.get("label"))


# --- offensive ------------------------------------------------------------------------------------------------


def _read_offensive(found: Asked) -> Act:
    """An offensive ability or spell: with a roll value it is an attack, without one it takes effect as noted.

    Rule: W20-3.3, W20-1.13, W20-7.1.
    """
    price = price_of(found.fight, found.actor, found.part.form)
    record, wrong = _record(found)
    target, missing = one_target(found)
    reasons = not_now(found.fight, found.actor, price) + wrong + missing
    strike = _strike(found, record, "" if target is None else target.id)
    checks: tuple[Check, ...] = () if strike is None else (check_of(strike.test),)
    go = partial(_offend, found, record, strike, price)
    notes = (*_said(record), *(() if strike is None else strike.notes))
    return Act(reasons, price, checks, go, undefended(found, target), notes)


def _strike(found: Asked, record: JsonMap, target: str) -> Strike | None:
    """The attack of an ability: a backstab if it has the keyword, and no harder from a mount's back, which is said of
    standard attacks alone.

    Rule: W20-7.1, W20-5.2, W20-5.3.
    """
    base = _roll_base(record)
    if not base:
        return None
    sheet = found.actor.sheet
    behind = (BEHIND,) if record.get("backstab") is True else ()
    test = attack_test(found.actor, base, (*behind, *burdens(sheet), *found.adjusted), NOTED)
    damage = dice(text(record.get("damage")))
    bonus = added(sheet, found.amount("damage_bonus"))
    harm = None if damage is None else Harm(damage, bonus, text(record.get("damage_type")))
    dodgeable = text(record.get("art"), ARTS[0]) == ARTS[0] or record.get("projectile") is True
    return Strike(
        found.part.form,
        test,
        target,
        "",
        DEFENCES if dodgeable else STANDING,
        harm,
        missile=record.get("projectile") is True,
    )


def _offend(found: Asked, record: JsonMap, strike: Strike | None, price: Price, stage: Stage) -> Step[None]:
    yield from paid(stage, found.actor.id, found.part.form, price)
    yield from _used(stage, found, record)
    if strike is not None:
        yield from resolve(stage, strike)


# --- utility and defensive ------------------------------------------------------------------------------------


def _test(found: Asked, record: JsonMap, tired_by: tuple[Modifier, ...] = ()) -> Test | None:
    """The open roll of an ability that has a roll value.

    Rule: W20-1.13.
    """
    base = _roll_base(record)
    modifiers = (*tired_by, *burdens(found.actor.sheet), *found.adjusted)
    return Test("ability_roll", found.actor.id, DIE, base, modifiers, NOTED) if base else None


def _read_plain(found: Asked) -> Act:
    """A utility or defensive ability or spell.

    Rule: W20-3.4, W20-1.13.
    """
    price = price_of(found.fight, found.actor, found.part.form)
    record, wrong = _record(found)
    test = _test(found, record)
    checks: tuple[Check, ...] = () if test is None else (check_of(test),)
    reasons = not_now(found.fight, found.actor, price) + wrong
    go = partial(_plain, found, record, test, price)
    return Act(reasons, price, checks, go, notes=_said(record))


def _plain(found: Asked, record: JsonMap, test: Test | None, price: Price, stage: Stage) -> Step[None]:
    yield from paid(stage, found.actor.id, found.part.form, price)
    yield from _used(stage, found, record)
    if test is not None:
        yield from shown(stage, "ability_roll", test)


# --- reactive -------------------------------------------------------------------------------------------------


def _read_reactive(found: Asked) -> Act:
    """A reaction: once in every turn of everybody, whoever's turn it is; exhaustion makes it harder and grows.

    Rule: W20-3.5, W20-3.7, W20-9.16.
    """
    record, wrong = _record(found)
    test = _test(found, record, tiredness(found.actor, found.house))
    checks: tuple[Check, ...] = () if test is None else (check_of(test),)
    reasons = out_of_action(found.actor, found.house) + reaction_reasons(found.actor) + wrong
    go = partial(_react, found, record, test)
    return Act(reasons, Price(found.actor.id, REACTION), checks, go, notes=_said(record))


def _react(found: Asked, record: JsonMap, test: Test | None, stage: Stage) -> Step[None]:
    yield stage.tell(reacted(stage, found.actor.id))
    yield from _used(stage, found, record)
    if test is not None:
        if found.house.tired_at_once:
            stage.acted("exhaustion_applies")
        yield from shown(stage, "ability_roll", test)
    yield from tired(stage, found.actor.id)


# --- forms ----------------------------------------------------------------------------------------------------


def _known(form: str) -> Candidates:
    def candidates(fight: Fight, actor: str) -> tuple[Part, ...]:
        """Offered to whoever has such an ability."""
        return (Part(form=form),) if known_of(fight.combatants[actor].sheet, form) else ()

    return candidates


def _fields(fight: Fight, actor: str, part: Part) -> tuple[Field, ...]:
    """Which ability, and what is said of its roll and its damage where one of them has any."""
    who = fight.combatants.get(actor)
    keys = known_of(who.sheet, part.form) if who is not None else ()
    if who is None or not keys:
        return ADJUST
    abilities = inner(who.sheet.body, "abilities")
    records = [inner(abilities, key) for key in keys]
    chosen = choice("ability", keys, default=keys[0], choice_names=names_in(abilities), rules=NOTED)
    harms = part.form.endswith(KINDS[0]) and any(text(record.get("damage")) for record in records)
    rolls = any(_roll_base(record) for record in records)
    return (chosen, *((BONUS,) if harms else ()), *(ADJUST if rolls else ()))


def _form(art: str, kind: str) -> Form:
    form = f"{art}_{kind}"
    if kind == "offensive":
        return form_of(_read_offensive, _known(form), _fields, cite("W20-3.3"), needs_target=True)
    if kind == "reactive":
        return form_of(_read_reactive, _known(form), _fields, REACTING)
    return form_of(_read_plain, _known(form), _fields, cite("W20-3.4"))


FORMS: Mapping[str, Form] = {f"{art}_{kind}": _form(art, kind) for art in ARTS for kind in KINDS}
