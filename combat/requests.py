"""Requests and answers as JSON: read with an error per field, written as they were read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from chaos_sheets.errors import FieldError, Invalid
from combat.core.description import COVER, RulesetInfo
from combat.core.fight import Fight
from combat.core.intent import GmModifier, Intent, Part
from combat.core.procedure import Answer, Procedure
from combat.core.ruleset import Ruleset
from combat.core.schema import Field, FieldKind
from combat.core.value import Json, JsonMap, thawed
from combat.steps import Step, course

_ID = Field(path="id", kind=FieldKind.TEXT, max_length=80)
_TEXT = Field(path="text", kind=FieldKind.TEXT, max_length=500)
_MODIFIER = Field(path="value", minimum=-200, maximum=200)
MOST_PARTS = 12
MOST_TARGETS = 60
MOST_FACES = 60
HOUSE = "gm"
"""Who pays where the game master lets no sheet pay."""
NOBODY = Intent(actor="", parts=())
"""The intent of a request in which nobody acts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What somebody wants done, and what people told the app about it.

    `combatants` and `pairs` hold stated flags by id; `things` the covers that matter; `encounter` its number or None.
    `step` moves that encounter on: then nobody acts. `shown` is round and turn as the page showed them, if it says so.
    `payer` pays what it costs instead of the actor: somebody's ref, or HOUSE for no sheet at all.
    """

    intent: Intent
    combatants: Mapping[str, JsonMap] = field(default_factory=dict)
    things: tuple[str, ...] = ()
    flags: JsonMap = field(default_factory=dict)
    pairs: Mapping[str, JsonMap] = field(default_factory=dict)
    encounter: int | None = None
    step: Step | None = None
    shown: tuple[int, str] | None = None
    payer: str = ""

    @property
    def cause(self) -> str:
        """What its entry in the journal is called: the step, or the form of the first part."""
        return str(self.step) if self.step else self.intent.parts[0].form[:40]


def actor_of(request: JsonMap) -> str:
    """Who acts in a stored request: a ref, empty for a step of a fight."""
    intent = request.get("intent")
    return str(intent.get("actor", "")) if isinstance(intent, Mapping) else ""


class Reader:
    """Collects what is wrong while a request is read."""

    def __init__(self) -> None:
        self.errors: list[FieldError] = []

    def finish(self) -> None:
        if self.errors:
            raise Invalid(self.errors)

    def wrong(self, path: str, code: str, **data: Json) -> None:
        self.errors.append(FieldError(path, code, data))

    def check(self, path: str, known: Field, value: Json) -> bool:
        error = known.check(value)
        if error is not None:
            self.errors.append(FieldError(path, error.code, error.data))
        return error is None

    def number(self, path: str, value: Json) -> int | None:
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        self.wrong(path, "wrong_type", kind="integer")
        return None

    def text(self, path: str, value: Json, known: Field = _ID) -> str:
        return value if self.check(path, known, value) and isinstance(value, str) else ""

    def map(self, path: str, value: Json) -> Mapping[str, Json]:
        if value is None:
            return {}
        if isinstance(value, Mapping):
            return value
        self.wrong(path, "wrong_type", kind="map")
        return {}

    def list(self, path: str, value: Json, most: int) -> list[Json]:
        if value is None:
            return []
        if not isinstance(value, list | tuple):
            self.wrong(path, "wrong_type", kind="list")
            return []
        if len(value) > most:
            self.wrong(path, "too_many", maximum=most)
        return list(value)


def procedure_of(rules: Ruleset, fight: Fight, request: Request) -> Procedure:
    """What is asked for as the rules play it: an action, or a step of the fight."""
    return course(rules, fight, request.step) if request.step else rules.perform(fight, request.intent)


def request_from_json(data: Json, info: RulesetInfo) -> Request:
    """Read `{"fight": {…}, "intent": {…}}`; raises Invalid with an error for each field that is wrong."""
    reader = Reader()
    whole = reader.map("", data)
    step = _read_step(reader, whole.get("step"))
    intent = read_intent(reader, whole.get("intent")) if step is None else NOBODY
    fight = reader.map("fight", whole.get("fight"))
    encounter = reader.number("fight.encounter", fight.get("encounter"))
    if step is not None and encounter is None:
        reader.wrong("fight.encounter", "required")
    shown = reader.number("fight.round", fight.get("round"))
    payer = reader.text("payer", whole.get("payer") or "")
    current = reader.text("fight.current", fight.get("current") or "")
    things = reader.map("fight.things", fight.get("things"))
    stated = _read_stated(reader, fight, info, may_end=encounter is not None)
    if len(stated.combatants) > MOST_TARGETS or len(things) > MOST_TARGETS:
        reader.wrong("fight", "too_many", maximum=MOST_TARGETS)
    reader.finish()
    return replace(
        stated,
        intent=intent,
        things=tuple(things),
        encounter=encounter,
        step=step,
        shown=None if shown is None else (shown, current),
        payer="" if step else payer,
    )


def stated_from_json(data: Json, info: RulesetInfo, encounter: int) -> Request:
    """Read `{"flags": …, "combatants": …, "pairs": …}`: what people tell of an encounter; None takes it back."""
    reader = Reader()
    stated = _read_stated(reader, reader.map("fight", data), info, may_end=True)
    reader.finish()
    return replace(stated, encounter=encounter)


def _read_stated(reader: Reader, fight: Mapping[str, Json], info: RulesetInfo, *, may_end: bool = False) -> Request:
    def flags(path: str, entry: Json, scope: str) -> dict[str, Json]:
        return read_flags(reader, path, reader.map(path, entry), info, scope, may_end=may_end)

    combatants = {}
    for name, entry in reader.map("fight.combatants", fight.get("combatants")).items():
        path = f"fight.combatants.{name}"
        stated = reader.map(path, entry).get("flags")
        combatants[reader.text(path, name)] = flags(f"{path}.flags", stated, "combatant")
    pairs = {
        name: flags(f"fight.pairs.{name}", entry, "pair")
        for name, entry in reader.map("fight.pairs", fight.get("pairs")).items()
    }
    found = flags("fight.flags", fight.get("flags"), "fight")
    return Request(intent=NOBODY, combatants=combatants, flags=found, pairs=pairs)


def _read_step(reader: Reader, data: Json) -> Step | None:
    if data is None:
        return None
    known = [str(step) for step in Step]
    if data not in known:
        reader.wrong("step", "not_a_choice", choices=list(known))
        return None
    return Step(str(data))


def read_flags(
    reader: Reader,
    path: str,
    stated: Mapping[str, Json],
    info: RulesetInfo,
    scope: str,
    *,
    may_end: bool = False,
) -> dict[str, Json]:
    """Flags that the ruleset knows in this place, checked by its fields; nobody is a cover.

    ``may_end``: None is said, not left out.
    """
    known = {flag.field.path: flag.field for flag in info.flags if flag.scope == scope}
    found: dict[str, Json] = {}
    for name, value in stated.items():
        if name not in known:
            reader.wrong(f"{path}.{name}", "unknown_field")
        elif value is None:
            found |= {name: None} if may_end else {}
        elif known[name].unit == COVER and str(value).startswith("character:"):
            reader.wrong(f"{path}.{name}", "not_a_choice")
        elif reader.check(f"{path}.{name}", known[name], value):
            found[name] = value
    return found


def read_intent(reader: Reader, data: Json) -> Intent:
    whole = reader.map("intent", data)
    parts = reader.list("intent.parts", whole.get("parts"), MOST_PARTS)
    if not parts:
        reader.wrong("intent.parts", "required")
    modifiers = reader.list("intent.gm_modifiers", whole.get("gm_modifiers"), MOST_PARTS)
    return Intent(
        actor=reader.text("intent.actor", whole.get("actor", "")),
        parts=tuple(read_part(reader, f"intent.parts.{index}", part) for index, part in enumerate(parts)),
        gm_modifiers=tuple(
            _read_modifier(reader, f"intent.gm_modifiers.{index}", entry) for index, entry in enumerate(modifiers)
        ),
    )


def read_part(reader: Reader, path: str, data: Json) -> Part:
    whole = reader.map(path, data)
    targets = reader.list(f"{path}.targets", whole.get("targets"), MOST_TARGETS)
    return Part(
        form=reader.text(f"{path}.form", whole.get("form", "")),
        item=reader.text(f"{path}.item", whole.get("item") or ""),
        targets=tuple(reader.text(f"{path}.targets.{index}", target) for index, target in enumerate(targets)),
        parameters=reader.map(f"{path}.parameters", whole.get("parameters")),
    )


def _read_modifier(reader: Reader, path: str, data: Json) -> GmModifier:
    whole = reader.map(path, data)
    value = whole.get("value")
    is_fit = reader.check(f"{path}.value", _MODIFIER, value)
    reason = reader.text(f"{path}.reason", whole.get("reason") or "", _TEXT)
    return GmModifier(value=value if is_fit and isinstance(value, int) else 0, reason=reason)


def check_parameters(parts: Iterable[Part], known: Mapping[tuple[str, str], tuple[Field, ...]]) -> None:
    """Refuse parameters that an offered form does not know or whose values cannot be; one error per field.

    Offers list what can be chosen now; a choice that is not among them (a mode the weapon lacks) is the ruleset's to
    refuse, with its reason.
    """
    reader = Reader()
    for index, part in enumerate(parts):
        fields = known.get((part.form, part.item), known.get((part.form, "")))
        if fields is None:
            continue
        by_path = {field.path: field for field in fields}
        for name, value in part.parameters.items():
            path = f"intent.parts.{index}.parameters.{name}"
            if name not in by_path:
                reader.wrong(path, "unknown_field")
            elif value is not None:
                error = by_path[name].check(value)
                if error is not None and error.code != "not_a_choice":
                    reader.wrong(path, error.code, **error.data)
    reader.finish()


# --- answers and questions ------------------------------------------------------------------------------------


def answers_from_json(data: Json, *, source: str = "typed") -> dict[str, Answer]:
    """Read `{"attack": {"faces": [37]}, "reaction.0.choice": {"choice": "dodge"}}`."""
    reader = Reader()
    found = {}
    for name, entry in reader.map("answers", data).items():
        path = f"answers.{name}"
        whole = reader.map(path, entry)
        faces = reader.list(f"{path}.faces", whole.get("faces"), MOST_FACES)
        if any(not isinstance(face, int) or isinstance(face, bool) for face in faces):
            reader.wrong(f"{path}.faces", "wrong_type", kind="integer")
        choice = reader.text(f"{path}.choice", whole.get("choice") or "")
        found[name] = Answer(faces=tuple(face for face in faces if isinstance(face, int)), choice=choice, source=source)
    reader.finish()
    return found


def answers_to_json(answers: Mapping[str, Answer]) -> dict[str, Json]:
    return {
        name: {"faces": list(answer.faces), "choice": answer.choice, "source": answer.source}
        for name, answer in answers.items()
    }


def has_rolled(kept: Mapping[str, JsonMap]) -> bool:
    """Whether a die of what waits has fallen."""
    return any(answer.faces for answer in answers_kept(kept).values())


def answers_kept(data: Mapping[str, JsonMap]) -> dict[str, Answer]:
    """The answers that `answers_to_json` wrote."""
    found = {}
    for name, entry in data.items():
        faces = entry["faces"]
        found[name] = Answer(
            faces=tuple(face for face in faces if isinstance(face, int)) if isinstance(faces, list) else (),
            choice=str(entry["choice"]),
            source=str(entry["source"]),
        )
    return found


def part_to_json(part: Part) -> dict[str, Json]:
    return {
        "form": part.form,
        "item": part.item,
        "targets": list(part.targets),
        "parameters": thawed(part.parameters),
    }


def intent_to_json(intent: Intent) -> dict[str, Json]:
    return {
        "actor": intent.actor,
        "parts": [part_to_json(part) for part in intent.parts],
        "gm_modifiers": [{"value": modifier.value, "reason": modifier.reason} for modifier in intent.gm_modifiers],
    }


def request_to_json(request: Request) -> dict[str, Json]:
    """The request in one form, whatever was left out when it came in."""
    fight: dict[str, Json] = {
        "combatants": {name: {"flags": thawed(flags)} for name, flags in request.combatants.items()},
        "things": {name: {} for name in request.things},
        "flags": thawed(request.flags),
        "pairs": thawed(request.pairs),
    }
    if request.encounter is not None:
        fight["encounter"] = request.encounter
    if request.shown is not None:
        fight["round"], fight["current"] = request.shown
    if request.step is not None:
        return {"fight": fight, "step": str(request.step)}
    payer: dict[str, Json] = {"payer": request.payer} if request.payer else {}
    return {"fight": fight, "intent": intent_to_json(request.intent), **payer}
