"""The printed sheet: what it costs beside the same sheet printed without thought, and when it is asked for again."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Iterator

from django.test import Client
from django.urls import reverse

from chaos_sheets import pdf, policy, services
from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import Character, Item, Place
from chaos_sheets.printing.press import Press as Process
from chaos_sheets.printing.worker import Press
from chaos_sheets.selectors.printed import printed
from chaos_sheets.selectors.sheet import character_of
from chaos_sheets.services.common import Edit
from tests import builders
from tests.bench.harness import Figure, Ratio, Row, median_ms
from tests.bench.naive_print import naive_pdf, page


def full_sheet() -> tuple[policy.Viewer, Character]:
    """48 skills, 6 weapons, 20 other things: the size all engines were compared at."""
    if not Item.objects.stock().exists():
        load_stock(builders.RULESET)
    # At a table of its own: the cast stays as the other rows measure it.
    gm = builders.user("printer")
    hero = builders.character(builders.campaign(gm, "Drucke"), gm)
    who = policy.viewer(user=gm, campaign=hero.campaign_id or 0)
    own = {
        f"skills.own_{number}": Edit(None, {"rank": number % 4, "attribute": "strength", "label": f"Handwerk {number}"})
        for number in range(30)
    }
    services.character_edit(character=hero, user=gm, key=builders.key(), edits=own, reason="bench")
    for kind, count in (("weapon", 2), ("gear", 4), ("modification", 12), ("cover", 4)):
        rows = Item.objects.filter(place=Place.CATALOGUE, kind=kind, fitted_to=None).order_by("key")[:count]
        for row in rows:
            services.item_add(character=hero, source=row, user=gm, key=builders.key())
    return who, character_of(hero.pk)


def first_by_warm(html: str) -> float:
    """The first print of a press that was started with its server, beside those that follow."""
    process = Process()
    process.start()
    time.sleep(8)
    began = time.perf_counter()
    process.pdf(html)
    first = (time.perf_counter() - began) * 1000
    warm = median_ms(lambda: process.pdf(html), 5, time.perf_counter)
    process.stop()
    return first / warm


def p95(work: Callable[[], object], number: int = 60) -> float:
    took = []
    for _ in range(number):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return sorted(took)[int(0.95 * number)]


def slowed_by_prints(who: policy.Viewer, character: Character, html: str) -> float:
    """How much longer a change on a sheet takes while sheets are printed without pause; the median of three tries."""

    def change() -> None:
        services.money_change(character=character, user=who.user, key=builders.key(), by=1)

    process, ended = Process(), threading.Event()
    process.pdf(html)

    def print_on() -> None:
        while not ended.is_set():
            process.pdf(html)

    ratios = []
    for _ in range(3):
        alone = p95(change)
        ended.clear()
        printer = threading.Thread(target=print_on)
        printer.start()
        ratios.append(p95(change) / alone)
        ended.set()
        printer.join()
    process.stop()
    return statistics.median(ratios)


def rows() -> Iterator[Row]:
    who, character = full_sheet()
    found = printed(who, character)
    html, naive = pdf.sheet_html(found), page(found.sheet)
    press = Press()
    yield Ratio(
        id="G20",
        title="sheet as PDF, warm : the same sheet in grids and tables",
        goal=0.5,
        candidate=lambda: press.pdf(html),
        reference=lambda: naive_pdf(naive),
    )
    yield Figure(
        id="G20-first",
        title="first PDF after the start : warm",
        goal=1.5,
        unit="x",
        measure=lambda: first_by_warm(html),
    )
    yield Figure(id="G21-size", title="sheet as PDF", goal=200, unit="KB", measure=lambda: len(press.pdf(html)) / 1024)
    yield Figure(
        id="G22",
        title="p95 of a change while PDFs are made : without",
        goal=2.5,
        unit="x",
        measure=lambda: slowed_by_prints(who, character, html),
    )
    client = Client()
    client.force_login(who.user)
    address = reverse("sheet_pdf", args=[character.pk])
    yield Figure(
        id="G20-repeat",
        title="PDF of an unchanged sheet again, whole response",
        goal=20,
        unit="ms",
        measure=lambda: median_ms(lambda: client.get(address)),
    )
