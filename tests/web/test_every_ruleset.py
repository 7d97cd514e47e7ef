"""Every system on the same pages: sheet, armoury, action, fight, log, undo, reference, administration and API."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from chaos_sheets import journal, policy, services
from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import Campaign, Character, Item, JournalEntry, User
from chaos_sheets.pdf import sheet_html
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.log import line_of_entry
from chaos_sheets.selectors.printed import printed
from chaos_sheets.words import number
from combat import services as combat
from combat.core.procedure import Roll
from combat.core.value import Json
from combat.models import Encounter
from combat.registry import ruleset_ids, ruleset_info
from combat.steps import Step
from tests.builders import key, user
from tests.cast import stock_once
from tests.web.browsing import as_user

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db

every_ruleset = pytest.mark.parametrize("ruleset", ruleset_ids())


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A campaign of one system with two of its characters."""

    ruleset: str
    gm: User
    campaign: Campaign
    one: Character
    other: Character

    @property
    def client(self) -> Client:
        return as_user(self.gm)

    def address(self, name: str) -> str:
        return reverse(name, args=[self.campaign.pk])


def table(ruleset: str) -> Table:
    load_stock(ruleset)
    gm = user(f"gm-{ruleset}")
    campaign = services.campaign_create(user=gm, name=f"Runde {ruleset}", ruleset=ruleset, key=key("campaign"))
    templates = Character.objects.filter(ruleset=ruleset, template=True, campaign=None).order_by("pk")[:2]
    one, other = (
        services.character_create(campaign=campaign, user=gm, key=key(), template=template, name=f"Figur {number}")
        for number, template in enumerate(templates)
    )
    return Table(ruleset=ruleset, gm=gm, campaign=campaign, one=one, other=other)


def attack(at: Table, encounter: int | None = None) -> dict[str, Json]:
    """An attack that the rules offer the first character, at the second one; the first that is legal as it stands."""
    stated: dict[str, Json] = {"encounter": encounter} if encounter else {"combatants": {at.other.ref: {}}}
    looked: dict[str, Json] = {"fight": stated, "intent": {"actor": at.one.ref, "parts": [{"form": ""}]}}
    for offer in combat.offers(campaign=at.campaign, user=at.gm, request=looked, actor=at.one.ref):
        part: dict[str, Json] = {"form": offer.form, "item": offer.item, "targets": [at.other.ref], "parameters": {}}
        request: dict[str, Json] = {"fight": stated, "intent": {"actor": at.one.ref, "parts": [part]}}
        if offer.needs_target and not offer.reasons:
            preview = combat.preview(campaign=at.campaign, user=at.gm, request=request)
            if preview.checks and not preview.reasons:
                return request
    raise AssertionError(f"{at.ruleset} offers no attack")


def struck(at: Table) -> tuple[JournalEntry, Any]:
    """An attack that changed something, and what stood before: the first die says whether it hits, the others how."""
    request = attack(at)
    for parts in product((0.0, 0.3, 0.5, 1.0), (1.0, 0.5, 0.0)):
        before = journal.stored(at.campaign)
        entry = rolled(at, request, parts)
        if entry.changes:
            return entry, before
    raise AssertionError(f"no attack of {at.ruleset} changes anything")


def rolled(at: Table, request: dict[str, Json], parts: tuple[float, float]) -> JournalEntry:
    """An action played to its end; the first die, and then all others, show a part of their faces."""
    answers: dict[str, Json] = {}
    once = key()
    while True:
        acted = combat.act(
            campaign=at.campaign, user=at.gm, request=request, key=once, answers=answers, app_dice=False, decline=True
        )
        question = acted.question
        if question is None:
            assert acted.entry is not None
            return acted.entry
        assert isinstance(question, Roll)
        face = 1 + round((question.dice.sides - 1) * parts[bool(answers)])
        answers = {question.name: {"faces": [face] * question.dice.count}}


def folds(at: Table) -> bool:
    return journal.fold(at.campaign) == journal.stored(at.campaign)


@every_ruleset
def test_every_page_of_a_campaign_shows_the_system(ruleset: str) -> None:
    at = table(ruleset)
    weapon = Item.objects.stock().filter(ruleset=ruleset, kind="weapon").first()
    assert weapon is not None
    pages = [at.address(name) for name in ("campaign", "characters", "armoury", "rules", "rulings", "lookup", "attack")]
    pages += [at.address(name) for name in ("character_new", "encounters", "log")]
    pages += [reverse("sheet", args=[at.one.pk]), reverse("armoury_entry", args=[at.campaign.pk, weapon.pk])]
    for page in pages:
        answer = at.client.get(page)
        assert answer.status_code == 200, page
    info = ruleset_info(ruleset)
    sheet = at.client.get(reverse("sheet", args=[at.one.pk])).content.decode()
    for pool in info.pools:
        assert info.glossary.term(pool.key).short("de") in sheet or info.glossary.term(pool.key).word["de"] in sheet


def test_a_pool_that_holds_nothing_and_can_hold_nothing_is_left_out() -> None:
    """A fencer without magic has no "0 / 0" on sheet, print and fight; its maximum still stands among his values."""
    at = table("zwanziger")
    found = printed(policy.viewer(user=at.gm, campaign=at.campaign.pk), at.one)
    empty = [pool for pool in found.sheet.pools if not pool.maximum and not pool.current]
    assert "life_points" in {pool.key for pool in empty}
    sheet, paper = at.client.get(reverse("sheet", args=[at.one.pk])).content.decode(), sheet_html(found)
    made = combat.encounter_create(campaign=at.campaign, user=at.gm, key=key(), name="Furt")
    combat.encounter_join(encounter=_fresh(made), user=at.gm, key=key(), characters=[at.one, at.other])
    combat.encounter_step(encounter=_fresh(made), user=at.gm, key=key(), step=Step.START, decline=True)
    address = reverse("encounter", args=[at.campaign.pk, made.pk])
    fight = at.client.get(address, {"figur": at.one.ref}).content.decode()
    for pool in found.sheet.pools:
        shown = pool not in empty
        assert (f'id="pool-{pool.key}"' in sheet) is shown, pool.key
        assert (f'<abbr title="{pool.label}">' in fight) is shown, pool.key
        assert (f"{pool.short} {pool.current}/{pool.maximum}" in paper) is shown, pool.key
        assert f'data-field="maxima.{pool.key}"' in sheet


def test_a_fight_shows_exhaustion_and_in_whose_turn_a_mount_acts() -> None:
    """W20-3.7, W20-2.5: the one number that brakes every defence, and a mount that has no turn of its own."""
    at = table("zwanziger")
    made = combat.encounter_create(campaign=at.campaign, user=at.gm, key=key(), name="Furt")
    combat.encounter_join(encounter=_fresh(made), user=at.gm, key=key(), characters=[at.one, at.other])
    stated: dict[str, Json] = {"combatants": {at.other.ref: {"flags": {"rider": at.one.ref}}}}
    combat.encounter_state_set(encounter=_fresh(made), user=at.gm, key=key(), stated=stated)
    combat.encounter_step(encounter=_fresh(made), user=at.gm, key=key(), step=Step.START, decline=True)
    address = reverse("encounter", args=[at.campaign.pk, made.pk])
    fight = re.sub(r"\s+", " ", at.client.get(address, {"figur": at.one.ref}).content.decode())
    assert f"handelt mit {at.one.name}" in fight
    assert "handelt diese Runde nicht" not in fight
    assert '<dt class="label">Erschöpfung</dt><dd class="num">0</dd>' in fight


def test_where_no_pool_of_health_counts_the_first_stays_with_the_states_beside_it() -> None:
    at = table("zwanziger")
    sheet = printed(policy.viewer(user=at.gm, campaign=at.campaign.pk), at.one).sheet
    bare = replace(sheet, pools=tuple(replace(pool, current=0, maximum=0) for pool in sheet.pools))
    assert [pool.key for pool in bare.shown_pools] == ["wounds"]


@every_ruleset
def test_a_value_is_edited_in_place_and_a_wrong_one_is_refused(ruleset: str) -> None:
    at = table(ruleset)
    pool = ruleset_info(ruleset).pools[0]
    client = Client(headers={"hx-request": "true"})
    client.force_login(at.gm)
    given = {"of": at.one.ref, "field": pool.current, "shown": "", "key": key()}
    wrong = client.post(reverse("sheet_edit", args=[at.one.pk]), given | {"value": "viele"})
    assert wrong.status_code == 422
    tapped = [
        client.post(reverse("sheet_edit", args=[at.one.pk]), given | {"by": by, "key": key()}) for by in ("-1", "1")
    ]
    assert 200 in {answer.status_code for answer in tapped}
    assert folds(at)


@every_ruleset
def test_an_attack_is_resolved_told_and_taken_back(ruleset: str) -> None:
    at = table(ruleset)
    entry, before = struck(at)
    assert folds(at)
    page = at.client.get(reverse("log_entry", args=[at.campaign.pk, entry.pk]))
    assert page.status_code == 200
    services.entry_undo(entry=entry, user=at.gm, key=key())
    assert journal.stored(at.campaign) == before
    assert at.client.get(at.address("log")).status_code == 200


@every_ruleset
def test_a_fight_runs_a_round_on_the_same_page(ruleset: str) -> None:
    at = table(ruleset)
    made = combat.encounter_create(campaign=at.campaign, user=at.gm, key=key(), name="Probe")
    for character, party in ((at.one, "A"), (at.other, "B")):
        combat.encounter_join(encounter=_fresh(made), user=at.gm, key=key(), characters=[character], party=party)
    for step in (Step.START, Step.TURN, Step.TURN, Step.ROUND):
        combat.encounter_step(encounter=_fresh(made), user=at.gm, key=key(), step=step, decline=True)
        page = at.client.get(reverse("encounter", args=[at.campaign.pk, made.pk]))
        assert page.status_code == 200
        assert "Figur 1" in page.content.decode()
    combat.encounter_step(encounter=_fresh(made), user=at.gm, key=key(), step=Step.END, decline=True)
    assert folds(at)


def _fresh(encounter: Encounter) -> Encounter:
    return Encounter.objects.get(pk=encounter.pk)


RAW = re.compile(r"[a-z]+_[a-z]+|[{}]|\b(\w{3,}) \1\b|(?:character|item):\d|jemand|\bsomebody\b|  ")
"""What no line of a log may hold: a raw key, a pattern's brace, a word twice, a ref, a name nobody knows."""


@every_ruleset
def test_every_action_of_a_turn_is_one_readable_line_in_both_languages(ruleset: str) -> None:
    """Whatever the rules offer as it stands: who, what came of it, a full sentence, no raw key."""
    at = table(ruleset)
    lines = [_lines(at, attack(at))]
    looked: dict[str, Json] = {"fight": {"combatants": {at.other.ref: {}}}}
    looked["intent"] = {"actor": at.one.ref, "parts": [{"form": ""}]}
    for offer in combat.offers(campaign=at.campaign, user=at.gm, request=looked, actor=at.one.ref):
        targets: list[Json] = [at.other.ref] if offer.may_target else []
        part: dict[str, Json] = {"form": offer.form, "item": offer.item, "targets": targets, "parameters": {}}
        request: dict[str, Json] = {**looked, "intent": {"actor": at.one.ref, "parts": [part]}}
        if not offer.reasons and not combat.preview(campaign=at.campaign, user=at.gm, request=request).reasons:
            lines.append(_lines(at, request))
    assert len(lines) > 1
    for german, english in lines:
        assert "Figur" in german or "EMP" in german, german
        for said in (german, english):
            assert said.endswith((".", "!", "?")), said
            assert not RAW.search(said), said


def _lines(at: Table, request: dict[str, Json]) -> tuple[str, str]:
    """The first line of an action, as it is read in German and in English."""
    acted = combat.act(campaign=at.campaign, user=at.gm, request=request, key=key(), decline=True)
    assert acted.entry is not None
    who = policy.viewer(user=at.gm, campaign=at.campaign)
    found = []
    for language in ("de", "en"):
        with override(language):
            found.append(line_of_entry(who=who, known=Known.of(who), entry=acted.entry).headline)
    if acted.entry.changes:
        services.entry_undo(entry=acted.entry, user=at.gm, key=key())
    return found[0], found[1]


GOES_BY = {
    "chaos": "BE + NT",
    "fhtagn": "GE",
    "oedland": "BE + WA + GL/2 + W6",
    "xian": "Initiative",
    "zwanziger": "SCH-MOD + W12",
}
"""What the order goes by: CHA-1.2, FHT-3.1, FAL-1.5, XIAN-3.2, W20-3.1."""


@pytest.mark.parametrize("ruleset", GOES_BY)
def test_the_order_says_what_it_goes_by_and_each_value(ruleset: str) -> None:
    """A fight that began before its rules told the values still shows its order."""
    at = table(ruleset)
    made = combat.encounter_create(campaign=at.campaign, user=at.gm, key=key(), name="Probe")
    combat.encounter_join(encounter=_fresh(made), user=at.gm, key=key(), characters=[at.one, at.other])
    combat.encounter_step(encounter=_fresh(made), user=at.gm, key=key(), step=Step.START, decline=True)
    address = reverse("encounter", args=[at.campaign.pk, made.pk])
    rail = at.client.get(address).content.decode().partition('data-key="feld-1"')[2].partition("</section>")[0]
    assert GOES_BY[ruleset] in rail.partition("</div>")[0]
    entry = JournalEntry.objects.filter(campaign=at.campaign).latest("pk")
    told = [event for event in entry.events if event["term"] == "order_set"][-1]["data"]
    assert set(told["values"]) == {at.one.ref, at.other.ref}
    assert [number(value) for value in sorted(told["values"].values(), reverse=True)] == re.findall(
        r'class="rail__ini num"[^>]*>([^<]*)<', rail
    )
    for event in entry.events:
        for name in ("values", "by", "tied"):
            event["data"].pop(name, None)
    JournalEntry.objects.filter(pk=entry.pk).update(events=entry.events)
    assert folds(at)
    old = at.client.get(address).content.decode()
    assert GOES_BY[ruleset] not in old.partition('data-key="feld-1"')[2].partition("<ol")[0]
    assert at.client.get(at.address("log")).status_code == 200


@every_ruleset
def test_the_administration_has_a_page_with_proper_fields_for_every_kind_of_thing(ruleset: str) -> None:
    at = table(ruleset)
    models = {model.objects.kind: model for model in apps.get_models() if issubclass(model, Item)}
    for kind in ruleset_info(ruleset).kinds:
        item = Item.objects.stock().filter(ruleset=ruleset, kind=kind.key).first()
        if item is not None:
            name = models[kind.key]._meta.model_name
            page = at.client.get(reverse(f"admin:chaos_sheets_{name}_change", args=[item.pk]))
            assert page.status_code == 200, kind.key


@every_ruleset
def test_the_api_tells_the_system_the_sheet_and_the_catalogue(ruleset: str) -> None:
    at = table(ruleset)
    assert at.client.get(f"/api/v1/characters/{at.one.pk}/").status_code == 200
    assert at.client.get(f"/api/v1/campaigns/{at.campaign.pk}/catalogue/").status_code == 200
    found = at.client.get(f"/api/v1/rulesets/{ruleset}/")
    assert found.status_code == 200
    assert found.json()["id"] == ruleset


@every_ruleset
def test_loading_the_stock_twice_changes_nothing(ruleset: str) -> None:
    load_stock(ruleset)
    before = list(Item.objects.stock().filter(ruleset=ruleset).order_by("pk").values())
    load_stock(ruleset)
    assert list(Item.objects.stock().filter(ruleset=ruleset).order_by("pk").values()) == before
    weapons = [row for row in before if row["kind"] == "weapon"]
    assert len(weapons) >= 15
    templates = Character.objects.filter(ruleset=ruleset, template=True, campaign=None)
    assert templates.count() >= 6
