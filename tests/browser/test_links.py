"""What is shown once is handed over by one press, also at a table without a certificate."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.test_story import Check, Opened, Table, table

__all__ = ["table"]

pytestmark = pytest.mark.django_db(transaction=True)

PASTED = "navigator.clipboard.readText()"
WITHOUT_CERTIFICATE = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"


@pytest.mark.parametrize("certified", [True, False])
def test_an_invitation_is_copied_by_one_press(
    open_page: Opened, table: Table, assert_accessible: Check, certified: bool
) -> None:
    page = open_page(reverse("campaign", args=[table.campaign.pk]), table.gm)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    before = table.campaign.invitations.count()
    page.get_by_role("button", name="Link machen").click()
    link = page.locator(".once__what").inner_text()
    assert "/einladung/" in link
    assert_accessible(page)
    if not certified:
        page.evaluate(WITHOUT_CERTIFICATE)
    page.get_by_role("button", name="Kopieren").click()
    expect(page.locator("[data-says]")).to_contain_text("Kopiert.")
    paste = page.context.new_page()
    paste.goto(reverse("account"))
    assert paste.evaluate(PASTED) == link
    page.reload()
    expect(page.locator(".once__what")).to_have_count(0)
    assert table.campaign.invitations.count() == before + 1
