"""Actions without stored data: the whole fight comes in the request, and what became of it goes back.

Ids are the caller's own. Nothing here reads or writes a table; the same checks hold as for stored sheets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from chaos_sheets.errors import Invalid
from chaos_sheets.services.common import option_errors
from combat.core.description import ItemKind, RulesetInfo
from combat.core.event import Event, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import Intent, Preview
from combat.core.procedure import Question, chained, defaults, recorded, run
from combat.core.schema import Field, FieldKind, Schema
from combat.core.sheet import Item, Sheet, Trait, Zone
from combat.core.value import Json, JsonMap, thawed
from combat.registry import full_budgets, ruleset, ruleset_info
from combat.requests import Reader, answers_from_json, check_parameters, read_flags, read_intent

MOST_COMBATANTS = 60
MOST_ITEMS = 200
_COUNT = Field(path="count", minimum=0, maximum=1_000_000)
_POINTS = Field(path="points", minimum=0, maximum=1_000)
_KEY = Field(path="key", kind=FieldKind.TEXT, max_length=80)


class Performed(NamedTuple):
    """What happened, the question nobody has answered (None: finished), and the fight afterwards."""

    events: tuple[Event, ...]
    question: Question | None
    fight: Fight


def preview(*, ruleset_id: str, request: Json) -> Preview:
    """The checks an intent would need, its cost, and why it would be refused."""
    fight, intent, _answers = _read(ruleset_id, request)
    _check(ruleset_id, fight, intent)
    return ruleset(ruleset_id).preview(fight, intent)


def perform(*, ruleset_id: str, request: Json) -> Performed:
    """Do it with the dice and choices given; stops at the first question that is not answered.

    ``defaults: true`` takes the default of every choice that is not answered; dice always come from the caller.
    """
    fight, intent, answers = _read(ruleset_id, request)
    _check(ruleset_id, fight, intent)
    wants_defaults = isinstance(request, Mapping) and request.get("defaults") is True
    providers = [recorded(answers_from_json(answers)), *([defaults] if wants_defaults else [])]
    outcome = run(ruleset(ruleset_id).perform(fight, intent), chained(*providers))
    return Performed(outcome.events, outcome.question, apply(fight, changes_in(outcome.events)))


def _check(ruleset_id: str, fight: Fight, intent: Intent) -> None:
    if intent.actor not in fight.combatants:
        raise Invalid.of("intent.actor", "not_a_choice", choices=sorted(fight.combatants))
    offers = ruleset(ruleset_id).offers(fight, intent.actor)
    forms = {offer.form for offer in offers}
    for index, part in enumerate(intent.parts):
        if part.form not in forms:
            raise Invalid.of(f"intent.parts.{index}.form", "not_a_choice", choices=sorted(forms))
    check_parameters(intent.parts, {(offer.form, offer.item): offer.parameters for offer in offers})


# --- reading --------------------------------------------------------------------------------------------------


def _read(ruleset_id: str, request: Json) -> tuple[Fight, Intent, Json]:
    info = ruleset_info(ruleset_id)
    reader = _FightReader(info)
    whole = reader.map("", request)
    intent = read_intent(reader, whole.get("intent"))
    fight = reader.fight(reader.map("fight", whole.get("fight")), reader.map("options", whole.get("options")))
    reader.finish()
    return fight, intent, whole.get("answers")


class _FightReader(Reader):
    """Reads a fight that comes as JSON, with an error per field."""

    def __init__(self, info: RulesetInfo) -> None:
        super().__init__()
        self.info = info

    def fight(self, data: Mapping[str, Json], options: Mapping[str, Json]) -> Fight:
        combatants = self.map("fight.combatants", data.get("combatants"))
        things = self.map("fight.things", data.get("things"))
        if not combatants:
            self.wrong("fight.combatants", "required")
        crowded = self.crowded("fight.combatants", combatants, MOST_COMBATANTS)
        if self.crowded("fight.things", things, MOST_ITEMS) or crowded:
            return Fight(ruleset=self.info.id, combatants={})
        house = self.options(options)
        pairs = self.map("fight.pairs", data.get("pairs"))
        order = self.list("fight.order", data.get("order"), MOST_COMBATANTS)
        return Fight(
            ruleset=self.info.id,
            options=house,
            combatants={
                self.text(f"fight.combatants.{name}", name): self.combatant(
                    f"fight.combatants.{name}", name, one, house
                )
                for name, one in combatants.items()
            },
            things={name: self.thing(f"fight.things.{name}", name, one) for name, one in things.items()},
            flags=read_flags(self, "fight.flags", self.map("fight.flags", data.get("flags")), self.info, "fight"),
            pairs={
                name: read_flags(self, f"fight.pairs.{name}", self.map(f"fight.pairs.{name}", one), self.info, "pair")
                for name, one in pairs.items()
            },
            round=self.whole("fight.round", data.get("round"), 0),
            phase=self.text("fight.phase", data.get("phase") or ""),
            order=tuple(self.text("fight.order", name) for name in order),
            current=self.text("fight.current", data.get("current") or ""),
        )

    def crowded(self, path: str, given: Mapping[str, Json], most: int) -> bool:
        """Whether there are too many, which is said."""
        if len(given) > most:
            self.wrong(path, "too_many", maximum=most)
        return len(given) > most

    def whole(self, path: str, value: Json, default: int, known: Field = _COUNT) -> int:
        if value is None:
            return default
        return value if self.check(path, known, value) and isinstance(value, int) else default

    def options(self, stated: Mapping[str, Json]) -> dict[str, Json]:
        known = {option.key: option for option in self.info.options}
        for key, value in stated.items():
            self.errors += option_errors(known.get(key), key, value)
        return dict(stated)

    def combatant(self, path: str, name: str, data: Json, options: JsonMap) -> Combatant:
        one = self.map(path, data)
        sheet = self.sheet(f"{path}.sheet", one.get("sheet"))
        full = {known.key: known.per_round for known in self.info.budgets}
        if not self.errors:  # Nothing is worked out from what is not right.
            full = full_budgets(self.info.id, sheet, options)
        budget = self.map(f"{path}.budget", one.get("budget"))
        for key in budget.keys() - full.keys():
            self.wrong(f"{path}.budget.{key}", "unknown_field")
        flags = self.map(f"{path}.flags", one.get("flags"))
        return Combatant(
            id=name,
            sheet=sheet,
            party=self.text(f"{path}.party", one.get("party") or ""),
            budget={key: self.whole(f"{path}.budget.{key}", budget.get(key), units) for key, units in full.items()},
            flags=read_flags(self, f"{path}.flags", flags, self.info, "combatant"),
        )

    def sheet(self, path: str, data: Json) -> Sheet:
        whole = self.map(path, data)
        items = self.list(f"{path}.items", whole.get("items"), MOST_ITEMS)
        return Sheet(
            body=self.body(f"{path}.body", whole.get("body"), self.info.sheet),
            items=tuple(self.item(f"{path}.items.{index}", item) for index, item in enumerate(items)),
        )

    def body(self, path: str, data: Json, schema: Schema) -> JsonMap:
        body = self.map(path, data)
        for error in schema.check(body):
            self.wrong(f"{path}.{error.path}", error.code, **error.data)
        return body if self.errors else schema.complete(body)

    def thing(self, path: str, name: str, data: Json) -> Item:
        return self.item(path, {**self.map(path, data), "id": name})

    def item(self, path: str, data: Json) -> Item:
        one = self.map(path, data)
        kind = self.info.kind(str(one.get("kind")))
        if kind is None:
            self.wrong(f"{path}.kind", "not_a_choice", choices=[known.key for known in self.info.kinds])
            return Item(id="", kind="")
        fitted = self.list(f"{path}.fitted", one.get("fitted"), MOST_ITEMS)
        return Item(
            id=self.text(f"{path}.id", one.get("id")),
            kind=kind.key,
            key=self.text(f"{path}.key", one.get("key") or "", _KEY),
            quantity=self.whole(f"{path}.quantity", one.get("quantity"), 1),
            repair_cost=self.whole(f"{path}.repair_cost", one.get("repair_cost"), 0),
            traits=self.traits(f"{path}.traits", one.get("traits"), kind),
            body=self.body(f"{path}.body", one.get("body"), kind.schema),
            zones=self.zones(f"{path}.zones", one.get("zones")) if kind.zones else {},
            fitted=tuple(self.item(f"{path}.fitted.{index}", item) for index, item in enumerate(fitted)),
        )

    def traits(self, path: str, data: Json, kind: ItemKind) -> dict[str, Trait]:
        known = {trait.key: trait for trait in kind.traits}
        found: dict[str, Trait] = {}
        for key, value in self.map(path, data).items():
            trait = known.get(key)
            if trait is None:
                self.wrong(f"{path}.{key}", "unknown_field")
            elif trait.value is None and value is True:
                found[key] = True
            elif trait.value is not None and self.check(f"{path}.{key}", trait.value, value) and isinstance(value, int):
                found[key] = value
            elif trait.value is None:
                self.wrong(f"{path}.{key}", "wrong_type", kind="boolean")
        return found

    def zones(self, path: str, data: Json) -> dict[str, Zone]:
        known = {zone.key for zone in self.info.zones}
        found = {}
        for key, value in self.map(path, data).items():
            if key not in known:
                self.wrong(f"{path}.{key}", "unknown_field")
                continue
            zone = self.map(f"{path}.{key}", value)
            protection = self.map(f"{path}.{key}.protection", zone.get("protection"))
            for kind in protection.keys() - set(self.info.protections):
                self.wrong(f"{path}.{key}.protection.{kind}", "unknown_field")
            found[key] = Zone(
                protection={
                    kind: self.whole(f"{path}.{key}.protection.{kind}", points, 0, _POINTS)
                    for kind, points in protection.items()
                },
                damage_points=self.whole(f"{path}.{key}.damage_points", zone.get("damage_points"), 0, _POINTS),
            )
        return found


# --- writing --------------------------------------------------------------------------------------------------


def fight_to_json(fight: Fight) -> dict[str, Json]:
    """The fight in the form in which it comes in."""
    return {
        "combatants": {name: _combatant_to_json(one) for name, one in fight.combatants.items()},
        "things": {name: _item_to_json(item) for name, item in fight.things.items()},
        "flags": thawed(fight.flags),
        "pairs": thawed(fight.pairs),
        "round": fight.round,
        "phase": fight.phase,
        "order": list(fight.order),
        "current": fight.current,
    }


def _combatant_to_json(one: Combatant) -> dict[str, Json]:
    return {
        "sheet": {"body": thawed(one.sheet.body), "items": [_item_to_json(item) for item in one.sheet.items]},
        "party": one.party,
        "budget": dict(one.budget),
        "flags": thawed(one.flags),
    }


def _item_to_json(item: Item) -> dict[str, Json]:
    return {
        "id": item.id,
        "kind": item.kind,
        "key": item.key,
        "quantity": item.quantity,
        "repair_cost": item.repair_cost,
        "traits": dict(item.traits),
        "body": thawed(item.body),
        "zones": {
            key: {"protection": dict(zone.protection), "damage_points": zone.damage_points}
            for key, zone in item.zones.items()
        },
        "fitted": [_item_to_json(fitted) for fitted in item.fitted],
    }
