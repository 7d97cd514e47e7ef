"""What is refused, and how: nothing changes, and a sentence says why."""

from __future__ import annotations

from typing import Any

import pytest

from chaos_sheets import services
from chaos_sheets.errors import Invalid, NotAllowed, NotVisible, ServiceError
from chaos_sheets.models import Character, User
from chaos_sheets.services import Edit
from combat import services as combat
from combat.core.intent import Refused
from combat.core.value import Json
from combat.models import Resolution
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.shots import burst, request, stored


class TestRefused:
    def refused(self, cast: Cast, what: dict[str, Json], user: User | None = None) -> set[str]:
        before = stored(cast)
        with pytest.raises(Refused) as error:
            combat.act(campaign=cast.campaign, user=user or cast.gm, request=what, key=key())
        preview = combat.preview(campaign=cast.campaign, user=user or cast.gm, request=what)
        assert stored(cast) == before
        assert not Resolution.objects.exists()
        assert list(preview.reasons) == list(error.value.reasons)
        return {reason.code for reason in error.value.reasons}

    def test_an_empty_magazine(self, cast: Cast) -> None:
        weapon = builders.carried(cast.kind, "faehrmann")
        services.item_edit(item=weapon, user=cast.gm, key=key(), edits={"loaded": Edit(30, 0)})
        assert self.refused(cast, burst(cast)) == {"no_ammunition"}

    def test_a_mode_the_weapon_lacks(self, cast: Cast) -> None:
        """F04, F05: each weapon has its own modes."""
        weapon = builders.carried(cast.kind, "lotse")
        assert "mode_not_available" in self.refused(cast, request(cast.kind, weapon, cast.hero))

    def test_all_reasons_at_once(self, cast: Cast) -> None:
        weapon = builders.carried(cast.kind, "lotse")
        services.item_edit(
            item=weapon,
            user=cast.gm,
            key=key(),
            edits={"loaded": Edit(15, 0), "jammed": Edit(False, True)},
        )
        found = self.refused(cast, request(cast.kind, weapon, cast.hero))
        assert {"mode_not_available", "jammed"} <= found


class TestBadInput:
    def invalid(self, cast: Cast, what: Any, error: type[ServiceError] = Invalid, user: User | None = None) -> str:
        before = stored(cast)
        with pytest.raises(error) as found:
            combat.act(campaign=cast.campaign, user=user or cast.gm, request=what, key=key())
        with pytest.raises(error):
            combat.preview(campaign=cast.campaign, user=user or cast.gm, request=what)
        assert stored(cast) == before
        assert found.value.sentence
        return found.value.code

    @pytest.mark.parametrize("distance", [-1, "weit", 1.5, True, 10**9, [45]])
    def test_a_distance_that_is_none(self, cast: Cast, distance: Json) -> None:
        self.invalid(cast, burst(cast, distance=distance))

    @pytest.mark.parametrize("mode", ["sanft", 3, ["auto"], "x" * 1_000_000, "nul\0", "\u202e"])
    def test_a_mode_that_is_none(self, cast: Cast, mode: Any) -> None:
        before = stored(cast)
        with pytest.raises((Invalid, Refused)):
            combat.act(campaign=cast.campaign, user=cast.gm, request=burst(cast, mode=mode), key=key())
        assert stored(cast) == before

    @pytest.mark.parametrize(
        "what",
        [
            None,
            {},
            [],
            "schieß",
            {"intent": None},
            {"intent": {"actor": "character:1", "parts": []}},
            {"intent": {"actor": 7, "parts": [{"form": "shoot"}]}},
            {"intent": {"actor": "a" * 100_000, "parts": [{"form": "shoot"}]}},
            {"intent": {"actor": "nul\0", "parts": [{"form": "shoot"}]}},
        ],
    )
    def test_a_request_of_another_shape(self, cast: Cast, what: Any) -> None:
        self.invalid(cast, what)

    def test_unknown_parameters_forms_and_flags(self, cast: Cast) -> None:
        assert self.invalid(cast, burst(cast, laune="gut")) == "unknown_field"
        assert self.invalid(cast, burst(cast, form="tanzen")) == "not_a_choice"
        what = burst(cast)
        what["fight"]["flags"] = {"mond": True}  # type: ignore[index]
        assert self.invalid(cast, what) == "unknown_field"

    def test_what_one_may_not_see_is_not_there(self, cast: Cast) -> None:
        """D02, I01: a hidden target, a stranger's, an unknown weapon, a cover of another table."""
        weapon = cast.weapon()
        foreign = Character.objects.get(campaign__name="Fremde Runde")
        for target in (cast.hidden, foreign):
            self.invalid(cast, request(cast.hero, weapon, target), NotVisible, cast.owner)
        self.invalid(cast, request(cast.hero, weapon, foreign), NotVisible)
        foreign_weapon = builders.carried(cast.kind, "faehrmann")
        self.invalid(cast, request(cast.hero, foreign_weapon, cast.named), NotVisible, cast.owner)
        self.invalid(cast, request(cast.hero, builders.stock("weapon", "esse"), cast.named), NotVisible)
        stock_cover = builders.stock("cover", "tree")
        self.invalid(cast, request(cast.hero, weapon, cast.named, cover=stock_cover), NotVisible)
        for ref in ("character:999999", "item:1", "encounter:1", "chaos", "character:9" + "9" * 40):
            what = request(cast.hero, weapon, cast.named)
            what["intent"]["parts"][0]["targets"] = [ref]  # type: ignore[index,call-overload]
            self.invalid(cast, what, NotVisible)

    def test_a_cover_that_is_pointed_at_must_be_there(self, cast: Cast) -> None:
        what = burst(cast)
        what["fight"]["combatants"][cast.hero.ref] = {"flags": {"cover": "item:999999"}}  # type: ignore[index,call-overload]
        self.invalid(cast, what, NotVisible)

    def test_only_the_gm_modifies_and_hits_by_his_word(self, cast: Cast) -> None:
        weapon = cast.weapon()
        self.invalid(cast, request(cast.hero, weapon, cast.named, gm=50), NotAllowed, cast.owner)
        what = request(cast.hero, weapon, cast.named, form="hit")
        what["intent"]["parts"][0]["parameters"] = {"hits": 1}  # type: ignore[index,call-overload]
        self.invalid(cast, what, NotAllowed, cast.owner)
        acted = combat.act(campaign=cast.campaign, user=cast.gm, request=what, key=key(), decline=True, app_dice=True)
        assert acted.entry is not None

    def test_others_act_for_nobody(self, cast: Cast) -> None:
        what = request(cast.hero, cast.weapon(), cast.named)
        for user, error in ((cast.fellow, NotAllowed), (cast.spectator, NotAllowed), (cast.stranger, NotVisible)):
            self.invalid(cast, what, error, user)
