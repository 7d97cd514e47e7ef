"""The long lists of a sheet. Made in Python: a hundred places to write must not cost a hundred templates."""

from collections.abc import Callable, Iterable
from functools import partial
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from chaos_sheets import drawing
from chaos_sheets.cites import cite_links
from chaos_sheets.selectors.sheet_view import EntryView, FieldView, GroupView, TableView, ValueView
from chaos_sheets.words import listed

register = template.Library()
LONG = 300


def _safe(*parts: str) -> SafeString:
    return mark_safe("".join(parts))  # noqa: S308  every part is escaped where it is made


def _guess() -> str:
    title, word = escape(_("nicht aus dem Regelwerk")), escape(_("Annahme"))
    return f' <span class="mark mark--guess" title="{title}">{word}</span>'


# --- places to write ------------------------------------------------------------------------------------------


@register.simple_tag
def field_input(field: FieldView) -> SafeString:
    """The place where one value is written; the script saves it where it stands."""
    return _safe(_place(field))


@register.simple_tag
def field_rows(fields: Iterable[FieldView], cited: bool = False, marked: bool = True) -> SafeString:
    """Fields one below the other, each with its place to write, or as it reads."""
    guess = _guess()
    rows = []
    for field in fields:
        title = f' title="{escape(field.means)}"' if field.means else ""
        cites = f'<span class="cite">{cite_links(field.rules)}</span>' if cited and field.rules else ""
        rows.append(
            f'<li data-box><span class="skill__name"{title}>{escape(field.label)}'
            f"{guess if field.assumption and marked else ''}</span>{cites}"
            f'<span class="end">{_place(field) if field.editable else _read(field)}</span></li>'
        )
    return _safe('<ul class="rows">', *rows, "</ul>")


def _place(field: FieldView) -> str:
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


def _read(field: FieldView) -> str:
    """A value nobody may write here, with its unit."""
    return escape(f"{field.text} {field.unit}".strip() if field.is_set else field.text)


def _plain(field: FieldView) -> str:
    return "" if field.value is None else escape(field.typed or str(field.value))


def _named(field: FieldView) -> str:
    return f'data-field="{escape(field.field)}" aria-label="{escape(field.label)}"'


def _number(field: FieldView, size: str = "") -> str:
    mode = "numeric" if field.minimum is not None and field.minimum >= 0 else "text"
    unit = f' <span class="unit">{escape(field.unit)}</span>' if field.unit else ""
    return (
        f'<input class="write write--{field.width} num{size}" {_named(field)} inputmode="{mode}" autocomplete="off"'
        f' size="{field.width}" placeholder="–" value="{_plain(field)}">{unit}'
    )


def _text(field: FieldView) -> str:
    if field.max_length > LONG:
        return f'<textarea class="input" {_named(field)} rows="3">\n{_plain(field)}</textarea>'
    return (
        f'<input class="write write--text" {_named(field)} maxlength="{field.max_length}" autocomplete="off"'
        f' placeholder="–" value="{_plain(field)}">'
    )


def _check(field: FieldView) -> str:
    checked = " checked" if field.value else ""
    return f'<label class="check"><input type="checkbox" {_named(field)}{checked}></label>'


def _select(field: FieldView) -> str:
    options = ['<option value="">–</option>'] if field.optional else []
    options += [
        f'<option value="{escape(choice.value)}"{" selected" if choice.value == field.value else ""}>'
        f"{escape(choice.label)}</option>"
        for choice in field.choices
    ]
    return f'<select class="input" {_named(field)}>{"".join(options)}</select>'


def _checks(field: FieldView) -> str:
    chosen = field.value if isinstance(field.value, list | tuple) else ()
    boxes = "".join(
        f'<label class="check"><input type="checkbox" data-field="{escape(field.field)}" value="{escape(choice.value)}"'
        f"{' checked' if choice.value in chosen else ''}>{escape(choice.label)}</label>"
        for choice in field.choices
    )
    return f'<span class="checks" role="group" aria-label="{escape(field.label)}" data-choices>{boxes}</span>'


@register.simple_tag
def parameter(field: FieldView) -> SafeString:
    """What an action asks for, as part of a form: the same places, sent with it instead of saved by themselves."""
    name = f'name="p.{escape(field.field)}"'
    label = escape(field.label)
    if field.kind == "choices":
        chosen = field.value if isinstance(field.value, list | tuple) else ()
        boxes = "".join(
            f'<label class="check"><input type="checkbox" {name} value="{escape(choice.value)}"'
            f"{' checked' if choice.value in chosen else ''}>{escape(choice.label)}</label>"
            for choice in field.choices
        )
        return _safe(f'<fieldset class="ask-group"><legend class="label">{label}</legend>{boxes}</fieldset>')
    if field.kind == "boolean":
        checked = " checked" if field.value else ""
        box = f'<input type="checkbox" {name} value="true"{checked}>'
        return _safe(f'<div class="ask-group"><label class="check">{box}{label}</label></div>')
    if field.kind == "choice":
        options = "".join(
            f'<option value="{escape(choice.value)}"{" selected" if choice.value == field.value else ""}>'
            f"{escape(choice.label)}</option>"
            for choice in field.choices
        )
        place = f'<select class="input" {name}><option value="">–</option>{options}</select>'
    else:
        size = " input--num" if field.kind == "integer" else ""
        place = f'<input class="input{size}" {name} autocomplete="off" value="{_plain(field)}">'
    return _safe(f'<div class="ask-group"><label><span class="label">{label}</span>{place}</label></div>')


# --- values -----------------------------------------------------------------------------------------------------


def _short(short: str, label: str) -> str:
    return escape(label) if short == label else f'<abbr title="{escape(label)}">{escape(short)}</abbr>'


@register.simple_tag
def attribute_grid(group: GroupView) -> SafeString:
    """Numbers side by side, each with its bonus; what is only assumed says so, once for a group of such."""
    guess = "" if group.assumption else _guess()
    cells = []
    for field in group.fields:
        bonus = group.bonuses.get(field.field)
        beside = ""
        if bonus is not None:
            title = escape(bonus.label)
            beside = f'<span class="attr__bonus" title="{title}">{escape(bonus.short)} {escape(bonus.text)}</span>'
        value = (
            _number(field, " num--value") if field.editable else f'<b class="num num--value">{escape(field.text)}</b>'
        )
        cells.append(
            f'<div class="attr" data-box="cell"><dt class="label">{_short(field.short, field.label)}'
            f'{guess if field.assumption else ""}</dt><dd class="attr__row">{value}{beside}</dd></div>'
        )
    return _safe('<dl class="attrs">', *cells, "</dl>")


@register.simple_tag
def bills(values: Iterable[ValueView]) -> SafeString:
    """Derived values, each with its bill in place (Warum?)."""
    bill = _bill()
    return _safe(*(bill(value, escape(value.label)) for value in values))


def _bill() -> Callable[..., str]:
    """How a value is drawn with its bill in place, in the words of the page's language."""
    return partial(_with_bill, why=escape(_("Warum?")), close=escape(_("schließen")))


def _with_bill(value: ValueView, label: str, under: str = "", *, why: str, close: str) -> str:
    """``under``: what stands below the value's name."""
    text, marks = escape(value.text), _guess() if value.assumption else ""
    steps = "".join(
        f'<tr><th scope="row">{escape(step.label)}{_under(step.note)}</th>'
        f'<td class="cite">{cite_links(step.cites)}</td><td>{escape(step.text)}</td></tr>'
        for step in value.steps
    )
    if value.override is not None:
        marks += f' <span class="mark mark--gm">{escape(_("SL"))}</span>'
        set_by = escape(_("gesetzt von der SL"))
        steps += f'<tr><th scope="row">{set_by}{_under(value.override)}</th><td></td><td>{text}</td></tr>'
    return (
        f'<details class="why" data-key="why-{escape(value.key)}"><summary><span>{label}{marks}{_under(under)}</span>'
        f'<span class="num">{text}</span><span class="why__word why__word--open">{why}</span>'
        f'<span class="why__word why__word--close">{close}</span></summary>'
        f'<table class="bill"><tbody>{steps}</tbody>'
        f'<tfoot><tr><th scope="row">{label}</th><td></td><td>{text}</td></tr></tfoot></table></details>'
    )


def _under(note: str) -> str:
    return f'<span class="sub">{escape(note)}</span>' if note else ""


@register.simple_tag
def entry_rows(path: str, entries: Iterable[EntryView]) -> SafeString:
    """What somebody knows: rank, name, attribute and the value it is used with."""
    rows, bill = [], _bill()
    for entry in entries:
        name, text = escape(entry.name), escape(entry.text)
        key = f"entry-{escape(path)}-{escape(entry.key)}"
        if entry.rank is None and entry.value is not None and entry.value.steps:
            rows.append(f'<li data-key="{key}">{bill(entry.value, name, entry.text)}</li>')
            continue
        drawn = ""
        if entry.rank is not None:
            drawn = drawing.rank(entry.rank, entry.highest, title="")
            text = f'<span class="end skill__attr">{text}</span>'
        elif text:
            name, text = f'{name}<span class="sub">{text}</span>', ""
        value = ""
        if entry.value is not None:
            value = f'<span class="num" title="{escape(listed(entry.value.cites))}">{escape(entry.value.text)}</span>'
        elif entry.main is not None:
            value = f'<span class="num"><span class="heard">{escape(entry.main.label)} </span>{entry.rank}</span>'
        rows.append(f'<li data-key="{key}">{drawn}<span class="skill__name">{name}</span>{text}{value}</li>')
    return _safe('<ul class="rows">', *rows, "</ul>")


# --- ready tables -----------------------------------------------------------------------------------------------


@register.simple_tag
def target_table(table: TableView, address: str, caption: str) -> SafeString:
    """Target numbers by range and mode; with an address every number opens the attack that it is for."""
    heads = "".join(
        f'<th scope="col">{_short(column.short, column.label)}<small>{escape(column.cost_text)}</small></th>'
        for column in table.columns
    )
    rows = []
    for row in table.rows:
        cells = []
        for cell in row.cells:
            if cell.value is None:
                cells.append("<td>–</td>")
            elif address:
                link = f"{escape(address)}?{escape(cell.query)}"
                cells.append(f'<td><a href="{link}" aria-label="{escape(cell.label)}">{cell.value}</a></td>')
            else:
                cells.append(f"<td>{cell.value}</td>")
        said = f"{escape(row.name)} <small>{escape(row.distance)}</small>" if row.name else escape(row.label)
        rows.append(f'<tr><th scope="row">{said}</th>{"".join(cells)}</tr>')
    named = " targets--named" if any(row.name for row in table.rows) else ""
    if any(cell.value is None for row in table.rows for cell in row.cells):
        caption = f"{caption} {_('–: kann nicht gelingen.')}"
    return _safe(
        f'<table class="targets{named}"><caption><b>{escape(table.number)}.</b> {escape(caption)}</caption>',
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>",
        *rows,
        "</tbody></table>",
    )
