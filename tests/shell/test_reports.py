"""What users of other tools reported, played through the services: what is told is what is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from chaos_sheets import journal, mapping, services
from chaos_sheets.models import Character, Item
from chaos_sheets.netting import net_changes
from chaos_sheets.services import Edit
from combat import services as combat
from combat.core.event import Happened, changes_in
from combat.core.procedure import recorded, run
from combat.core.value import Json
from combat.mapping import read_table, row_changes
from combat.registry import ruleset, ruleset_info
from combat.requests import answers_kept, request_from_json
from combat.services import Acted
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.shots import request

INFO = ruleset_info("chaos")
ZONES = [zone.key for zone in INFO.zones]


def hit(cast: Cast, weapon: Item, target: Character, zone: str = "body", hits: int = 1) -> Acted:
    """Hits by the GM's word, all dice by the app."""
    actor = weapon.character
    assert actor is not None
    return combat.act(
        campaign=cast.campaign,
        user=cast.gm,
        request={
            "fight": {"pairs": {f"{actor.ref}>{target.ref}": {"distance": 20}}},
            "intent": {
                "actor": actor.ref,
                "parts": [
                    {
                        "form": "hit",
                        "item": weapon.ref,
                        "targets": [target.ref],
                        "parameters": {"hits": hits, "called_zone": zone},
                    }
                ],
            },
        },
        key=key(),
        decline=True,
    )


def told(acted: Acted, field: str) -> int:
    """The sum of a number over all hits of the card."""
    found = [event.data.get(field) for event in acted.events if isinstance(event, Happened) and event.term == "hit"]
    return sum(value for value in found if isinstance(value, int))


def hit_points(character: Character) -> int:
    body = Character.objects.get(pk=character.pk).body
    points = body.get("pools", {}).get("hit_points", body["maxima"]["hit_points"])
    assert isinstance(points, int)
    return points


def notches(character: Character) -> dict[str, int]:
    armour = Item.objects.get(character=character, kind="armour")
    return {zone.zone: zone.damage_points for zone in armour.zones.all()}


def test_what_the_card_tells_is_what_was_lost_for_every_weapon(cast: Cast) -> None:
    """A14, A16, C14: applied damage = shown damage for every weapon form, on every branch."""
    rows = Item.objects.catalogue(ruleset="chaos", campaign=cast.campaign).filter(kind="weapon")
    forms = {(row.body["weapon_kind"], row.body["damage_type"], *sorted(row.traits)): row for row in rows}
    for source in forms.values():
        services.item_add(character=cast.named, source=source, user=cast.gm, key=key())
    for weapon in Item.objects.filter(character=cast.named, kind="weapon", source__in=forms.values()):
        before = hit_points(cast.other)
        acted = hit(cast, weapon, cast.other)
        assert acted.entry is not None, weapon
        assert before - hit_points(cast.other) == told(acted, "lost"), weapon
        if acted.entry.changes:
            services.entry_undo(entry=acted.entry, user=cast.gm, key=key())
        assert hit_points(cast.other) == before
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


@pytest.mark.parametrize("zone", ZONES)
def test_every_zone_wears_on_players_and_npcs(cast: Cast, zone: str) -> None:
    """C07, C08: the same wear for all zones, character and NPC."""
    weapon = builders.carried(cast.kind, "faehrmann")
    shooter = builders.carried(cast.hero, "faehrmann")
    for gun, target in ((weapon, cast.hero), (shooter, cast.kind)):
        for _ in range(8):
            acted = hit(cast, gun, target, zone, hits=3)
            if told(acted, "lost"):
                break
        found = notches(target)
        assert found.pop(zone) > 0
        assert set(found.values()) == {0}


def test_without_armour_no_wear_is_told_or_stored(cast: Cast) -> None:
    """C28: the card tells the wear that happened."""
    bare = builders.character(cast.campaign, cast.gm, "infected_runner")
    acted = hit(cast, builders.carried(cast.kind, "faehrmann"), bare, hits=4)
    assert acted.entry is not None
    assert {change["field"].partition(".")[0] for change in acted.entry.changes} <= {
        "pools",
        "statuses",
        "shock_rounds",
    }
    assert not any(event.term == "armour_lowered" for event in acted.events if isinstance(event, Happened))


def test_armour_and_what_it_hinders_are_independent(cast: Cast) -> None:
    """C16: raising the protection of one zone changes that alone."""
    armour = builders.carried(cast.hero, "combat_suit")
    before = journal.stored(cast.campaign)
    services.item_edit(item=armour, user=cast.owner, key=key(), edits={"zones.body.protection.kinetic": Edit(4, 6)})
    after = journal.stored(cast.campaign)
    assert {ref for ref in after if after[ref] != before[ref]} == {armour.ref}
    zones, were = after[armour.ref].pop("zones"), before[armour.ref].pop("zones")
    assert after[armour.ref] == before[armour.ref]
    assert isinstance(zones, Mapping)
    assert isinstance(were, Mapping)
    assert {zone for zone in zones if zones[zone] != were[zone]} == {"body"}


def test_a_piece_in_the_middle_of_a_fight_counts_at_once(cast: Cast) -> None:
    """C13, C23: protection that changes late is what the next hit meets."""
    armour = builders.carried(cast.hero, "combat_suit")
    weapon = builders.carried(cast.kind, "lotse")
    hit(cast, weapon, cast.hero, hits=2)
    services.item_edit(item=armour, user=cast.gm, key=key(), edits={"zones.body.protection.kinetic": Edit(4, 99)})
    acted = hit(cast, weapon, cast.hero, hits=2)
    assert told(acted, "lost") == 0


def test_every_way_to_the_same_action_gives_the_same(cast: Cast) -> None:
    """F08: what the journal keeps is what the rules say for the request and answers it keeps."""
    before = read(cast)
    acted = combat.act(campaign=cast.campaign, user=cast.gm, request=before, key=key(), decline=True)
    assert acted.entry is not None
    services.entry_undo(entry=acted.entry, user=cast.gm, key=key())
    asked = request_from_json(acted.entry.request, INFO)
    table = read_table(cast.campaign, asked, INFO)
    answers = answers_kept(acted.entry.answers or {})
    outcome = run(ruleset("chaos").perform(table.fight, asked.intent), recorded(answers))
    assert outcome.question is None
    assert outcome.events == acted.events
    assert net_changes(row_changes(changes_in(outcome.events), table)) == net_changes(
        row_changes(changes_in(acted.events), table)
    )


def read(cast: Cast, mode: str = "auto", **parameters: Any) -> dict[str, Json]:
    return request(cast.kind, cast.weapon(cast.kind), cast.hero, mode=mode, **parameters)


def test_a_modifier_named_twice_counts_once(cast: Cast) -> None:
    """A05, A06: modifiers have identity."""

    def target_number(modifiers: list[Json]) -> int:
        what = read(cast, mode="single", modifiers=modifiers)
        return combat.preview(campaign=cast.campaign, user=cast.gm, request=what).checks[0].target_number

    assert target_number(["braced", "braced"]) == target_number(["braced"])


def test_undo_takes_back_what_came_by_itself(cast: Cast) -> None:
    """B08: states that a hit set go with it."""
    before = journal.stored(cast.campaign)
    acted = hit(cast, builders.carried(cast.kind, "faehrmann"), cast.other, hits=10)
    assert acted.entry is not None
    assert any(change["field"].startswith("statuses.") or change["after"] == -14 for change in acted.entry.changes) or (
        hit_points(cast.other) < -13
    )
    services.entry_undo(entry=acted.entry, user=cast.gm, key=key())
    assert journal.stored(cast.campaign) == before


def test_a_derived_value_is_the_one_that_is_used(cast: Cast) -> None:
    """C11, C39: the protection shown is the protection used, by one function."""
    hit(cast, builders.carried(cast.kind, "faehrmann"), cast.hero, hits=6)
    sheet = mapping.sheet_of(Character.objects.get(pk=cast.hero.pk), INFO)
    shown = {zone.key: zone.now["kinetic"] for zone in ruleset("chaos").derive(sheet, {}).armour[0].zones}
    acted = hit(cast, builders.carried(cast.kind, "lotse"), cast.hero)
    used = [
        event.data["armour_points"] for event in acted.events if isinstance(event, Happened) and event.term == "hit"
    ]
    assert used == [shown["body"]]
