"""Sheets: who may change them, what may stand in them, the taps of an evening."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from chaos_sheets import journal, mapping, policy, services
from chaos_sheets.errors import Invalid, NotAllowed, NotVisible, ServiceError
from chaos_sheets.models import Campaign, Character, Item, JournalEntry, Known, User
from chaos_sheets.services import Edit
from combat.core.value import Json
from combat.registry import ruleset_info
from tests import builders
from tests.builders import key
from tests.cast import Cast


def fresh(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def edit(cast: Cast, field: str, shown: Json, value: Json, user: User | None = None) -> JournalEntry:
    return services.character_edit(
        character=fresh(cast.hero), user=user or cast.owner, key=key(), edits={field: Edit(shown, value)}
    )


class TestMaking:
    def test_a_template_is_copied_whole_and_stays_as_it_is(self, cast: Cast) -> None:
        """P01, J05: copies are independent; everything in them is new."""
        one = builders.character(cast.campaign, cast.gm, "mercenary")
        two = builders.character(cast.campaign, cast.gm, "mercenary")
        services.pool_change(character=one, user=cast.gm, key=key(), pool="hit_points", by=-5)
        weapon = builders.carried(one, "faehrmann")
        services.item_edit(item=weapon, user=cast.gm, key=key(), edits={"loaded": Edit(30, 1)})
        assert "pools" not in fresh(two).body
        assert "loaded" not in builders.carried(two, "faehrmann").body
        assert "pools" not in builders.template("mercenary").body

    def test_a_copy_has_all_that_its_template_carries(self, cast: Cast) -> None:
        """J13, C32: every field, zones and fittings too."""
        source = builders.template("jonna_velder")
        carried = {row.name: row for row in Item.objects.filter(character=source)}
        copied = {row.name: row for row in Item.objects.filter(character=cast.hero)}
        assert carried.keys() == copied.keys()
        for name, row in copied.items():
            assert (row.price, row.repair_cost, row.traits, row.quantity, row.body) == (
                carried[name].price,
                carried[name].repair_cost,
                carried[name].traits,
                carried[name].quantity,
                carried[name].body,
            )
        armour = builders.carried(cast.hero, "combat_suit")
        assert {zone.zone: zone.protection["kinetic"] for zone in armour.zones.all()} == {
            "head": 4,
            "arms": 3,
            "body": 4,
            "legs": 3,
        }
        sight = builders.carried(cast.hero, "reflex_sight")
        assert sight.fitted_to == builders.carried(cast.hero, "faehrmann")

    def test_a_player_makes_his_own_and_nobody_elses(self, cast: Cast) -> None:
        made = services.character_create(campaign=cast.campaign, user=cast.fellow, key=key(), name="Mia")
        assert made.owner == cast.member(cast.fellow)
        with pytest.raises(NotAllowed):
            services.character_create(
                campaign=cast.campaign,
                user=cast.fellow,
                key=key(),
                name="Mia",
                owner=cast.member(cast.owner),
            )
        with pytest.raises(NotAllowed):
            services.character_create(campaign=cast.campaign, user=cast.spectator, key=key(), name="Mia")
        with pytest.raises(NotVisible):
            services.character_create(campaign=cast.campaign, user=cast.stranger, key=key(), name="Mia")

    @pytest.mark.parametrize("name", ["", "  ", "x" * 121, "a\0b", "a\u202eb", "a\nb"])
    def test_a_bad_name_makes_nothing(self, cast: Cast, name: str) -> None:
        before = Character.objects.count()
        with pytest.raises(Invalid):
            services.character_create(campaign=cast.campaign, user=cast.gm, key=key(), name=name)
        assert Character.objects.count() == before

    @pytest.mark.parametrize("name", ['Zwölf"-Zoll', "<b>&", "Ärger/Üble, „Ö“", "名前", "O'Neil; DROP TABLE"])
    def test_any_readable_name_is_kept_as_it_is(self, cast: Cast, name: str) -> None:
        """K07: quotes, slashes, < and & everywhere."""
        made = services.character_create(campaign=cast.campaign, user=cast.gm, key=key(), name=name)
        assert fresh(made).name == name


class TestEditing:
    @pytest.mark.parametrize(
        ("field", "shown", "value", "code"),
        [
            ("attributes.strength", 42, 0, "too_small"),
            ("attributes.strength", 42, 101, "too_large"),
            ("attributes.strength", 42, "viel", "wrong_type"),
            ("attributes.strength", 42, True, "wrong_type"),
            ("attributes.strength", 42, 10**30, "too_large"),
            ("attributes.charisma", None, 5, "unknown_field"),
            ("pools.hit_points", 15, 16, "too_large"),
            ("skills.dodge.rank", 1, 4, "too_large"),
            ("skills.Böse Taste", None, {"rank": 1}, "bad_key"),
            ("skills.Böse Taste.rank", None, 1, "bad_key"),
            ("skills.neu", None, {"rank": 1, "geheim": 2}, "unknown_field"),
            ("skills.neu", None, 7, "wrong_type"),
            ("skills.neu.rank.tief", None, 1, "unknown_field"),
            ("species", "Mensch", "x" * 2000, "too_long"),
            ("concept", "", "nul\0", "forbidden_character"),
            ("concept", "", "\u202eneknits", "forbidden_character"),
            ("notes", "", "x" * 1_000_000, "too_long"),
            ("notes", "", "nul\0", "forbidden_character"),
            ("money", 3400, 10**40, "too_large"),
            ("money", 3400, 1.5, "wrong_type"),
            ("name", "Jonna Velder", None, "wrong_type"),
            ("known", "name", "nothing", "unknown_field"),
            ("owner", 1, 2, "unknown_field"),
            ("retired", False, True, "unknown_field"),
            ("ruleset", "chaos", "xian", "unknown_field"),
            ("overrides.dodge", None, {"value": 99, "reason": "x"}, "unknown_field"),
            ("", None, 1, "unknown_field"),
            ("..", None, 1, "unknown_field"),
        ],
    )
    def test_bad_input_gets_a_sentence_and_changes_nothing(
        self, cast: Cast, field: str, shown: Json, value: Json, code: str
    ) -> None:
        """E05: a range per field."""
        before = journal.stored(cast.campaign)
        with pytest.raises(Invalid) as error:
            edit(cast, field, shown, value)
        if not field.startswith("overrides"):
            assert error.value.code == code
        assert error.value.errors[0].sentence
        assert journal.stored(cast.campaign) == before

    def test_all_or_none(self, cast: Cast) -> None:
        with pytest.raises(Invalid) as error:
            services.character_edit(
                character=cast.hero,
                user=cast.owner,
                key=key(),
                edits={"notes": Edit("", "x"), "attributes.magic": Edit(14, 999), "name": Edit("", "")},
            )
        assert [found.field for found in error.value.errors] == ["name", "attributes.magic"]
        assert fresh(cast.hero).notes == ""

    def test_a_skill_of_ones_own_comes_and_goes(self, cast: Cast) -> None:
        own: Json = {"rank": 2, "attribute": "magic", "label": "Kartenlesen"}
        edit(cast, "skills.kartenlesen", None, own)
        assert fresh(cast.hero).body["skills"]["kartenlesen"] == own
        edit(cast, "skills.kartenlesen", own, None)
        assert "kartenlesen" not in fresh(cast.hero).body["skills"]
        assert journal.fold(cast.campaign) == journal.stored(cast.campaign)

    def test_a_maximum_may_rise_with_its_pool_in_one_save(self, cast: Cast) -> None:
        services.character_edit(
            character=cast.hero,
            user=cast.owner,
            key=key(),
            edits={"maxima.hit_points": Edit(15, 20), "pools.hit_points": Edit(15, 19)},
        )
        assert fresh(cast.hero).body["pools"] == {"hit_points": 19}

    def test_a_gm_who_sets_the_state_of_somebodys_character_says_why(self, cast: Cast) -> None:
        with pytest.raises(Invalid) as error:
            edit(cast, "pools.hit_points", 15, 3, cast.gm)
        assert error.value.errors[0].field == "reason"
        entry = services.character_edit(
            character=cast.hero,
            user=cast.gm,
            key=key(),
            edits={"pools.hit_points": Edit(15, 3)},
            reason="Sturz vom Dach",
        )
        assert (entry.cause, entry.reason) == ("override", "Sturz vom Dach")

    def test_damage_of_zones_is_edited_by_address(self, cast: Cast) -> None:
        """A09: edited and saved three times, the protection stays as it is."""
        armour = builders.carried(cast.hero, "combat_suit")
        for points in (1, 2, 3):
            services.item_edit(
                item=armour,
                user=cast.owner,
                key=key(),
                edits={"zones.body.damage_points": Edit(points - 1, points)},
            )
        zone = armour.zones.get(zone="body")
        assert (zone.damage_points, zone.protection) == (3, {"kinetic": 4, "explosive": 3, "energy": 2})

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("zones.tail.damage_points", 1),
            ("zones.body.damage_points", -1),
            ("zones.body.damage_points", "drei"),
            ("zones.body.protection.kinetic", 100),
            ("zones.body.protection.magic", 1),
            ("zones.body", {"damage_points": 1}),
            ("traits.reliable", True),
            ("level", 6),
            ("price", -1),
            ("quantity", -1),
            ("character", 1),
            ("place", "table"),
        ],
    )
    def test_fields_of_things_have_bounds_too(self, cast: Cast, field: str, value: Json) -> None:
        armour = builders.carried(cast.hero, "combat_suit")
        before = journal.stored(cast.campaign)
        with pytest.raises(Invalid):
            services.item_edit(item=armour, user=cast.owner, key=key(), edits={field: Edit(None, value)})
        assert journal.stored(cast.campaign) == before

    def test_a_trait_with_a_value_and_one_without(self, cast: Cast) -> None:
        weapon = cast.weapon()
        services.item_edit(
            item=weapon,
            user=cast.owner,
            key=key(),
            edits={"traits.explosive": Edit(None, 4), "traits.reliable": Edit(True, None)},
        )
        assert cast.weapon().traits == {"explosive": 4}
        for field, value in (("traits.explosive", True), ("traits.accurate", 3), ("traits.accurate", False)):
            with pytest.raises(Invalid):
                services.item_edit(item=weapon, user=cast.owner, key=key(), edits={field: Edit(None, value)})


class TestTaps:
    def test_points_never_leave_their_bounds(self, cast: Cast) -> None:
        """E01: floor and ceiling per ruleset, healing at the maximum."""
        with pytest.raises(ServiceError) as error:
            services.pool_change(character=cast.hero, user=cast.owner, key=key(), pool="action_points", by=-4)
        assert error.value.code == "not_enough_points"
        with pytest.raises(ServiceError) as error:
            services.pool_change(character=cast.hero, user=cast.owner, key=key(), pool="action_points", by=1)
        assert error.value.code == "pool_full"
        services.pool_change(character=cast.hero, user=cast.owner, key=key(), pool="hit_points", by=-20)
        services.pool_change(character=cast.hero, user=cast.owner, key=key(), pool="hit_points", by=9999)
        assert fresh(cast.hero).body["pools"] == {"hit_points": 15}

    def test_what_is_not_there_is_not_spent(self, cast: Cast) -> None:
        """E04: an amount of nothing is no amount."""
        with pytest.raises(ServiceError) as error:
            services.money_change(character=cast.hero, user=cast.owner, key=key(), by=-3401)
        assert error.value.data == {"available": 3400, "needed": 3401}
        for by in (0, True, "3", None, 10**20):
            with pytest.raises(Invalid):
                services.money_change(character=cast.hero, user=cast.owner, key=key(), by=by)  # type: ignore[arg-type]

    def test_money_and_goods_change_together(self, cast: Cast) -> None:
        """I12: a purchase that fails leaves the money, one that succeeds takes it once."""
        rifle = builders.stock("weapon", "esse")
        before = journal.stored(cast.campaign)
        with pytest.raises(ServiceError):
            services.item_add(character=cast.hero, source=rifle, user=cast.owner, key=key(), pay=True)
        assert journal.stored(cast.campaign) == before
        knife = builders.stock("weapon", "kampfmesser")
        for _ in range(2):
            services.item_add(character=cast.hero, source=knife, user=cast.owner, key="knife", quantity=2, pay=True)
        assert fresh(cast.hero).money == 3400 - 600
        assert Item.objects.filter(character=cast.hero, key="kampfmesser").count() == 2

    def test_a_status_is_set_and_cleared(self, cast: Cast) -> None:
        services.status_set(character=cast.hero, user=cast.owner, key=key(), status="irritated")
        assert fresh(cast.hero).body["statuses"] == {"irritated": True}
        services.status_clear(character=cast.hero, user=cast.owner, key=key(), status="irritated")
        assert "statuses" not in fresh(cast.hero).body
        with pytest.raises(Invalid):
            services.status_set(character=cast.hero, user=cast.owner, key=key(), status="müde")

    def test_an_override_needs_gm_and_reason_and_can_be_lifted(self, cast: Cast) -> None:
        def override(user: User, reason: str, value_key: str = "toughness_bonus") -> JournalEntry:
            return services.override_set(
                character=cast.hero, user=user, key=key(), value_key=value_key, value=9, reason=reason
            )

        with pytest.raises(NotAllowed):
            override(cast.owner, "weil")
        for reason in ("", "  ", "nul\0"):
            with pytest.raises(Invalid):
                override(cast.gm, reason)
        with pytest.raises(Invalid):
            override(cast.gm, "weil", "unbekannt")
        assert override(cast.gm, "Segen").reason == "Segen"
        assert fresh(cast.hero).body["overrides"] == {"toughness_bonus": {"value": 9, "reason": "Segen"}}
        services.override_lift(character=cast.hero, user=cast.gm, key=key(), value_key="toughness_bonus")
        assert "overrides" not in fresh(cast.hero).body
        assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


ACTS: tuple[Callable[[Cast, User], object], ...] = (
    lambda cast, user: services.money_change(character=cast.hero, user=user, key=key(), by=1),
    lambda cast, user: services.pool_change(character=cast.hero, user=user, key=key(), pool="hit_points", by=-1),
    lambda cast, user: services.status_set(character=cast.hero, user=user, key=key(), status="prone", reason="r"),
    lambda cast, user: services.character_edit(
        character=cast.hero, user=user, key=key(), edits={"notes": Edit("", "x")}
    ),
    lambda cast, user: services.item_add(
        character=cast.hero, source=builders.stock("gear", "stim"), user=user, key=key()
    ),
    lambda cast, user: services.item_edit(item=cast.weapon(), user=user, key=key(), edits={"loaded": Edit(30, 29)}),
    lambda cast, user: services.item_retire(item=cast.weapon(), user=user, key=key()),
)


class TestPermission:
    @pytest.mark.parametrize("act", ACTS)
    def test_gm_and_owner_may_others_may_not(self, cast: Cast, act: Callable[[Cast, User], object]) -> None:
        """I12, I15: live writes need session and role; a refused one changes nothing."""
        before = journal.stored(cast.campaign)
        for user, error in ((cast.fellow, NotAllowed), (cast.spectator, NotAllowed), (cast.stranger, NotVisible)):
            with pytest.raises(error):
                act(cast, user)
        assert journal.stored(cast.campaign) == before
        act(cast, cast.owner)
        assert journal.stored(cast.campaign) != before

    def test_a_hidden_npc_is_not_there_for_players(self, cast: Cast) -> None:
        """I03: degrees of known, by construction."""
        seen = {}
        for user in cast.insiders:
            who = policy.viewer(user=user, campaign=cast.campaign)
            seen[user.username] = [
                policy.sight(who, row) for row in (cast.hero, cast.other, cast.hidden, cast.kind, cast.named)
            ]
        assert seen == {
            "gm": [3, 3, 3, 3, 3],
            "owner": [3, 2, 0, 1, 2],
            "fellow": [2, 3, 0, 1, 2],
            "spectator": [2, 2, 0, 1, 2],
        }
        who = policy.viewer(user=cast.owner, campaign=cast.campaign)
        assert cast.hidden not in policy.visible_characters(who)
        assert policy.shown_name(who, cast.kind) == "Söldner"
        with pytest.raises(NotVisible):
            services.money_change(character=cast.hidden, user=cast.owner, key=key(), by=1)

    def test_the_switch_opens_players_sheets_to_players_only(self, cast: Cast) -> None:
        services.campaign_options_set(campaign=cast.campaign, user=cast.gm, key=key(), switches={"open_sheets": True})
        campaign = Campaign.objects.get(pk=cast.campaign.pk)
        sights = [
            policy.sight(policy.viewer(user=user, campaign=campaign), row)
            for user, row in ((cast.fellow, cast.hero), (cast.spectator, cast.hero), (cast.owner, cast.kind))
        ]
        assert sights == [3, 2, 1]

    def test_revealing_is_the_gms_and_goes_both_ways(self, cast: Cast) -> None:
        with pytest.raises(NotVisible):
            services.character_reveal(character=cast.hidden, user=cast.owner, key=key(), known=Known.NAME)
        services.character_reveal(
            character=cast.hidden, user=cast.gm, key=key(), known=Known.KIND, public_name="Mantelträger"
        )
        who = policy.viewer(user=cast.owner, campaign=cast.campaign)
        assert policy.shown_name(who, fresh(cast.hidden)) == "Mantelträger"
        with pytest.raises(Invalid):
            services.character_reveal(character=cast.hidden, user=cast.gm, key=key(), known="alles")

    def test_a_player_undoes_only_what_he_did_to_his_own(self, cast: Cast) -> None:
        own = services.money_change(character=cast.hero, user=cast.owner, key=key(), by=5)
        gms = services.money_change(character=cast.hero, user=cast.gm, key=key(), by=5)
        for entry, user, error in (
            (gms, cast.owner, NotAllowed),
            (own, cast.fellow, NotAllowed),
            (own, cast.spectator, NotAllowed),
            (own, cast.stranger, NotVisible),
        ):
            with pytest.raises(error):
                services.entry_undo(entry=entry, user=user, key=key())
        services.entry_undo(entry=own, user=cast.owner, key=key())
        services.entry_undo(entry=gms, user=cast.gm, key=key())
        assert fresh(cast.hero).money == 3400


def test_a_sheet_is_read_in_a_fixed_number_of_queries(
    cast: Cast, django_assert_num_queries: Callable[[int], object]
) -> None:
    info = ruleset_info("chaos")
    hero = fresh(cast.hero)
    with django_assert_num_queries(1):  # type: ignore[attr-defined]  # the fixture is a context manager
        sheet = mapping.sheet_of(hero, info)
    assert sheet.value("pools.hit_points") == 15
    weapon = next(item for item in sheet.items if item.key == "faehrmann")
    assert weapon.value("loaded") == 30
    assert [fitting.key for fitting in weapon.fitted] == ["reflex_sight"]
