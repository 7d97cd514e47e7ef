"""A short fight in which the defender chooses after the attack roll: asked on another screen, told, taken back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from chaos_sheets.models import Campaign, Character, Membership, Role, User
from combat import services as combat
from combat.models import Combatant, Encounter
from combat.steps import Step
from tests import builders

pytestmark = pytest.mark.django_db(transaction=True)

type Opened = Callable[..., Page]
type Check = Callable[[Page], None]

SOON = 15_000
"""Milliseconds within which an open page must show what happened elsewhere."""


class Ambush:
    """The demo's fight in the hollow way: a robber's turn, and the player whom he attacks."""

    def __init__(self) -> None:
        self.row = Encounter.objects.get(name="Im Hohlweg")
        self.campaign: Campaign = self.row.campaign
        self.gm = Membership.objects.get(campaign=self.campaign, role=Role.GM).user
        self.robber = Character.objects.in_play().get(campaign=self.campaign, name="Räuber 1")
        self.hero = Character.objects.in_play().get(campaign=self.campaign, name="Ysolde Rabe")
        owner = self.hero.owner
        assert owner is not None
        self.player: User = owner.user

    @property
    def page(self) -> str:
        return reverse("encounter", args=[self.campaign.pk, self.row.pk])

    @property
    def attack(self) -> str:
        announced = f"encounter={self.row.pk}&actor={self.robber.ref}&form=attack_main&target={self.hero.ref}"
        return f"{reverse('attack', args=[self.campaign.pk])}?{announced}"

    def fresh(self) -> Encounter:
        return Encounter.objects.get(pk=self.row.pk)

    def begin(self) -> None:
        """Begun, and it is the robber's turn."""
        combat.encounter_step(encounter=self.row, user=self.gm, key=builders.key(), step=Step.START, decline=True)
        rest = [ref for ref in self.fresh().body["order"] if ref != self.robber.ref]
        combat.encounter_order_set(
            encounter=self.fresh(),
            user=self.gm,
            key=builders.key(),
            order=[self.robber.ref, *rest],
            current=self.robber.ref,
        )
        budgets = {self.robber.ref: {"attack": 1, "utility": 1}}
        combat.encounter_state_set(encounter=self.fresh(), user=self.gm, key=builders.key(), budgets=budgets)

    def body(self, who: Character) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = Combatant.objects.get(encounter=self.row, character=who).body
        return found


@pytest.fixture
def ambush(demo_of: Callable[[str], None]) -> Ambush:
    demo_of("zwanziger")
    return Ambush()


def test_a_defender_is_asked_with_the_attack_roll_before_him(
    ambush: Ambush, open_page: Opened, viewport: dict[str, int], assert_accessible: Check, assert_fits: Check
) -> None:
    """W20-6.2, W20-6.3, W20-3.7: the roll is open, each answer says its chance, every defence tires; undo restores."""
    ambush.begin()
    gm, player = open_page(ambush.attack, ambush.gm), open_page(ambush.page, ambush.player)
    assert_fits(gm)
    assert_accessible(gm)
    gm.locator("button.btn--main:visible", has_text="Angriff mit der Haupthand").first.click()
    expect(player.get_by_text("Wie verteidigst du dich?").first).to_be_visible(timeout=SOON)
    expect(player.get_by_text(re.compile(r"greift dich an\. Angriffswurf \d+\.")).first).to_be_visible()
    dodge = player.get_by_role("button", name=re.compile(r"^Ausweichen W20\+11"))
    expect(dodge).to_contain_text("gelingt")
    assert_fits(player)
    assert_accessible(player)
    dodge.click()
    expect(player.get_by_text("Wie verteidigst du dich?")).to_have_count(0, timeout=SOON)
    assert ambush.body(ambush.hero)["flags"]["exhaustion"] == 1
    assert ambush.body(ambush.robber)["budget"]["attack"] == 0
    gm.goto(ambush.page)
    left = gm.locator(".turnstate .num--state").first
    expect(left).to_have_text("0")
    gm.keyboard.press("z")
    expect(left).to_have_text("1", timeout=SOON)
    assert ambush.body(ambush.robber)["budget"]["attack"] == 1
    assert not ambush.body(ambush.hero)["flags"].get("exhaustion")


def test_the_demo_says_who_rides(ambush: Ambush) -> None:
    """W20-2.5: the mount is linked to its rider and has no place in the order."""
    mount = Character.objects.in_play().get(campaign=ambush.campaign, name="Grauross")
    rider = Character.objects.in_play().get(campaign=ambush.campaign, name="Borgar Stein")
    ambush.begin()
    assert ambush.body(mount)["flags"]["rider"] == rider.ref
    assert mount.ref not in ambush.fresh().body["order"]
