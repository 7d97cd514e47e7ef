"""What people type, read as the values of a record: by the schema of its kind, by nothing else."""

from __future__ import annotations

from dataclasses import replace

from chaos_sheets.errors import FieldError, Invalid, number_fault
from chaos_sheets.models import Character, Item
from chaos_sheets.numbers import parts_in, whole_in
from chaos_sheets.words import in_unit
from combat.core.description import RulesetInfo
from combat.core.schema import Field, FieldKind, Schema
from combat.core.value import Json

LONGEST = 100_000
LONGEST_NUMBER = 13
COLUMNS = {
    "name": FieldKind.TEXT,
    "notes": FieldKind.TEXT,
    "public_name": FieldKind.TEXT,
    "quantity": FieldKind.INTEGER,
    "price": FieldKind.INTEGER,
    "repair_cost": FieldKind.INTEGER,
}
OPTIONAL_COLUMNS = ("price", "repair_cost")
TRUE, FALSE = ("true", "on", "1"), ("false", "")


def field_for(row: Character | Item, path: str, info: RulesetInfo) -> Field:
    """The field at an address of a record; raises Invalid for one that nobody writes by hand."""
    head, _, rest = path.partition(".")
    if path in COLUMNS:
        return Field(path=path, kind=COLUMNS[path], optional=path in OPTIONAL_COLUMNS, max_length=LONGEST)
    if isinstance(row, Character):
        known = info.sheet.field(path)
    else:
        kind = info.kind(row.kind)
        known = (kind.schema if kind else Schema()).field(path)
        if known is None and head == "zones":
            known = Field(path=path, minimum=0)
        if known is None and head == "traits" and kind is not None:
            trait = next((trait for trait in kind.traits if trait.key == rest), None)
            if trait is not None:
                known = (
                    replace(trait.value, optional=True)
                    if trait.value
                    else Field(path=path, kind=FieldKind.BOOLEAN, optional=True)
                )
    if known is None:
        raise Invalid.of(path, "unknown_field")
    return known


def read(field: Field, path: str, text: str, info: RulesetInfo | None = None) -> Json:
    """The value that a text means for a field; raises Invalid with what to do.

    A number that ``info`` shows in a larger unit than it is kept in is typed as it is shown: 4,5 cm.
    """
    match field.kind:
        case FieldKind.INTEGER:
            return _whole(field, path, text, _parts(field, info))
        case FieldKind.BOOLEAN:
            return _yes_or_no(field, path, text)
        case FieldKind.CHOICES:
            return [part for part in text.split(",") if part]
        case FieldKind.CHOICE | FieldKind.DICE | FieldKind.LENGTH:
            plain = text.strip().replace("−", "-")
            return None if not plain and field.optional else plain
        case FieldKind.TEXT:
            # Browsers send line ends as two characters; what is stored has one.
            return text.replace("\r\n", "\n")


def _parts(field: Field, info: RulesetInfo | None) -> int:
    return info.shown_in.get(field.unit, ("", 1))[1] if info else 1


def _whole(field: Field, path: str, text: str, many: int) -> int | None:
    if not text.strip() and (field.optional or field.maximum_from):
        return None
    found = whole_in(text, LONGEST_NUMBER) if many == 1 else parts_in(text, many, LONGEST_NUMBER)
    if found is None:
        code, data = number_fault(text, LONGEST_NUMBER, field) if many == 1 else ("not_a_decimal", {})
        raise Invalid([FieldError(path, code, data)])
    return found


def as_shown(error: Invalid, field: Field, info: RulesetInfo) -> Invalid:
    """The same refusal with its bounds in the unit in which the field is typed."""
    if _parts(field, info) == 1:
        return error
    return Invalid(
        [
            FieldError(
                each.field,
                each.code,
                {
                    name: in_unit(info, bound, field.unit)[0] if isinstance(bound, int) else bound
                    for name, bound in each.data.items()
                },
            )
            for each in error.errors
        ]
    )


def _yes_or_no(field: Field, path: str, text: str) -> bool | None:
    plain = text.strip().lower()
    if plain in TRUE:
        return True
    if plain in FALSE:
        return None if field.optional and not plain else False
    raise Invalid([FieldError(path, "wrong_type")])
