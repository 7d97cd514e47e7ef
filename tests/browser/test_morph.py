"""A new part laid over an old one shows what the new one says, and nothing of the old."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)

LAID_OVER = """async ([before, after]) => {
    const { morph } = await import("/static/js/morph.js");
    const drawn = (html) => Object.assign(document.createElement("div"), { innerHTML: html }).firstElementChild;
    const old = drawn(before);
    document.body.append(old);
    morph(old, drawn(after));
    return [old.value, old.options.length];
}"""


@pytest.mark.parametrize("before", [("none", "ask"), ("none", "cover", "shoot", "throw", "ask"), ("ask",), ()])
def test_a_list_that_grows_or_shrinks_keeps_to_what_the_new_one_has_chosen(
    open_page: Callable[..., Page], before: tuple[str, ...]
) -> None:
    """What is chosen for a player must not become "none" because there is one more thing to choose from."""
    page = open_page(reverse("account_login"))
    after = ("none", "cover", "ask")
    lists = [
        "".join(f"<option value={one}{' selected' if one == 'ask' else ''}>{one}</option>" for one in options)
        for options in (before, after)
    ]
    drawn = [f"<select>{options}</select>" for options in lists]
    assert page.evaluate(LAID_OVER, drawn) == ["ask", 3]
