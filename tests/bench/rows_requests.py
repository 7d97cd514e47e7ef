"""Requests as a table makes them: the attack written, the sheet read, each beside what such work costs at least."""

import json
import secrets
from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import ArmourZone, Character, Item, JournalEntry, User
from combat.core.value import Json
from combat.services import act
from tests import builders
from tests.bench.harness import KILO, Figure, Ratio, Row, Work, kilo_instructions, median_ms
from tests.cast import NAMES, Cast, make_cast, read_cast

FORM = "application/x-www-form-urlencoded"
# An attack roll that all ten shots follow from.
ALL_TEN: dict[str, Json] = {"attack": {"faces": [1]}}


class Table:
    """A burst of ten shots by the GM, as often as wanted: what it changed is put back each time."""

    def __init__(self) -> None:
        load_stock(builders.RULESET)
        self.cast: Cast = read_cast() if User.objects.filter(username=NAMES[0]).exists() else make_cast()
        self.weapon = self.cast.weapon()
        self.target = self.cast.other
        self.client = Client()
        self.client.force_login(self.cast.gm, backend=settings.AUTHENTICATION_BACKENDS[0])

    @cached_property
    def zones(self) -> list[ArmourZone]:
        return list(ArmourZone.objects.filter(item__character=self.target))

    def restore(self) -> None:
        """With the driver alone, so that it hardly counts in what is measured."""
        for row in (self.target, self.weapon):
            raw(f"UPDATE {row._meta.db_table} SET body = ? WHERE id = ?", json.dumps(row.body), row.pk)
        for zone in self.zones:
            raw(f"UPDATE {zone._meta.db_table} SET damage_points = 0 WHERE id = ?", zone.pk)

    @cached_property
    def request(self) -> dict[str, Json]:
        pair = f"{self.cast.hero.ref}>{self.target.ref}"
        part: dict[str, Json] = {
            "form": "shoot",
            "item": self.weapon.ref,
            "targets": [self.target.ref],
            "parameters": {"mode": "auto"},
        }
        return {
            "fight": {"combatants": {self.target.ref: {}}, "pairs": {pair: {"distance": 20}}},
            "intent": {"actor": self.cast.hero.ref, "parts": [part], "gm_modifiers": []},
        }

    @cached_property
    def choices(self) -> dict[str, str]:
        """Whatever the target is asked before the roll, and that he does nothing."""
        answers: dict[str, Any] = self.act(ALL_TEN).answers or {}
        return {name: answer["choice"] for name, answer in answers.items() if answer.get("choice")}

    def act(self, answers: dict[str, Json]) -> JournalEntry:
        done = act(
            campaign=self.cast.campaign,
            user=self.cast.gm,
            request=self.request,
            answers=answers,
            key=secrets.token_urlsafe(12),
            decline=True,
        )
        self.restore()
        assert done.entry is not None
        return done.entry

    @property
    def said(self) -> dict[str, str]:
        """The announcement as the fields of the panel send it."""
        return {
            "actor": self.cast.hero.ref,
            "item": self.weapon.ref,
            "form": "shoot",
            "target": self.target.ref,
            "p.mode": "auto",
            "pair.distance": "20",
        }

    def post(self) -> None:
        form = self.said | {
            "dice": "app",
            "key": secrets.token_urlsafe(12),
            "die.attack": "1",
            "sides.attack": "100",
        }
        chosen = {f"choose.{name}": choice for name, choice in self.choices.items()}
        # As a browser sends a form: the test client's own way is that of files.
        data = urlencode(form | chosen)
        response = self.client.post(reverse("attack", args=[self.cast.campaign.pk]), data, content_type=FORM)
        assert "entry=" in response.headers["Location"], response.headers["Location"]
        self.restore()

    def sheet(self) -> None:
        assert self.client.get(reverse("sheet", args=[self.target.pk])).status_code == 200

    def panel(self) -> None:
        """The announcement read anew, as after every choice in it."""
        address = f"{reverse('attack', args=[self.cast.campaign.pk])}?{urlencode(self.said)}"
        assert self.client.get(address, headers={"HX-Request": "true"}).status_code == 200

    def news(self) -> None:
        """What every open page asks for every two seconds, when nothing has happened."""
        newest = JournalEntry.objects.latest("pk").pk
        address = f"{reverse('changes', args=[self.cast.campaign.pk])}?since={newest}"
        assert self.client.get(address).json()["refs"] == []

    # --- what it costs at least -----------------------------------------------------------------------------

    def one_hit_by_models(self) -> None:
        """One hit written by models alone: four reads, three writes, one transaction."""
        with transaction.atomic():
            character = Character.objects.get(pk=self.target.pk)
            Item.objects.get(pk=self.weapon.pk)
            zone = next(iter(ArmourZone.objects.filter(item=self.zones[0].item_id)))
            character.version += 1
            character.save()
            zone.save()
            JournalEntry.objects.create(
                campaign=self.cast.campaign,
                user_name="gm",
                cause="shoot",
                key=secrets.token_urlsafe(12),
                changes=[{"of": "character:1", "field": "pools.hit_points", "before": 15, "after": 10}],
            )

    def one_hit_by_driver(self) -> None:
        character, item, zone = (model._meta.db_table for model in (Character, Item, ArmourZone))
        raw("BEGIN IMMEDIATE")
        raw(f"SELECT * FROM {character} WHERE id = ?", self.target.pk)
        raw(f"SELECT * FROM {item} WHERE id = ?", self.weapon.pk)
        raw(f"SELECT * FROM {zone} WHERE item_id = ?", self.zones[0].item_id)
        raw(f"UPDATE {character} SET body = ? WHERE id = ?", json.dumps(self.target.body), self.target.pk)
        raw(f"UPDATE {zone} SET damage_points = 0 WHERE id = ?", self.zones[0].pk)
        raw("INSERT INTO bench_log (entry) VALUES (?)", '{"field": "pools.hit_points", "before": 15, "after": 10}')
        raw("COMMIT")


def raw(statement: str, *values: object) -> list[object]:
    """Past Django, on the same connection."""
    assert connection.connection is not None
    return list(connection.connection.execute(statement, values))


def queries(work: Work) -> float:
    work()
    with CaptureQueriesContext(connection) as captured:
        work()
    return sum(not query["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")) for query in captured)


def rows() -> Iterator[Row]:
    table = Table()
    table.post()  # whatever is asked and looked up once is done before anything is measured
    raw("CREATE TABLE bench_log (id INTEGER PRIMARY KEY, entry TEXT)")
    yield Ratio(
        id="G12",
        title="ten-shot burst written by the service : one hit by models",
        goal=2,
        candidate=lambda: table.act(ALL_TEN),
        reference=table.one_hit_by_models,
    )
    yield Ratio(
        id="G13", title="attack posted : driver alone", goal=35, candidate=table.post, reference=table.one_hit_by_driver
    )
    yield Figure(id="G13", title="queries of an attack", goal=12, unit="queries", measure=lambda: queries(table.post))
    yield Figure(id="G16", title="attack posted, median", goal=15, unit="ms", measure=lambda: median_ms(table.post))
    yield Figure(id="G16", title="panel read anew, median", goal=15, unit="ms", measure=lambda: median_ms(table.panel))
    yield Figure(id="G16", title="queries of the panel", goal=8, unit="queries", measure=lambda: queries(table.panel))
    # One of them is the bench's own: it asks which entry is the newest.
    yield Figure(id="G16", title="queries for news", goal=6, unit="queries", measure=lambda: queries(table.news))
    yield Figure(id="G17", title="sheet page, median", goal=15, unit="ms", measure=lambda: median_ms(table.sheet))
    yield Figure(id="G17", title="queries of a sheet", goal=10, unit="queries", measure=lambda: queries(table.sheet))
    for name, title, now, work in (
        ("G16", "attack posted", 180, table.post),
        ("G16", "panel read anew", 965, table.panel),
        ("G17", "sheet page", 840, table.sheet),
    ):
        yield Figure(id=name, title=title, goal=now, unit=KILO, measure=partial(kilo_instructions, work))
