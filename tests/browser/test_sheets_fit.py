"""The sheets and the armoury of every system at every width: nothing sticks out, no words stand on each other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from chaos_sheets.models import Campaign, Character, Item, Membership, Role
from combat.registry import ruleset_ids

pytestmark = pytest.mark.django_db(transaction=True)

type Opened = Callable[..., Page]

WIDTHS = (320, 360, 1000, 1280, 1920)
LONG = "Überlandleitungswartungsfahrzeugführerausweisinhaberin Adelgunde"
FAULTS = """() => {
    const texts = [], found = []
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT)
    const silent = ".heard, title, script, option, textarea, .defs"
    while (walker.nextNode()) {
        const node = walker.currentNode, parent = node.parentElement
        if (!node.data.trim() || parent.closest(silent) || !parent.checkVisibility()) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const box of range.getClientRects())
            if (box.width > 1 && box.height > 1) texts.push({ text: node.data.trim(), box, parent })
    }
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (wide > 0) found.push(`${wide} pixels wider than the window`)
    for (const { text, box, parent } of texts) {
        const edge = parent.closest(".field")?.getBoundingClientRect()
        if (edge && (box.right > edge.right || box.left < edge.left)) found.push(`sticks out: ${text}`)
    }
    texts.sort((one, other) => one.box.top - other.box.top)
    texts.forEach((one, index) => {
        for (const other of texts.slice(index + 1)) {
            if (other.box.top >= one.box.bottom) break
            const x = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
            const y = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
            const low = Math.min(one.box.height, other.box.height)
            if (x > 2 && y > low * 0.3) found.push(`on each other: ${one.text} / ${other.text}`)
        }
    })
    return found
}"""
"""What a reader could not read: words outside of their field or on top of others, where they are drawn."""


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_every_sheet_and_the_armoury_fit_every_window(
    demo_of: Callable[[str], None], open_page: Opened, ruleset: str
) -> None:
    """N04, L10: 320 pixels wide and a laptop's window; one of them with names of sixty letters."""
    demo_of(ruleset)
    campaign = Campaign.objects.get(ruleset=ruleset)
    gm = Membership.objects.get(campaign=campaign, role=Role.GM).user
    people = list(Character.objects.in_play().filter(campaign=campaign).order_by("pk"))
    Character.objects.filter(pk=people[-1].pk).update(name=LONG)
    Item.objects.filter(character=people[-1]).update(name=LONG)
    pages = [reverse("sheet", args=[one.pk]) for one in people]
    pages += [f"{reverse('armoury', args=[campaign.pk])}?kind={kind}" for kind in ("weapon", "armour", "gear")]
    page = open_page(pages[0], gm)
    for address in pages:
        page.set_viewport_size({"width": WIDTHS[-1], "height": 800})
        page.goto(address)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(FAULTS) == [], f"{address} at {width} pixels"
