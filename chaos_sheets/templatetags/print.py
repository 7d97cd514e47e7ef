"""Rows of the printed sheet. Made in Python: a hundred of them must not cost a hundred templates."""

from collections.abc import Iterable, Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from chaos_sheets.printing.arms import Arm
from chaos_sheets.printing.layout import Line
from chaos_sheets.printing.origin import guessed
from chaos_sheets.selectors.sheet_view import FieldView, GroupView, ItemView

register = template.Library()
HALVES = (" half left", " half")
"""Left and right of a row; the left one begins it."""
LONG = 9
BOX = 4.05
"""Millimetres that one box to tick takes."""
NBSP, FIGURE_SPACE = "\N{NO-BREAK SPACE}", "\N{FIGURE SPACE}"


def _specs(item: ItemView) -> SafeString:
    shown = ((spec.short, f"{spec.text}{NBSP}{spec.unit}".strip()) for spec in item.other_specs if spec.is_set)
    return format_html_join(" ", f"{{}}{NBSP}<b>{{}}</b>", shown)


def _name(item: ItemView) -> str:
    name = guessed(item.name, item.assumption)
    return name if item.count == 1 else f"{name} × {item.count}"


def _states(item: ItemView) -> SafeString:
    shown = [state.label if state.kind == "boolean" else f"{state.label} {state.text}" for state in item.states]
    return format_html(' <b class="off">{}</b>', ", ".join(shown)) if shown else SafeString("")


@register.simple_tag
def arm_head(arm: Arm) -> SafeString:
    """Name, kind and numbers of a weapon."""
    item = arm.item
    return format_html(
        '<h3>{} <span>{}</span></h3><p class="specs">{}{}</p>', _name(item), item.sub, _specs(item), _states(item)
    )


@register.simple_tag
def single_arm(arm: Arm) -> SafeString:
    """A weapon with one number, or with none, in two lines."""
    item = arm.item
    return format_html(
        '<div class="single"><h3>{}{} <span>{}</span></h3><p class="specs">{} {}{}</p>{}</div>',
        format_html('<span class="number"><i>{}</i> {}</span>', arm.single.label, arm.single.value)
        if arm.single
        else "",
        _name(item),
        item.sub,
        _specs(item),
        arm.single.what if arm.single else "",
        _states(item),
        arm.drawing or "",
    )


@register.simple_tag
def group_label(group: GroupView) -> str:
    return guessed(group.label, group.assumption)


@register.simple_tag
def attribute(group: GroupView, field: FieldView) -> SafeString:
    """One number of a row of numbers, with its unit, or the bonus that follows from it."""
    bonus = group.bonuses.get(field.field)
    unit = format_html("<span>{}</span>", field.unit) if field.unit else ""
    beside = format_html("<span>{} {}</span>", bonus.short, bonus.text) if bonus else unit
    return format_html(
        '<div class="attr"><p class="label">{}</p><p><b>{}</b>{}</p></div>',
        guessed(field.short, field.assumption and group.marks_fields),
        field.text,
        beside,
    )


def _line(line: Line) -> SafeString:
    """A short value stands at the end of its line, a long one behind its word."""
    if len(line.value) > LONG:
        return format_html('<li class="line">{} <b>{}</b></li>', line.label, line.value)
    return format_html('<li class="line valued"><b class="value">{}</b>{}</li>', line.value, line.label)


@register.simple_tag
def columns(parts: Sequence[Sequence[Line]]) -> SafeString:
    """Values in three columns."""
    lists = format_html_join(
        "",
        '<ul class="third">{}</ul>',
        ((format_html_join("", "{}", ((_line(line),) for line in part)),) for part in parts),
    )
    return format_html('<div class="thirds clear">{}</div>', lists) if parts else SafeString("")


@register.simple_tag
def skill_lines(lines: Iterable[Line]) -> SafeString:
    """Rank, name, attribute, value."""
    return format_html_join(
        "",
        '<li class="skill"><b><i>{}</i> {}</b>{}\N{EN SPACE}{}</li>',
        ((line.sub, line.value.rjust(3, FIGURE_SPACE), line.mark, line.label) for line in lines),
    )


@register.simple_tag
def listed_lines(lines: Iterable[Line], wide: bool) -> SafeString:
    """Entries with what they say: side by side, or over the whole width."""
    return format_html_join(
        "",
        '<li class="{}">{}<b>{}</b> {}</li>',
        (
            (
                ("told" if wide else f"line{HALVES[index % 2]}") + (" valued" if line.value else ""),
                format_html('<b class="value">{}</b>', line.value) if line.value else "",
                line.label,
                line.sub,
            )
            for index, line in enumerate(lines)
        ),
    )


@register.simple_tag
def gear_lines(lines: Iterable[Line], halves: bool = False) -> SafeString:
    """A thing with a box for each of it; in ``halves`` two stand side by side."""
    return format_html_join(
        "",
        '<li class="gear boxed{}" style="padding-right: {}mm"><b class="boxes">{}</b>{}{}</li>',
        (
            (
                HALVES[index % 2] if halves else "",
                f"{line.boxes * BOX + 2:.2f}",
                "□" * line.boxes,
                line.label,
                format_html(" <span>{}</span>", line.sub) if line.sub else "",
            )
            for index, line in enumerate(lines)
        ),
    )


@register.simple_tag
def ledger_lines(lines: Iterable[Line]) -> SafeString:
    """Day, reason, amount."""
    return format_html_join(
        "",
        '<li class="gear booking"><b class="amount">{}</b><i>{}</i>{}</li>',
        ((line.value, line.mark, line.label) for line in lines),
    )
