"""Fields of a thing by their addresses: columns, traits, zones, body."""

from __future__ import annotations

from collections.abc import Mapping

from chaos_sheets.errors import FieldError
from chaos_sheets.models import Item
from chaos_sheets.services.common import body_errors, column_errors
from combat.core.description import ItemKind, RulesetInfo
from combat.core.schema import Field
from combat.core.value import Json

COLUMNS = ("name", "price", "repair_cost", "quantity")
CATALOGUE_COLUMNS = (*COLUMNS, "assumption")
_DAMAGE_POINTS = Field(path="damage_points", minimum=0, maximum=999)
_PROTECTION = Field(path="protection", minimum=0, maximum=99)


def item_errors(
    item: Item, values: Mapping[str, Json], info: RulesetInfo, columns: tuple[str, ...] = COLUMNS
) -> list[FieldError]:
    """What is wrong with values for fields of a thing; addresses nobody knows are refused."""
    kind = info.kind(item.kind)
    if kind is None:
        return [FieldError("kind", "not_a_choice", {"choices": [known.key for known in info.kinds]})]
    in_columns = {field: value for field, value in values.items() if field in columns}
    errors = column_errors(item, in_columns)
    body: dict[str, Json] = {}
    for field, value in values.items():
        if field in in_columns:
            continue
        head = field.partition(".")[0]
        if head == "traits":
            errors += _trait_errors(kind, field, value)
        elif head == "zones":
            errors += _zone_errors(kind, field, value, info)
        else:
            body[field] = value
    return errors + body_errors(kind.schema, body)


def _trait_errors(kind: ItemKind, field: str, value: Json) -> list[FieldError]:
    known = next((trait for trait in kind.traits if f"traits.{trait.key}" == field), None)
    if known is None:
        return [FieldError(field, "unknown_field")]
    if value is None:
        return []
    if known.value is None:
        return [] if value is True else [FieldError(field, "wrong_type", {"kind": "boolean"})]
    error = known.value.check(value)
    return [] if error is None else [FieldError(field, error.code, error.data)]


def _zone_errors(kind: ItemKind, field: str, value: Json, info: RulesetInfo) -> list[FieldError]:
    parts = field.split(".")
    if not kind.zones or len(parts) < 3 or parts[1] not in {zone.key for zone in info.zones}:
        return [FieldError(field, "unknown_field")]
    is_damage = parts[2:] == ["damage_points"]
    is_protection = len(parts) == 4 and parts[2] == "protection" and parts[3] in info.protections
    if not is_damage and not is_protection:
        return [FieldError(field, "unknown_field")]
    error = (_DAMAGE_POINTS if is_damage else _PROTECTION).check(value)
    return [] if error is None else [FieldError(field, error.code, error.data)]
