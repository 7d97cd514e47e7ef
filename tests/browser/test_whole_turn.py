"""Several deeds in one announcement: only a press adds one, whatever has the focus."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from combat import services as combat
from combat.models import Encounter
from combat.steps import Step
from tests import builders
from tests.browser.seat import SOON
from tests.browser.test_every_system import Demo

pytestmark = pytest.mark.django_db(transaction=True)

type Opened = Callable[..., Page]


def test_leaving_a_field_by_the_keys_adds_nothing(demo_of: Callable[[str], None], open_page: Opened) -> None:
    """XIAN-3.7: the button behind the last field has the focus when the changed page is asked for."""
    demo_of("xian")
    demo = Demo("xian")
    combat.encounter_step(encounter=demo.fight, user=demo.gm, key=builders.key(), step=Step.START, decline=True)
    fight = Encounter.objects.get(pk=demo.fight.pk)
    rest = [ref for ref in fight.body["order"] if ref != demo.hero.ref]
    order = [demo.hero.ref, *rest]
    combat.encounter_order_set(encounter=fight, user=demo.gm, key=builders.key(), order=order, current=demo.hero.ref)
    pairs = [pair.split(">") for pair in fight.body["pairs"]]
    near = next(other for one, other in pairs if one == demo.hero.ref)
    asked = f"encounter={fight.pk}&actor={demo.hero.ref}&form=attack&target={near}"
    page = open_page(f"{reverse('attack', args=[demo.campaign.pk])}?{asked}", demo.gm)
    way = page.locator("[name='p.metres']")
    more = page.get_by_role("button", name="Und in diesem Zug noch etwas")
    with page.expect_response(
        lambda answer: answer.request.resource_type in ("xhr", "fetch") and "form=attack" in answer.url, timeout=SOON
    ) as found:
        way.fill("2")
        page.keyboard.press("Tab")
        expect(more).to_be_focused()
    assert "add=" not in found.value.url
    expect(page.get_by_text("Schon angesagt")).to_have_count(0)
    expect(way).to_have_value("2")
    with page.expect_response(lambda answer: "add=1" in answer.url, timeout=SOON) as added:
        more.click()
    # What was announced goes with it: who, where, and how.
    assert f"encounter={fight.pk}" in added.value.url
    assert "p.metres=2" in added.value.url
    expect(page.get_by_text("Schon angesagt")).to_be_visible(timeout=SOON)
