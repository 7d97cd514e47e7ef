"""What pages need beside words and drawings: navigation that fits the address, one-time keys, numbers as written."""

from collections.abc import Iterable
from functools import lru_cache
from secrets import token_urlsafe

from django import template
from django.urls import NoReverseMatch, get_script_prefix, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from chaos_sheets import dates, words
from chaos_sheets.cites import cite_links

register = template.Library()

register.filter("number", words.number)
register.filter("signed", words.signed)
for written in (dates.long_day, dates.moment, dates.day, dates.short_moment):
    register.filter(written.__name__, written)


@register.filter
def cites(rules: Iterable[str]) -> SafeString:
    """Rule numbers on one line, each leading to its rule: CHA-7.3 · CHA-7.6."""
    return cite_links(rules)


@register.simple_tag
def nav_link(name: str, label: str, here: str | None, *args: object) -> SafeString:
    """One entry of the navigation, marked where the page is; nothing where this installation has no such page."""
    address = _address(get_script_prefix(), name, *args)
    if not address:
        return SafeString("")
    current = SafeString(' aria-current="page"') if name == here else ""
    return format_html('<li><a href="{}"{}>{}</a></li>', address, current, label)


@register.simple_tag
def address(name: str, *args: object) -> str:
    """The address of a page, empty where there is none: `{% url %}` that never fails."""
    return _address(get_script_prefix(), name, *args)


@lru_cache(maxsize=2000)
def _address(_prefix: str, name: str, *args: object) -> str:
    # A page has dozens of these, the same on every page of a campaign; it is the prefix that an address depends on.
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


@register.simple_tag
def key_input() -> SafeString:
    """The one-time key of a form: sent twice, it is still done once."""
    return format_html('<input type="hidden" name="key" value="{}">', token_urlsafe(18))
