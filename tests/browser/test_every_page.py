"""The pages of every system's demo on a laptop, and those that differ most on a dark phone: axe finds nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from chaos_sheets.models import Character, Membership, Role
from combat import services as combat
from combat.models import Encounter
from combat.registry import ruleset_ids
from combat.steps import Step
from tests import builders
from tests.browser.conftest import VIEWPORTS

pytestmark = pytest.mark.django_db(transaction=True)

type Check = Callable[[Page], None]

DOUBLE = """() => {
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    return ids.filter((id, place) => ids.indexOf(id) !== place);
}"""
"""What has the same id twice: a label would lead to the wrong one of the two."""


@pytest.mark.parametrize(("scheme", "size"), [("light", "laptop"), ("dark", "phone")])
@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_every_page_can_be_read_by_everybody(
    demo_of: Callable[[str], None],
    open_page: Callable[..., Page],
    assert_accessible: Check,
    assert_fits: Check,
    ruleset: str,
    scheme: str,
    size: str,
) -> None:
    """N04, N05: headings, labels, contrast; the sheet, the fight before and in its first round, what is done in it."""
    demo_of(ruleset)
    fight = Encounter.objects.get(campaign__ruleset=ruleset)
    campaign = fight.campaign
    gm = Membership.objects.get(campaign=campaign, role=Role.GM).user
    hero = Character.objects.filter(combatants__encounter=fight, owner__isnull=False).earliest("pk")
    page = open_page(reverse("encounter_setup", args=[campaign.pk, fight.pk]), gm, color_scheme=scheme)
    page.set_viewport_size({"width": VIEWPORTS[size]["width"], "height": VIEWPORTS[size]["height"]})
    acted = combat.encounter_step(encounter=fight, user=gm, key=builders.key(), step=Step.START, decline=True)
    assert acted.entry is not None
    pages = [
        reverse("encounter", args=[campaign.pk, fight.pk]),
        f"{reverse('attack', args=[campaign.pk])}?encounter={fight.pk}&actor={hero.ref}",
        reverse("sheet", args=[hero.pk]),
    ]
    # The others are the same parts in the same two sets of colours, whatever the system.
    shared = [
        page.url,
        reverse("characters", args=[campaign.pk]),
        reverse("armoury", args=[campaign.pk]),
        reverse("log", args=[campaign.pk]),
        reverse("log_entry", args=[campaign.pk, acted.entry.pk]),
        reverse("campaign", args=[campaign.pk]),
        reverse("rules", args=[campaign.pk]),
        reverse("lookup", args=[campaign.pk]),
    ]
    if ruleset == builders.RULESET or scheme == "light":
        pages += shared
    for address in pages:
        page.goto(address)
        assert_accessible(page)
        assert_fits(page)
        assert page.evaluate(DOUBLE) == [], address
