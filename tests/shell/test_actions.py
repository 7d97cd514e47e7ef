"""An action from request to journal."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from chaos_sheets import journal, policy, services
from chaos_sheets.errors import Invalid, KeyReused, NotAllowed, NotVisible, ServiceError
from chaos_sheets.models import Character, Item, JournalEntry
from chaos_sheets.selectors.known import Known
from chaos_sheets.services import Edit
from combat import services as combat
from combat.core.event import Happened, Rolled
from combat.core.procedure import Ask, BadAnswer, Roll
from combat.core.value import Json
from combat.models import Resolution
from combat.selectors.question import may_cancel
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.shots import HITS, burst, play, request, stored


class TestOnce:
    def test_a_burst_is_applied_once_and_wholly(self, cast: Cast) -> None:
        """A01, C20, F06: hit points, wear, ammunition, states in one entry; the same key again changes nothing."""
        acted = play(cast, cast.gm, burst(cast, cover=cast.cover), "one", HITS)
        assert acted.entry is not None
        changed = {(change["of"], change["field"]) for change in acted.entry.changes}
        armour = builders.carried(cast.hero, "combat_suit")
        weapon = builders.carried(cast.kind, "faehrmann")
        assert (cast.hero.ref, "pools.hit_points") in changed
        assert (armour.ref, "zones.body.damage_points") in changed
        assert weapon.body["loaded"] == 20
        hits = [event for event in acted.events if isinstance(event, Happened) and event.term == "hit"]
        assert armour.zones.get(zone="body").damage_points == len(hits) > 1
        after = stored(cast)
        again = combat.act(campaign=cast.campaign, user=cast.gm, request=burst(cast, cover=cast.cover), key="one")
        assert again.entry == acted.entry
        assert stored(cast) == after == journal.fold(cast.campaign)

    def test_the_key_with_another_request_is_refused(self, cast: Cast) -> None:
        """A13: an outdated card is refused."""
        play(cast, cast.gm, burst(cast), "one", HITS)
        with pytest.raises(KeyReused):
            combat.act(campaign=cast.campaign, user=cast.gm, request=burst(cast, mode="semi"), key="one")
        with pytest.raises(KeyReused):
            combat.act(
                campaign=cast.campaign,
                user=cast.owner,
                request=request(cast.hero, cast.weapon(), cast.named),
                key="one",
            )

    def test_the_same_hit_twice_is_two_entries_on_purpose(self, cast: Cast) -> None:
        """A04: applied again on purpose it is another entry."""
        for number in range(2):
            play(cast, cast.gm, burst(cast, mode="single"), f"shot-{number}", HITS)
        assert JournalEntry.objects.filter(campaign=cast.campaign, cause="shoot").count() == 2
        assert builders.carried(cast.kind, "faehrmann").body["loaded"] == 28


class TestUndo:
    def test_it_restores_all_of_it(self, cast: Cast) -> None:
        """B02, B04, C29: hit points, wear of zones, cover, states, ammunition."""
        before = stored(cast)
        shown = {**HITS, "cover": 5, "hit.3.cover": 90, "hit.4.cover": 90}
        acted = play(cast, cast.gm, burst(cast, cover=cast.cover), key(), shown)
        assert acted.entry is not None
        assert any(change["of"] == cast.cover.ref for change in acted.entry.changes)
        services.entry_undo(entry=acted.entry, user=cast.gm, key=key())
        assert stored(cast) == before == journal.fold(cast.campaign)

    def test_also_after_something_else_has_happened(self, cast: Cast) -> None:
        acted = play(cast, cast.gm, burst(cast), key(), HITS)
        assert acted.entry is not None
        lost = Character.objects.get(pk=cast.hero.pk).body["pools"]["hit_points"]
        services.pool_change(character=cast.hero, user=cast.gm, key=key(), pool="hit_points", by=-1)
        services.entry_undo(entry=acted.entry, user=cast.gm, key=key())
        assert lost < 14
        assert Character.objects.get(pk=cast.hero.pk).body["pools"]["hit_points"] == 14

    def test_for_the_target_alone(self, cast: Cast) -> None:
        """B05: the target is restored, the rounds stay fired."""
        acted = play(cast, cast.gm, burst(cast), key(), HITS)
        assert acted.entry is not None
        services.entry_undo(entry=acted.entry, user=cast.gm, key=key(), only=cast.hero.ref)
        hero = Character.objects.get(pk=cast.hero.pk)
        assert "pools" not in hero.body
        assert builders.carried(hero, "combat_suit").zones.get(zone="body").damage_points == 0
        assert builders.carried(cast.kind, "faehrmann").body["loaded"] == 20

    def test_a_player_cannot_take_back_what_he_did_to_others(self, cast: Cast) -> None:
        what = request(cast.hero, cast.weapon(), cast.named)
        asked = combat.act(campaign=cast.campaign, user=cast.owner, request=what, key=key())
        assert asked.resolution is not None
        acted = combat.resume(resolution=asked.resolution, user=cast.gm, decline=True, app_dice=True)
        assert acted.entry is not None
        assert acted.entry.user == cast.owner
        with pytest.raises(NotAllowed):
            services.entry_undo(entry=acted.entry, user=cast.owner, key=key())


class TestDice:
    def test_an_open_question_is_kept_before_a_die_is_shown(self, cast: Cast) -> None:
        """G02: loading the page again never rolls again."""
        what = burst(cast)
        first = combat.act(campaign=cast.campaign, user=cast.gm, request=what, key="open", app_dice=False, decline=True)
        assert isinstance(first.question, Roll)
        assert first.question.name == "attack"
        waiting = Resolution.objects.get(key="open")
        assert JournalEntry.objects.filter(key="open").count() == 0
        second = combat.resume(resolution=waiting, user=cast.gm, answers={"attack": {"faces": [20]}}, decline=True)
        assert second.question is not None
        waiting.refresh_from_db()
        assert waiting.answers["attack"] == {"faces": [20], "choice": "", "source": "typed"}
        # A die that lies on the table cannot be typed anew.
        with pytest.raises(combat.AlreadyAnswered):
            combat.resume(resolution=waiting, user=cast.gm, answers={"attack": {"faces": [99]}}, app_dice=True)
        third = combat.resume(resolution=waiting, user=cast.gm, app_dice=True, decline=True)
        assert third.entry is not None
        answers = third.entry.answers or {}
        assert answers["attack"]["faces"] == [20]
        assert {answer["source"] for answer in answers.values() if answer["faces"]} == {"typed", "app"}
        assert not Resolution.objects.filter(key="open").exists()
        with pytest.raises(ServiceError) as error:
            combat.resume(resolution=waiting, user=cast.gm, app_dice=True)
        assert error.value.code == "no_open_question"

    def test_giving_up_leaves_nothing(self, cast: Cast) -> None:
        """P03, J14: cancel really cancels; nothing spent, nothing locked."""
        before = stored(cast)
        acted = combat.act(campaign=cast.campaign, user=cast.gm, request=burst(cast), key="open", app_dice=False)
        assert acted.resolution is not None
        with pytest.raises(NotAllowed):
            combat.cancel(resolution=acted.resolution, user=cast.owner)
        combat.cancel(resolution=acted.resolution, user=cast.gm)
        assert not Resolution.objects.exists()
        assert stored(cast) == before

    def test_once_a_die_fell_only_the_game_master_can_give_up(self, cast: Cast) -> None:
        """Else an attack that went badly would be thrown away, with no trace of it, and tried again."""
        shot = request(cast.hero, cast.weapon(), cast.kind)
        acted = combat.act(
            campaign=cast.campaign, user=cast.owner, request=shot, key="open", app_dice=False,
            answers={"attack": {"faces": [5]}},
        )  # fmt: skip
        assert acted.resolution is not None
        acted = combat.resume(resolution=acted.resolution, user=cast.gm, decline=True)
        assert acted.resolution is not None
        assert "attack" in acted.resolution.answers
        with pytest.raises(NotAllowed) as error:
            combat.cancel(resolution=acted.resolution, user=cast.owner)
        assert error.value.code == "already_rolled"
        seen = {}
        for user in (cast.owner, cast.gm):
            who = policy.viewer(user=user, campaign=cast.campaign)
            seen[user] = may_cancel(who, Known.of(who), acted.resolution)
        assert seen == {cast.owner: False, cast.gm: True}
        combat.cancel(resolution=acted.resolution, user=cast.gm)
        assert not Resolution.objects.exists()

    def test_whoever_plays_the_one_who_acts_by_now_can_give_up_too(self, cast: Cast) -> None:
        """Handed over while it waits: who announced it may not act any more, and nobody else would be at hand."""
        shot = request(cast.hero, cast.weapon(), cast.kind)
        acted = combat.act(campaign=cast.campaign, user=cast.owner, request=shot, key="open", app_dice=False)
        assert acted.resolution is not None
        with pytest.raises(NotAllowed):
            combat.cancel(resolution=acted.resolution, user=cast.fellow)
        services.character_hand_over(character=cast.hero, user=cast.gm, to=cast.member(cast.fellow), key=key())
        combat.cancel(resolution=acted.resolution, user=cast.fellow)
        assert not Resolution.objects.exists()

    @pytest.mark.parametrize("shown", [[0], [101], [-5], [], [1, 2], [10**30]])
    def test_a_face_no_die_has_is_refused(self, cast: Cast, shown: list[int]) -> None:
        """G04, F03: 100 is 00; 0 and 101 are no faces."""
        before = stored(cast)
        with pytest.raises(BadAnswer) as error:
            combat.act(
                campaign=cast.campaign,
                user=cast.gm,
                request=burst(cast),
                key=key(),
                answers={"attack": {"faces": list(shown)}},
                decline=True,
            )
        assert error.value.code == "face_not_on_die"
        assert stored(cast) == before

    @pytest.mark.parametrize(
        "answers",
        [
            {"attack": {"faces": "20"}},
            {"attack": {"faces": [True]}},
            {"attack": {"faces": ["20"]}},
            {"attack": [20]},
            {"attack": {"faces": [1] * 1000}},
            ["attack"],
            "attack",
        ],
    )
    def test_answers_of_another_shape_are_named(self, cast: Cast, answers: Json) -> None:
        with pytest.raises(Invalid):
            combat.act(campaign=cast.campaign, user=cast.gm, request=burst(cast), key=key(), answers=answers)

    def test_the_preview_is_what_is_rolled(self, cast: Cast) -> None:
        """A08, C11: the modifiers shown sum up to the number used."""
        what = burst(cast, cover=cast.cover, gm=-10)
        preview = combat.preview(campaign=cast.campaign, user=cast.gm, request=what)
        acted = play(cast, cast.gm, what, key(), HITS)
        check = preview.checks[0]
        rolled = next(event for event in acted.events if isinstance(event, Rolled))
        assert (check.window, check.modifiers) == (rolled.window, rolled.modifiers)
        assert check.target_number == sum(modifier.value for modifier in (*check.base, *check.modifiers))
        assert acted.entry is not None
        assert acted.entry.reason == "Nebel"

    def test_a_target_may_choose_to_dodge(self, cast: Cast) -> None:
        acted = combat.act(campaign=cast.campaign, user=cast.gm, request=burst(cast), key="open")
        question = acted.question
        if question is None:
            # Nothing was open to the target: then the action went through.
            assert acted.entry is not None
            return
        assert isinstance(question, Ask)
        assert question.who == cast.hero.ref
        assert acted.resolution is not None
        with pytest.raises(NotAllowed):
            combat.resume(resolution=acted.resolution, user=cast.fellow, decline=True)
        done = combat.resume(resolution=acted.resolution, user=cast.owner, decline=True, app_dice=True)
        assert done.entry is not None
        assert done.entry.user == cast.gm


class TestRepair:
    def worn(self, cast: Cast) -> Item:
        armour = builders.carried(cast.hero, "combat_suit")
        services.item_edit(
            item=armour,
            user=cast.owner,
            key=key(),
            edits={"zones.body.damage_points": Edit(0, 4), "zones.head.damage_points": Edit(0, 1)},
        )
        return armour

    def test_armour_and_money_change_together(self, cast: Cast) -> None:
        """I12, O05: the bill is booked; one missing point of level 3 costs 1200."""
        armour = self.worn(cast)
        acted = combat.armour_repair(item=armour, user=cast.owner, key="r")
        assert acted.entry is not None
        assert combat.armour_repair(item=armour, user=cast.owner, key="r").entry == acted.entry
        assert Character.objects.get(pk=cast.hero.pk).money == 3400 - 1200
        assert [zone.damage_points for zone in armour.zones.all()] == [0, 0, 0, 0]
        services.entry_undo(entry=acted.entry, user=cast.owner, key=key())
        assert Character.objects.get(pk=cast.hero.pk).money == 3400
        assert armour.zones.get(zone="body").damage_points == 4
        assert stored(cast) == journal.fold(cast.campaign)

    def test_the_price_is_in_the_campaigns_currency(self, cast: Cast) -> None:
        services.campaign_edit(campaign=cast.campaign, user=cast.gm, key=key(), name="x", currency="€", rate="0,1339")
        combat.armour_repair(item=self.worn(cast), user=cast.owner, key=key(), zones=["body"])
        assert Character.objects.get(pk=cast.hero.pk).money == 3400 - 161

    def test_whoever_cannot_pay_keeps_money_and_wear(self, cast: Cast) -> None:
        armour = self.worn(cast)
        services.money_change(character=cast.hero, user=cast.owner, key=key(), by=-3000)
        before = stored(cast)
        with pytest.raises(ServiceError) as error:
            combat.armour_repair(item=armour, user=cast.owner, key=key())
        assert error.value.code == "not_enough_money"
        assert stored(cast) == before

    def test_a_weapon_costs_what_its_entry_says(self, cast: Cast) -> None:
        weapon = cast.weapon()
        services.item_edit(item=weapon, user=cast.owner, key=key(), edits={"broken": Edit(False, True)})
        combat.weapon_repair(item=weapon, user=cast.owner, key=key())
        assert Character.objects.get(pk=cast.hero.pk).money == 3400 - 2560
        assert not cast.weapon().body.get("broken")

    def test_others_repair_nothing(self, cast: Cast) -> None:
        armour = self.worn(cast)
        for user, error in ((cast.fellow, NotAllowed), (cast.spectator, NotAllowed), (cast.stranger, NotVisible)):
            with pytest.raises(error):
                combat.armour_repair(item=armour, user=user, key=key())


def test_a_commit_takes_a_dozen_queries_however_many_hits(cast: Cast) -> None:
    """G13: the number of queries does not depend on the number of hits."""
    counts = []
    for mode, attack in (("single", 60), ("auto", 5)):
        answers: dict[str, Json] = {"attack": {"faces": [attack]}}
        what = burst(cast, mode=mode, cover=cast.cover)
        who = policy.viewer(user=cast.gm, campaign=cast.campaign)
        with CaptureQueriesContext(connection) as captured:
            acted = combat.act(
                campaign=cast.campaign,
                user=cast.gm,
                request=what,
                key=key(),
                answers=answers,
                decline=True,
                who=who,
            )
        assert acted.entry is not None
        own = [
            query["sql"]
            for query in captured.captured_queries
            if not query["sql"].startswith(("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT"))
        ]
        counts.append(len(own))
    # A page adds three: session, user, membership. Where rows are locked, the cover is locked for itself.
    assert max(counts) <= (9 if connection.vendor == "sqlite" else 10), own
