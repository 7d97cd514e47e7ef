"""Django's tags for texts, `{% load i18n %}`, with a shorter way for those that are constant.

Django makes of each a lazy text and reads it like any value: seven times as long as looking up its translation, and
the language that the templates are written in needs none. A page says a hundred of them.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.template import Library, Node
from django.template.base import FilterExpression, Parser, Token
from django.templatetags import i18n
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

register = Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class Text(Node):
    """A constant text in the language of the page."""

    child_nodelists = ()

    def __init__(self, text: str, name: str | None) -> None:
        # What is written in a template is safe to stand in the page.
        self.text = mark_safe(text)  # noqa: S308
        self.name = name

    def render(self, context: Any) -> str:
        said = self.text if get_language() == settings.LANGUAGE_CODE else self.translated()
        if self.name is None:
            return said
        context[self.name] = said
        return ""

    def translated(self) -> SafeString:
        """Catalogues double percent signs."""
        return mark_safe(gettext(self.text.replace("%", "%%")).replace("%%", "%"))  # noqa: S308


@register.tag("translate")
def translate(parser: Parser, token: Token) -> Node:
    """Constant texts by `Text`, all others by Django's own."""
    node = i18n.do_translate(parser, token)
    found: FilterExpression = node.filter_expression
    constant = found.var.literal
    if not isinstance(constant, str) or found.filters or node.noop or node.message_context:
        return node
    return Text(constant, node.asvar)
