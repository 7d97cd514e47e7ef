"""What all services share: who is at work, and what a value must be to be saved."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Model

from chaos_sheets import policy
from chaos_sheets.errors import FieldError, Invalid, ServiceError
from chaos_sheets.models import Campaign, Character, Item, User
from chaos_sheets.records import KEY
from combat.core.description import Option
from combat.core.schema import Collection, Field, FieldKind, Schema, SchemaError
from combat.core.value import Json
from combat.registry import ruleset_name

LARGEST = 10**12


class Edit(NamedTuple):
    """One value of a form: what it showed and what it shall be."""

    shown: Json
    value: Json


class Retired(ServiceError):
    status = 409


def at_work(*, user: User, campaign: Campaign) -> policy.Viewer:
    """The user in a campaign in which something may be changed."""
    who = policy.viewer(user=user, campaign=campaign)
    if who.campaign.retired:
        raise Retired("campaign_retired")
    return who


def hashed(token: str) -> str:
    """What is kept of a token: enough to know it again, nothing to sign in with."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def of_this_system(who: policy.Viewer, row: Item | Character, field: str) -> None:
    """Stock of another system is no secret: whoever asks for it is told why he cannot have it."""
    if row.campaign_id is None and row.ruleset != who.campaign.ruleset:
        raise Invalid.of(field, "other_ruleset", **systems_apart(row, who.campaign))


def systems_apart(row: Item | Character, campaign: Campaign) -> dict[str, str]:
    """The two systems by their names, for the sentence that says why one cannot have a thing of the other."""
    return {"name": row.name, "theirs": ruleset_name(row.ruleset), "ours": ruleset_name(campaign.ruleset)}


def price_in(campaign: Campaign, price: int) -> int:
    """A price of the ruleset's catalogue in the campaign's currency, rounded half up."""
    return int((Decimal(price) * Decimal(campaign.rate)).quantize(Decimal(1), ROUND_HALF_UP))


def need_reason(reason: str) -> str:
    reason = reason.strip()
    if not reason:
        raise Invalid.of("reason", "required")
    check_text("reason", reason)
    return reason


def check_text(field: str, text: str) -> None:
    error = Field(path=field, kind=FieldKind.TEXT, max_length=2000).check(text)
    if error is not None:
        raise Invalid([FieldError(*error)])


# --- columns --------------------------------------------------------------------------------------------------


def column_errors(row: Model, values: Mapping[str, Json]) -> list[FieldError]:
    """What is wrong with values of columns, by the model's own validators."""
    errors = []
    for name, value in values.items():
        error = _column_error(row, name, value)
        if error is not None:
            errors.append(error)
    return errors


def _column_error(row: Model, name: str, value: Json) -> FieldError | None:
    field = row._meta.get_field(name)
    kind = field.get_internal_type()
    is_number = kind.endswith("IntegerField")
    expected: type = int if is_number else bool if kind == "BooleanField" else str
    if value is None and field.null:
        return None
    if not isinstance(value, expected) or (is_number and isinstance(value, bool)):
        return FieldError(name, "wrong_type", {"kind": expected.__name__})
    if is_number and isinstance(value, int):
        lowest = 0 if kind.startswith("Positive") else -LARGEST
        if value < lowest:
            return FieldError(name, "too_small", {"minimum": lowest})
        largest = 10**6 if kind == "PositiveIntegerField" else LARGEST
        if value > largest:
            return FieldError(name, "too_large", {"maximum": largest})
    return _validator_error(row, name, value)


_CODES = {"blank": "required", "null": "required", "invalid_choice": "not_a_choice"}


def _validator_error(row: Model, name: str, value: Json) -> FieldError | None:
    try:
        row._meta.get_field(name).clean(value, row)  # type: ignore[union-attr]
    except ValidationError as error:
        first = error.error_list[0]
        if first.code == "max_length":
            return FieldError(name, "too_long", {"maximum": int((first.params or {})["limit_value"])})
        if first.code == "forbidden_characters":
            return FieldError(name, "forbidden_character", {})
        if name == "username" and first.code == "invalid":
            return FieldError(name, "bad_user_name", {})
        return FieldError(name, _CODES.get(first.code or "", "wrong_type"), {})
    return None


# --- bodies ---------------------------------------------------------------------------------------------------


def body_errors(schema: Schema, values: Mapping[str, Json]) -> list[FieldError]:
    """What is wrong with values at addresses of a body; addresses the schema does not know are refused."""
    errors: list[FieldError] = []
    for path, value in values.items():
        known = schema.field(path)
        if known is not None and not _has_bad_key(schema, path):
            error = None if value is None and _may_be_absent(known) else known.check(value)
            errors += _found(_bounded(path, error, value))
            continue
        collection = _collection_of(schema, path)
        if collection is None and known is None:
            errors.append(FieldError(path, "unknown_field"))
        elif _has_bad_key(schema, path):
            errors.append(FieldError(path, "bad_key"))
        elif collection is not None and value is not None:
            errors += _entry_errors(collection, path, value)
    return errors


def _may_be_absent(field: Field) -> bool:
    return field.optional or field.default is not None or bool(field.maximum_from)


def _bounded(path: str, error: SchemaError | None, value: Json) -> SchemaError | None:
    if error is None and isinstance(value, int) and abs(value) > LARGEST:
        return SchemaError(path, "too_large" if value > 0 else "too_small", {"maximum": LARGEST, "minimum": -LARGEST})
    return error


def _found(error: SchemaError | None) -> list[FieldError]:
    return [] if error is None else [FieldError(*error)]


def _has_bad_key(schema: Schema, path: str) -> bool:
    """Whether the path leads into an entry of a collection whose key is none."""
    above = next((known for known in schema.collections if path.startswith(f"{known.path}.")), None)
    key = path.removeprefix(f"{above.path}.").partition(".")[0] if above else ""
    return above is not None and not KEY.fullmatch(key)


def _collection_of(schema: Schema, path: str) -> Collection | None:
    """The collection of which the path names one whole entry."""
    for collection in schema.collections:
        key = path.removeprefix(f"{collection.path}.")
        if key != path and "." not in key:
            return collection
    return None


def _entry_errors(collection: Collection, path: str, value: Json) -> list[FieldError]:
    if not isinstance(value, Mapping):
        return [FieldError(path, "wrong_type", {"kind": "map"})]
    errors = []
    known = {field.path: field for field in collection.fields}
    for name, inner in value.items():
        if name not in known:
            errors.append(FieldError(f"{path}.{name}", "unknown_field"))
        elif inner is not None or not _may_be_absent(known[name]):
            errors += [FieldError(f"{path}.{name}", error.code, error.data) for error in _checked(known[name], inner)]
    return errors


def _checked(field: Field, value: Json) -> list[SchemaError]:
    error = _bounded(field.path, field.check(value), value)
    return [] if error is None else [error]


# --- house rules ----------------------------------------------------------------------------------------------


def option_errors(option: Option | None, name: str, value: Json) -> list[FieldError]:
    """What is wrong with the setting of a house rule."""
    field = f"options.{name}"
    if option is None:
        return [FieldError(field, "unknown_field")]
    if option.values:
        fits = any(value == choice.value and type(value) is type(choice.value) for choice in option.values)
        choices = [choice.value for choice in option.values]
        return [] if fits else [FieldError(field, "not_a_choice", {"choices": choices})]
    if not isinstance(value, int) or isinstance(value, bool):
        return [FieldError(field, "wrong_type", {"kind": "integer"})]
    if option.minimum is not None and value < option.minimum:
        return [FieldError(field, "too_small", {"minimum": option.minimum})]
    if option.maximum is not None and value > option.maximum:
        return [FieldError(field, "too_large", {"maximum": option.maximum})]
    return []
