"""Brawl: the smallest system that has everything, for the test that a sixth one needs nothing else.

Roll a W6 up to your might; a hit takes hearts, and who has none left is out.
"""

from collections.abc import Collection
from functools import cache
from importlib.resources import files

from combat.core.citation import cite
from combat.core.derived import Derived, DerivedStep, DerivedValue
from combat.core.description import Flag, ItemKind, Option, OptionValue, Pool, RulesetInfo, Status
from combat.core.dice import Dice, chance, within
from combat.core.event import Change, Happened, Modifier, Rolled
from combat.core.fight import FIGHT, Combatant, Fight
from combat.core.glossary import Glossary
from combat.core.intent import Check, Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Emit, Procedure, Roll
from combat.core.reference import load_rules, load_rulings, load_sections
from combat.core.ruleset import Moment, Ruleset
from combat.core.schema import Field, FieldKind, Schema
from combat.core.sheet import Sheet
from combat.core.table import Tables
from combat.core.value import JsonMap

W6 = Dice(1, 6)
STRIKE = "strike"
BOLD = Field(path="bold", kind=FieldKind.BOOLEAN, default=False, rules=cite("COI-1.2"))
SHEET = Schema(
    fields=(
        Field(path="attributes.might", default=3, minimum=1, maximum=6, group="attribute", rules=cite("COI-1.1")),
        Field(path="maxima.hearts", default=3, minimum=1, maximum=9, group="maximum"),
        Field(path="pools.hearts", minimum=0, maximum_from="maxima.hearts", state=True, counter=True, group="pools"),
        Field(path="statuses.out", kind=FieldKind.BOOLEAN, optional=True, state=True, group="statuses"),
    )
)
WEAPON = ItemKind(
    key="weapon",
    use="weapon",
    schema=Schema(fields=(Field(path="harm", default=1, minimum=1, maximum=3, group="weapon", rules=cite("COI-1.3")),)),
    summary=("harm",),
)


def _read(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")


TABLES = Tables.load("tables.toml", _read("tables.toml"))
HEARTS = TABLES.number("number.hearts")


@cache
def describe() -> RulesetInfo:
    """Everything pages need to show Brawl."""
    values = tuple(OptionValue(value, f"option.last_stand.{str(value).lower()}") for value in (False, True))
    return RulesetInfo(
        id="coin",
        prefix="COI",
        name="Rauferei",
        version="1",
        sheet=SHEET,
        kinds=(WEAPON,),
        glossary=Glossary.load("glossary.toml", _read("glossary.toml")),
        pools=(Pool(key="hearts", current="pools.hearts", maximum="maxima.hearts", health=True),),
        statuses=(Status(key="out", severity=3, rules=cite("COI-1.4")),),
        flags=(Flag(field=BOLD, stated=True),),
        options=(Option(key="last_stand", default=False, values=values, rules=cite("COI-1.4")),),
        sections=load_sections("sections.toml", _read("sections.toml")),
        rules=load_rules("sections.toml", _read("sections.toml")),
        rulings=load_rulings("rulings.toml", _read("rulings.toml")),
        currency="Taler",
        tables=TABLES,
    )


def _whole(sheet: Sheet, path: str, usual: int) -> int:
    found = sheet.value(path)
    return found if isinstance(found, int) else usual


def _might(sheet: Sheet) -> int:
    return _whole(sheet, "attributes.might", 3)


def derive(sheet: Sheet, options: JsonMap) -> Derived:
    """Might, and whether somebody is out. Rule: COI-1.1."""
    steps = (DerivedStep("might", _might(sheet), cite("COI-1.1")),)
    out = ("out",) if sheet.value("statuses.out") is True else ()
    return Derived(values={"might": DerivedValue(key="might", value=_might(sheet), steps=steps)}, statuses=out)


def _reasons(fight: Fight, who: str) -> tuple[Reason, ...]:
    if who not in fight.combatants:
        return (Reason("nobody", {}, cite("COI-1.2")),)
    sheet = fight.combatants[who].sheet
    return (Reason("is_out", {"who": who}, cite("COI-1.4")),) if sheet.value("statuses.out") is True else ()


def offers(fight: Fight, actor: str, forms: Collection[str] | None = None) -> tuple[Offer, ...]:
    """A blow with every weapon. Rule: COI-1.2."""
    if actor not in fight.combatants or (forms is not None and STRIKE not in forms):
        return ()
    items = [item for item in fight.combatants[actor].sheet.items if item.kind == "weapon"]
    reasons = _reasons(fight, actor)
    return tuple(
        Offer(form=STRIKE, item=item.id, reasons=reasons, needs_target=True, rules=cite("COI-1.2")) for item in items
    )


def _refusals(fight: Fight, intent: Intent) -> tuple[Reason, ...]:
    part = intent.parts[0]
    if part.form != STRIKE:
        return (Reason("no_such_action", {}, cite("COI-1.2")),)
    aimed = len(part.targets) == 1 and part.targets[0] in fight.combatants
    return _reasons(fight, intent.actor) + (() if aimed else (Reason("no_target", {}, cite("COI-1.2")),))


def _check(fight: Fight, actor: Combatant, intent: Intent) -> Check:
    base = (Modifier("might", _might(actor.sheet), "add", cite("COI-1.1")),)
    words = tuple(Modifier("gm", word.value, "add", cite("COI-1.2"), "gm", word.reason) for word in intent.gm_modifiers)
    bold = (Modifier("bold", 1, "add", cite("COI-1.2")),) if actor.flags.get("bold") is True else ()
    number = sum(found.value for found in (*base, *bold, *words))
    window = (None, number) if number > 0 else None
    return Check(
        who=actor.id,
        term=STRIKE,
        dice=W6,
        base=base,
        modifiers=(*bold, *words),
        target_number=number,
        window=window,
        chance=chance(W6, window),
        rules=cite("COI-1.2"),
    )


def preview(fight: Fight, intent: Intent) -> Preview:
    """The roll, or why there is none. Rule: COI-1.2."""
    reasons = _refusals(fight, intent)
    if reasons:
        return Preview(reasons=reasons)
    return Preview(checks=(_check(fight, fight.combatants[intent.actor], intent),))


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Roll up to your might; a hit takes hearts. Rules: COI-1.2 to COI-1.4."""
    reasons = _refusals(fight, intent)
    if reasons:
        raise Refused(reasons)
    actor, target = fight.combatants[intent.actor], fight.combatants[intent.parts[0].targets[0]]
    check = _check(fight, actor, intent)
    faces = (yield Roll(STRIKE, actor.id, W6)).faces
    hit = check.window is not None and within(check.window, faces[0])
    outcome = "success" if hit else "failure"
    data: JsonMap = {"target": target.id, "target_number": check.target_number}
    yield Emit(Rolled(STRIKE, actor.id, W6, faces, check.modifiers, faces[0], check.window, outcome, check.rules, data))
    if hit:
        yield Emit(_hit(fight, actor, target, intent.parts[0].item))


def _hit(fight: Fight, actor: Combatant, target: Combatant, item_id: str) -> Happened:
    item = actor.sheet.item(item_id)
    harm = item.value("harm") if item is not None else 1
    hearts = _whole(target.sheet, "pools.hearts", _whole(target.sheet, "maxima.hearts", HEARTS))
    left = max(hearts - (harm if isinstance(harm, int) else 1), 0)
    changes = (Change(target.id, "pools.hearts", hearts, left),) if left != hearts else ()
    stands = fight.options.get("last_stand") is True and hearts > 0
    if left == 0 and not stands and target.sheet.value("statuses.out") is not True:
        changes = (*changes, Change(target.id, "statuses.out", target.sheet.value("statuses.out"), True))
    data: JsonMap = {"lost": hearts - left, **({"option": ("last_stand",)} if stands and left == 0 else {})}
    return Happened("hit", target.id, data, changes, cite("COI-1.3", "COI-1.4"))


def tick(fight: Fight, moment: Moment) -> Procedure:
    """Everybody in the order he was entered. Rule: COI-1.5."""
    if moment is Moment.ROUND_START:
        order = tuple(fight.combatants)
        changes = [Change(FIGHT, "round", fight.round, fight.round + 1)]
        changes += [Change(FIGHT, "order", fight.order, order)] if order != fight.order else []
        first = order[0] if order else ""
        changes += [Change(FIGHT, "current", fight.current, first)] if first != fight.current else []
        yield Emit(Happened("round_started", FIGHT, {"round": fight.round + 1}, tuple(changes), cite("COI-1.5")))
    elif moment is Moment.TURN_END and fight.current in fight.order:
        later = (*fight.order[fight.order.index(fight.current) + 1 :], "")
        change = Change(FIGHT, "current", fight.current, later[0])
        yield Emit(Happened("turn_ended", fight.current, {"who": fight.current}, (change,), cite("COI-1.5")))


RULESET = Ruleset(describe=describe, derive=derive, offers=offers, preview=preview, perform=perform, tick=tick)
