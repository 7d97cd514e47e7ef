"""Fields of a sheet as places to write. Made in Python: a hundred of them must not cost a hundred templates."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from chaos_sheets.selectors.sheet_view import FieldView, GroupView, ValueView

register = template.Library()
LONG = 300


@register.simple_tag
def bonus_of(group: GroupView, field: FieldView) -> ValueView | None:
    """The derived bonus that stands beside an attribute."""
    return group.bonuses.get(field.field)


@register.simple_tag
def field_input(field: FieldView) -> SafeString:
    """The place where one value is written; the script saves it where it stands."""
    match field.kind:
        case "boolean":
            return _check(field)
        case "choice":
            return _select(field)
        case "choices":
            return _checks(field)
        case "integer":
            return _number(field)
        case _:
            return _text(field)


def _plain(field: FieldView) -> str:
    return "" if field.value is None else str(field.value)


def _number(field: FieldView) -> SafeString:
    mode = "numeric" if field.minimum is not None and field.minimum >= 0 else "text"
    unit = format_html(' <span class="unit">{}</span>', field.unit) if field.unit else ""
    return format_html(
        '<input class="write write--{} num" data-field="{}" aria-label="{}" inputmode="{}" autocomplete="off" size="{}"'
        ' placeholder="–" value="{}">{}',
        field.width,
        field.field,
        field.label,
        mode,
        max(2, int(field.width)),
        _plain(field),
        unit,
    )


def _text(field: FieldView) -> SafeString:
    if field.max_length > LONG:
        return format_html(
            '<textarea class="input" data-field="{}" aria-label="{}" rows="3">\n{}</textarea>',
            field.field,
            field.label,
            _plain(field),
        )
    return format_html(
        '<input class="write write--text" data-field="{}" aria-label="{}" maxlength="{}" autocomplete="off"'
        ' placeholder="–" value="{}">',
        field.field,
        field.label,
        field.max_length,
        _plain(field),
    )


def _check(field: FieldView) -> SafeString:
    return format_html(
        '<label class="check"><input type="checkbox" data-field="{}"{}><span class="heard">{}</span></label>',
        field.field,
        mark_safe(" checked") if field.value else "",
        field.label,
    )


def _select(field: FieldView) -> SafeString:
    empty = mark_safe('<option value="">–</option>') if field.optional else ""
    options = format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (choice.value, mark_safe(" selected") if choice.value == field.value else "", choice.label)
            for choice in field.choices
        ),
    )
    return format_html(
        '<select class="input" data-field="{}" aria-label="{}">{}{}</select>', field.field, field.label, empty, options
    )


def _checks(field: FieldView) -> SafeString:
    chosen = field.value if isinstance(field.value, list | tuple) else ()
    boxes = format_html_join(
        "",
        '<label class="check"><input type="checkbox" data-field="{}" value="{}"{}>{}</label>',
        (
            (field.field, choice.value, mark_safe(" checked") if choice.value in chosen else "", choice.label)
            for choice in field.choices
        ),
    )
    return format_html('<span class="checks" role="group" aria-label="{}" data-choices>{}</span>', field.label, boxes)
