"""Stock, catalogue, copies: what is shipped, what a campaign makes of it, what is on the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from chaos_sheets import journal, policy, services
from chaos_sheets.errors import Invalid, NotAllowed, NotVisible, StaleEdit
from chaos_sheets.management.commands.load_demo import GM
from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import ArmourZone, Campaign, Character, Item, JournalEntry, User
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.log import visible_entries
from chaos_sheets.selectors.news import changes_since
from chaos_sheets.services import Edit
from combat.core.value import Json
from combat.models import Encounter
from combat.registry import ruleset_ids, ruleset_info
from tests import builders
from tests.builders import key, stock
from tests.cast import Cast

INFO = ruleset_info("chaos")


def catalogue(cast: Cast, kind: str) -> dict[str, Item]:
    rows = Item.objects.catalogue(ruleset="chaos", campaign=cast.campaign).filter(kind=kind)
    return {row.key: row for row in rows}


@pytest.mark.usefixtures("stock")
class TestStock:
    def test_it_is_complete(self) -> None:
        """K12: nothing twice, nothing missing."""
        rows = Item.objects.catalogue(ruleset="chaos")
        counts = {kind.key: rows.filter(kind=kind.key).count() for kind in INFO.kinds}
        assert counts == {
            "weapon": 53,
            "armour": 12,
            "cover": 22,
            "modification": 12,
            "gear": 4,
            "skill": 18,
            "talent": 1,
            "spell": 5,
            "species": 5,
            "class": 6,
        }
        assert Character.objects.templates(ruleset="chaos").count() == 19

    def test_every_entry_is_valid(self) -> None:
        """K11: a lint of the whole stock: bodies, traits, zones, references."""
        keys = {kind.key: set(kind_keys(kind.key)) for kind in INFO.kinds}
        for item in Item.objects.filter(campaign=None).prefetch_related("zones"):
            kind = INFO.kind(item.kind)
            assert kind is not None
            assert kind.schema.check(item.body) == (), item
            assert item.traits.keys() <= {trait.key for trait in kind.traits}, item
            assert bool(item.zones.count()) == kind.zones
            if item.kind == "weapon":
                assert item.body["skill"] in keys["skill"], item
                assert item.repair_cost == round((item.price or 0) * 0.2)
        for character in Character.objects.filter(campaign=None):
            assert INFO.sheet.check(character.body) == (), character
            assert character.body.get("skills", {}).keys() <= keys["skill"]
            assert character.body.get("spells", {}).keys() <= keys["spell"]

    def test_every_armour_covers_all_zones(self) -> None:
        """C24, C36, C07: what is declared for a zone is what it has, for all zones."""
        names = {zone.key for zone in INFO.zones}
        for armour in Item.objects.stock().filter(kind="armour"):
            zones = {zone.zone: zone.protection for zone in armour.zones.all()}
            assert zones.keys() == names
            assert all(protection.keys() == set(INFO.protections) for protection in zones.values())

    def test_loading_it_again_changes_nothing(self) -> None:
        before = list(Item.objects.filter(campaign=None).order_by("pk").values())
        assert dict(load_stock("chaos")) == {"unchanged": 350}
        assert list(Item.objects.filter(campaign=None).order_by("pk").values()) == before

    def test_an_upgrade_brings_stock_back_and_leaves_the_rest(self, cast: Cast) -> None:
        knife = stock("weapon", "kampfmesser")
        own = services.catalogue_item_edit(
            campaign=cast.campaign, key=key(), item=knife, user=cast.gm, edits={"price": 1}
        )
        Item.objects.filter(pk=knife.pk).update(price=7, retired=True)
        extra = Item.objects.create(ruleset="chaos", kind="weapon", key="alt", name="Alt")
        assert dict(load_stock("chaos")) == {"unchanged": 349, "changed": 1, "retired": 1}
        knife.refresh_from_db()
        own.refresh_from_db()
        extra.refresh_from_db()
        assert (knife.price, knife.retired, knife.version) == (300, False, 2)
        assert own.price == 1
        assert extra.retired

    def test_the_fixtures_are_djangos_own(self) -> None:
        """They load by natural keys without the command, and change nothing either."""
        before = list(ArmourZone.objects.order_by("pk").values())
        names = ("modifications", "weapons", "armours", "covers", "vocabulary", "characters")
        files = [str(Path(settings.BASE_DIR) / "fixtures" / "chaos" / f"{name}.json") for name in names]
        call_command("loaddata", *files, verbosity=0)
        assert list(ArmourZone.objects.order_by("pk").values()) == before
        assert Item.objects.filter(campaign=None).count() == sum(
            row["model"] == "chaos_sheets.item" for file in files for row in json.loads(Path(file).read_text())
        )

    def test_the_demo_folds_and_is_made_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
        call_command("load_demo")
        told = capsys.readouterr().out.splitlines()[0]
        assert all(f"({ruleset_info(known).name})" in told for known in ruleset_ids())
        assert "Konvoi Nord (CHAOS)" in told
        campaign = Campaign.objects.get(name="Konvoi Nord")
        assert journal.fold(campaign) == journal.stored(campaign)
        logins = dict(line.split() for line in (tmp_path / "demo-logins.txt").read_text().splitlines())
        assert logins.keys() == {GM, "kim", "alex", "robin", "toni"}
        assert all(User.objects.get(username=name).check_password(word) for name, word in logins.items())
        mount = Character.objects.in_play().get(campaign__ruleset="zwanziger", name="Grauross")
        assert mount.owner is not None
        assert mount.owner.user.username == "alex", "whoever rides acts with the mount (W20-7.2)"
        alley = Encounter.objects.get(campaign__ruleset="xian").body
        assert alley["flags"] == {"sight": "light"}
        assert {pair["reach_disadvantaged"] for pair in alley["pairs"].values()} == {"longer"}, "narrow (XIAN-7.5)"
        entries = JournalEntry.objects.count()
        call_command("load_demo", verbosity=0)
        assert JournalEntry.objects.count() == entries


def kind_keys(kind: str) -> list[str]:
    return list(Item.objects.stock().filter(kind=kind).values_list("key", flat=True))


class TestOwnVersions:
    def test_a_change_makes_the_campaigns_own_and_leaves_stock(self, cast: Cast) -> None:
        """K11: stock stays as shipped; the own version stands in its place."""
        rifle = stock("weapon", "faehrmann")
        own = services.catalogue_item_edit(
            campaign=cast.campaign,
            key=key(),
            item=rifle,
            user=cast.gm,
            edits={"penetration": Edit(3, 9), "traits.accurate": True},
        )
        rifle.refresh_from_db()
        assert (rifle.body["penetration"], rifle.traits) == (3, {"reliable": True})
        assert (own.body["penetration"], own.traits) == (9, {"reliable": True, "accurate": True})
        assert catalogue(cast, "weapon")["faehrmann"] == own
        assert len(catalogue(cast, "weapon")) == 53
        again = services.catalogue_item_edit(
            campaign=cast.campaign, key=key(), item=rifle, user=cast.gm, edits={"penetration": Edit(9, 8)}
        )
        assert again == own

    def test_armour_and_fittings_come_with_it(self, cast: Cast) -> None:
        own = services.catalogue_item_edit(
            campaign=cast.campaign,
            key=key(),
            item=stock("armour", "combat_suit"),
            user=cast.gm,
            edits={"zones.head.protection.kinetic": Edit(4, 6)},
        )
        assert own.zones.get(zone="head").protection["kinetic"] == 6
        assert own.zones.count() == 4
        assert stock("armour", "combat_suit").zones.get(zone="head").protection["kinetic"] == 4
        rifle = services.catalogue_item_own(
            campaign=cast.campaign, key=key(), item=stock("weapon", "rauhreif"), user=cast.gm
        )
        services.item_add(character=cast.hero, source=rifle, user=cast.owner, key=key())
        made = builders.carried(cast.hero, "rauhreif")
        assert made.source == rifle
        assert [fitting.key for fitting in made.fittings.all()] == ["smartgun_system"]

    def test_sheets_are_not_altered_but_show_the_difference(self, cast: Cast) -> None:
        """P01: a catalogue change reaches a sheet on request alone."""
        weapon = cast.weapon()
        services.item_edit(item=weapon, user=cast.owner, key=key(), edits={"loaded": Edit(30, 3)})
        assert services.item_differences(item=cast.weapon()) == []
        services.item_edit(item=weapon, user=cast.owner, key=key(), edits={"penetration": Edit(3, 5)})
        (change,) = services.item_differences(item=cast.weapon())
        assert (change.field, change.before, change.after) == ("penetration", 5, 3)
        services.item_take_over(item=cast.weapon(), user=cast.owner, key=key())
        assert (cast.weapon().body["penetration"], cast.weapon().body["loaded"]) == (3, 3)
        assert journal.fold(cast.campaign) == journal.stored(cast.campaign)

    def test_a_worn_armour_is_no_different_one(self, cast: Cast) -> None:
        armour = builders.carried(cast.hero, "combat_suit")
        services.item_edit(item=armour, user=cast.owner, key=key(), edits={"zones.body.damage_points": Edit(0, 4)})
        assert services.item_differences(item=armour) == []
        services.item_edit(item=armour, user=cast.owner, key=key(), edits={"zones.body.protection.kinetic": Edit(4, 9)})
        services.item_take_over(item=armour, user=cast.owner, key=key())
        zone = armour.zones.get(zone="body")
        assert (zone.protection["kinetic"], zone.damage_points) == (4, 4)

    def test_a_stale_edit_is_told(self, cast: Cast) -> None:
        rifle = stock("weapon", "faehrmann")
        services.catalogue_item_edit(
            campaign=cast.campaign, key=key(), item=rifle, user=cast.gm, edits={"recoil": Edit(2, 3)}
        )
        with pytest.raises(StaleEdit) as error:
            services.catalogue_item_edit(
                campaign=cast.campaign, key=key(), item=rifle, user=cast.gm, edits={"recoil": Edit(2, 4)}
            )
        assert error.value.conflicts[0].stored == 3

    def test_retired_it_is_out_of_the_list_and_comes_back(self, cast: Cast) -> None:
        rifle = stock("weapon", "faehrmann")
        own = services.catalogue_item_retire(campaign=cast.campaign, key=key(), item=rifle, user=cast.gm)
        assert "faehrmann" not in catalogue(cast, "weapon")
        assert cast.weapon().name == "Fährmann"
        services.catalogue_item_restore(campaign=cast.campaign, key=key(), item=own, user=cast.gm)
        assert catalogue(cast, "weapon")["faehrmann"] == own

    def test_new_entries_get_keys_of_their_own(self, cast: Cast) -> None:
        """J05, K02: a copy gets a new identity."""
        one = services.catalogue_item_copy(
            campaign=cast.campaign, key=key(), item=stock("weapon", "lotse"), user=cast.gm
        )
        two = services.catalogue_item_copy(
            campaign=cast.campaign, key=key(), item=stock("weapon", "lotse"), user=cast.gm
        )
        made = services.catalogue_item_create(
            campaign=cast.campaign,
            key=key(),
            user=cast.gm,
            kind="weapon",
            name="Süßholz „Ö“",
            values={"damage": "2W10", "traits.explosive": 3},
        )
        assert [one.key, two.key, made.key] == ["lotse-2", "lotse-3", "suessholz-oe"]
        assert (made.body, made.traits) == ({"damage": "2W10"}, {"explosive": 3})

    @pytest.mark.parametrize(
        "values",
        [
            {"name": ""},
            {"name": "nul\0"},
            {"damage": "viel"},
            {"damage": "W0"},
            {"weapon_class": "keule"},
            {"recoil": -1},
            {"shots.single": 0},
            {"price": -5},
            {"traits.magisch": True},
            {"unbekannt": 1},
            {"kind": "armour"},
            {"campaign": 1},
        ],
    )
    def test_bad_values_make_nothing(self, cast: Cast, values: dict[str, Json]) -> None:
        before = Item.objects.count()
        with pytest.raises(Invalid) as error:
            services.catalogue_item_create(
                campaign=cast.campaign, key=key(), user=cast.gm, kind="weapon", name="Neu", values=values
            )
        assert error.value.errors[0].field in values
        assert error.value.sentence
        assert Item.objects.count() == before

    def test_only_the_gm_and_only_his_own(self, cast: Cast) -> None:
        rifle = stock("weapon", "faehrmann")
        for user, error in ((cast.owner, NotAllowed), (cast.spectator, NotAllowed), (cast.stranger, NotVisible)):
            with pytest.raises(error):
                services.catalogue_item_edit(
                    campaign=cast.campaign, key=key(), item=rifle, user=user, edits={"recoil": 1}
                )
        elsewhere = Campaign.objects.get(name="Fremde Runde")
        foreign = services.catalogue_item_own(campaign=elsewhere, key=key(), item=rifle, user=cast.stranger)
        with pytest.raises(NotVisible):
            services.catalogue_item_edit(
                campaign=cast.campaign, key=key(), item=foreign, user=cast.gm, edits={"recoil": 1}
            )
        with pytest.raises(NotVisible):
            services.item_add(character=cast.hero, source=foreign, user=cast.gm, key=key())
        with pytest.raises(NotVisible):
            services.catalogue_item_edit(
                campaign=cast.campaign, key=key(), item=cast.weapon(), user=cast.gm, edits={"recoil": 1}
            )


class TestThings:
    def test_a_cover_stands_on_the_table_once(self, cast: Cast) -> None:
        made = [
            services.cover_place(
                campaign=cast.campaign, source=stock("cover", "tree"), user=cast.gm, key="c", name="Eiche"
            )
            for _ in range(2)
        ]
        assert made[0] == made[1]
        assert (made[0].name, made[0].body["bonus"]) == ("Eiche", 30)
        services.cover_remove(cover=made[0], user=cast.gm, key=key())
        assert made[0] not in Item.objects.on_table(cast.campaign)
        assert journal.fold(cast.campaign) == journal.stored(cast.campaign)

    def test_only_covers_and_only_by_the_gm(self, cast: Cast) -> None:
        with pytest.raises(Invalid):
            services.cover_place(campaign=cast.campaign, source=stock("weapon", "lotse"), user=cast.gm, key=key())
        with pytest.raises(NotAllowed):
            services.cover_place(campaign=cast.campaign, source=stock("cover", "tree"), user=cast.owner, key=key())
        with pytest.raises(NotAllowed):
            services.item_edit(item=cast.cover, user=cast.owner, key=key(), edits={"bonus": Edit(30, 90)})

    def test_a_modification_is_fitted_and_taken_off(self, cast: Cast) -> None:
        services.item_add(character=cast.hero, source=stock("modification", "laser_marker"), user=cast.owner, key=key())
        marker = builders.carried(cast.hero, "laser_marker")
        services.item_fit_modification(modification=marker, weapon=cast.weapon(), user=cast.owner, key=key())
        marker.refresh_from_db()
        assert marker.fitted_to == cast.weapon()
        with pytest.raises(Invalid):
            services.item_fit_modification(modification=marker, weapon=cast.weapon(), user=cast.owner, key=key())
        services.item_unfit_modification(modification=marker, user=cast.owner, key=key())
        marker.refresh_from_db()
        assert marker.fitted_to is None
        with pytest.raises(Invalid):
            services.item_fit_modification(
                modification=cast.weapon(key="lotse"), weapon=cast.weapon(), user=cast.owner, key=key()
            )

    def test_what_is_fitted_goes_and_comes_with_the_weapon(self, cast: Cast) -> None:
        services.item_retire(item=cast.weapon(), user=cast.owner, key=key())
        assert builders.carried(cast.hero, "reflex_sight").retired
        services.item_restore(item=cast.weapon(), user=cast.owner, key=key())
        assert not builders.carried(cast.hero, "reflex_sight").retired
        assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


class TestJournal:
    def test_the_catalogue_stands_in_the_journal_and_is_taken_back(self, cast: Cast) -> None:
        """O01: who changed which entry, before and after; the own version stays, its values come back."""
        rifle = stock("weapon", "faehrmann")
        edits: dict[str, Edit | Json] = {"penetration": Edit(3, 9), "traits.accurate": True}
        own = services.catalogue_item_edit(campaign=cast.campaign, item=rifle, user=cast.gm, key="once", edits=edits)
        entries = list(JournalEntry.objects.filter(campaign=cast.campaign).order_by("-pk")[:2])
        assert [entry.cause for entry in entries] == ["catalogue_edit", "catalogue_own"]
        assert entries[0].changes[0] == {"of": own.ref, "field": "penetration", "before": 3, "after": 9}
        again = services.catalogue_item_edit(campaign=cast.campaign, item=rifle, user=cast.gm, key="once", edits=edits)
        assert again == own
        assert JournalEntry.objects.filter(campaign=cast.campaign).latest("pk") == entries[0]
        services.entry_undo(entry=entries[0], user=cast.gm, key=key())
        own.refresh_from_db()
        assert (own.body["penetration"], own.traits) == (3, {"reliable": True})
        assert journal.fold(cast.campaign) == journal.stored(cast.campaign)

    def test_what_changes_nothing_makes_one_version_and_no_more(self, cast: Cast) -> None:
        rifle = stock("weapon", "faehrmann")
        made = {
            services.catalogue_item_edit(
                campaign=cast.campaign, item=rifle, user=cast.gm, key=name, edits={"recoil": Edit(2, 2)}
            )
            for name in ("a", "a", "b")
        }
        assert len(made) == 1

    def test_players_read_nothing_of_it_in_the_log(self, cast: Cast) -> None:
        services.catalogue_item_edit(
            campaign=cast.campaign, item=stock("weapon", "faehrmann"), user=cast.gm, key=key(), edits={"recoil": 4}
        )
        entry = JournalEntry.objects.filter(campaign=cast.campaign).latest("pk")
        for user, sees in ((cast.gm, True), (cast.owner, False), (cast.spectator, False)):
            who = policy.viewer(user=user, campaign=cast.campaign)
            assert visible_entries(who, Known.of(who)).filter(pk=entry.pk).exists() is sees
            told = changes_since(who=who, since=entry.pk - 1)[1]
            assert bool(told) is sees
