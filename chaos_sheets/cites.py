"""Rule numbers as pages write them: each leads to its rule, in a window of its own or in place (js/rule.js)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from chaos_sheets.selectors.rulesets import ruleset_of_rule
from chaos_sheets.words import listed


def cite_links(rules: Iterable[str]) -> SafeString:
    """Rule numbers on one line: CHA-7.3 · CHA-7.6."""
    return _line(tuple(str(rule) for rule in rules))


@cache
def _line(rules: tuple[str, ...]) -> SafeString:
    return mark_safe(listed(_link(rule) for rule in rules))  # noqa: S308  escaped in _link


def _link(rule: str) -> str:
    """What stands on the page stays as it is, also without a script: the rule opens beside it."""
    if ruleset_of_rule(rule) is None:
        return escape(rule)
    return f'<a href="{reverse("rule", args=[rule])}" target="_blank" data-rule>{escape(rule)}</a>'
