"""Whose answer counts: everybody's own dice and choices, and what has fallen stays as it fell."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError

from chaos_sheets import journal, services
from chaos_sheets.errors import KeyReused, NotAllowed, ServiceError
from chaos_sheets.models import Character, JournalEntry, User
from chaos_sheets.services import Edit
from combat import services as combat
from combat.core.event import COST, Happened
from combat.core.procedure import Ask, Outcome, Roll, run
from combat.core.value import Json
from combat.models import Resolution
from combat.services import Acted, action
from combat.services.reading import read
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.shots import burst, request, stored


def shot(cast: Cast, target: Character, **more: Any) -> dict[str, Json]:
    """The hero's rifle at somebody, one round."""
    return request(cast.hero, cast.weapon(), target, mode="single", **more)


def begin(cast: Cast, user: User, what: dict[str, Json], one_time: str = "open", **more: Any) -> Acted:
    return combat.act(campaign=cast.campaign, user=user, request=what, key=one_time, **more)


def waiting(one_time: str = "open") -> Resolution:
    return Resolution.objects.get(key=one_time)


class TestDecline:
    """Whoever leaves choices to their defaults leaves his own."""

    @pytest.mark.parametrize("whose", ["other", "named"])
    def test_an_attacker_does_not_decline_for_his_target(self, cast: Cast, whose: str) -> None:
        target: Character = getattr(cast, whose)
        acted = begin(cast, cast.owner, shot(cast, target), decline=True)
        assert isinstance(acted.question, Ask)
        assert (acted.question.who, waiting().waits_for, waiting().answers) == (target.ref, target.ref, {})
        again = combat.resume(resolution=waiting(), user=cast.owner, decline=True, app_dice=True)
        assert again.entry is None
        assert waiting().answers == {}

    def test_the_asked_and_the_game_master_may(self, cast: Cast) -> None:
        begin(cast, cast.owner, shot(cast, cast.other), decline=True)
        done = combat.resume(resolution=waiting(), user=cast.fellow, decline=True, app_dice=True)
        assert done.entry is not None
        assert begin(cast, cast.gm, shot(cast, cast.other), "second", decline=True).entry is not None


class TestOthersDice:
    """A die counts if whoever it is asked of, or the game master, says what it shows."""

    def at_the_cover(self, cast: Cast, target: Character, user: User) -> Acted:
        """A hit typed by the attacker, as far as the cover, for which its victim rolls."""
        what = shot(cast, target, cover=cast.cover)
        begin(cast, user, what, app_dice=False, answers={"attack": {"faces": [5]}})
        if waiting().waits_for == target.ref and not waiting().answers:
            combat.resume(resolution=waiting(), user=cast.gm, decline=True)
        answers: dict[str, Json] = {"attack": {"faces": [5]}, "hit.1.cover": {"faces": [1]}}
        return begin(cast, user, what, app_dice=False, answers=answers)

    @pytest.mark.parametrize("whose", ["other", "named"])
    def test_an_attacker_does_not_roll_for_his_target(self, cast: Cast, whose: str) -> None:
        target: Character = getattr(cast, whose)
        acted = self.at_the_cover(cast, target, cast.owner)
        assert isinstance(acted.question, Roll)
        assert (acted.question.name, acted.question.who) == ("hit.1.cover", target.ref)
        before = waiting().answers
        with pytest.raises(NotAllowed) as error:
            combat.resume(resolution=waiting(), user=cast.owner, answers={"hit.1.cover": {"faces": [1]}})
        assert error.value.code == "not_your_question"
        assert waiting().answers == before
        assert before["attack"]["faces"] == [5]
        owner = cast.fellow if target.owner_id else cast.gm
        combat.resume(resolution=waiting(), user=owner, answers={"hit.1.cover": {"faces": [2]}})
        assert waiting().answers["hit.1.cover"]["faces"] == [2]

    def test_whoever_is_asked_does_not_roll_for_the_attacker(self, cast: Cast) -> None:
        begin(cast, cast.owner, shot(cast, cast.other), app_dice=False)
        answers: dict[str, Json] = {"attack": {"faces": [100]}}
        acted = combat.resume(resolution=waiting(), user=cast.fellow, answers=answers, decline=True)
        assert isinstance(acted.question, Roll)
        assert (acted.question.name, acted.question.who) == ("attack", cast.hero.ref)
        assert "reaction.0.choice" in waiting().answers
        assert "attack" not in waiting().answers

    def test_the_app_rolls_for_everybody(self, cast: Cast) -> None:
        begin(cast, cast.owner, shot(cast, cast.other, cover=cast.cover))
        done = combat.resume(resolution=waiting(), user=cast.fellow, decline=True, app_dice=True)
        assert done.entry is not None


class TestFallen:
    """A die that lies on the table lies there."""

    def test_other_faces_under_the_same_key_change_nothing(self, cast: Cast) -> None:
        what = burst(cast)
        begin(cast, cast.gm, what, app_dice=False, decline=True, answers={"attack": {"faces": [20]}})
        kept = waiting().answers
        acted = begin(cast, cast.gm, what, app_dice=False, decline=True, answers={"attack": {"faces": [99]}})
        assert acted.question is not None
        with pytest.raises(combat.AlreadyAnswered):
            combat.resume(resolution=waiting(), user=cast.gm, answers={"attack": {"faces": [98]}})
        assert waiting().answers == kept
        done = begin(cast, cast.gm, what, decline=True, answers={"attack": {"faces": [97]}})
        assert done.entry is not None
        assert (done.entry.answers or {})["attack"]["faces"] == [20]
        assert begin(cast, cast.gm, what, answers={"attack": {"faces": [96]}}).entry == done.entry

    def test_what_the_app_rolled_is_not_typed_over(self, cast: Cast) -> None:
        what = shot(cast, cast.other, cover=cast.cover)
        begin(cast, cast.owner, what)
        combat.resume(resolution=waiting(), user=cast.fellow, decline=True)
        row = waiting()
        row.answers |= {"attack": {"faces": [5], "choice": "", "source": "app"}}
        row.save()
        answers: dict[str, Json] = {"attack": {"faces": [1]}}
        with pytest.raises(combat.AlreadyAnswered):
            combat.resume(resolution=waiting(), user=cast.gm, answers=answers)
        assert waiting().answers["attack"] == {"faces": [5], "choice": "", "source": "app"}


class Meanwhile:
    """Lets something happen between deciding and recording, once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, happens: Any) -> None:
        self.happens: Any = happens

        def meanwhile(*args: Any) -> Any:
            outcome = run(*args)
            happens, self.happens = self.happens, None
            if happens is not None:
                happens()
            return outcome

        monkeypatch.setattr(action, "run", meanwhile)


class TestAtOnce:
    """Two with one key: whoever comes second finds what the first has done."""

    def test_dice_kept_meanwhile_stay(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        what = burst(cast)
        Meanwhile(
            monkeypatch,
            lambda: begin(cast, cast.gm, what, app_dice=False, decline=True, answers={"attack": {"faces": [20]}}),
        )
        begin(cast, cast.gm, what, app_dice=False, decline=True, answers={"attack": {"faces": [99]}})
        assert waiting().answers["attack"]["faces"] == [20]

    def test_dice_kept_meanwhile_are_those_of_the_entry(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        what = burst(cast)
        Meanwhile(
            monkeypatch,
            lambda: begin(cast, cast.gm, what, app_dice=False, decline=True, answers={"attack": {"faces": [20]}}),
        )
        done = begin(cast, cast.gm, what, decline=True, answers={"attack": {"faces": [99]}})
        assert done.entry is not None
        assert (done.entry.answers or {})["attack"]["faces"] == [20]
        assert not Resolution.objects.exists()

    def test_an_entry_made_meanwhile_is_the_answer(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        what = burst(cast)
        Meanwhile(monkeypatch, lambda: begin(cast, cast.gm, what, decline=True))
        acted = begin(cast, cast.gm, what, app_dice=False)
        assert acted.entry == JournalEntry.objects.get(key="open")
        assert not Resolution.objects.exists()

    def test_the_last_round_is_fired_once(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whoever finds the magazine emptied by his own key is told what it did, not that it is empty."""
        weapon = builders.carried(cast.kind, "faehrmann")
        services.item_edit(item=weapon, user=cast.gm, key=key(), edits={"loaded": Edit(30, 1)})
        what = burst(cast, mode="single")
        once = [None]

        def read_late(*args: Any) -> Any:
            if once:
                once.pop()
                begin(cast, cast.gm, what, decline=True)
            return read(*args)

        monkeypatch.setattr(action, "read", read_late)
        assert begin(cast, cast.gm, what, decline=True).entry == JournalEntry.objects.get(key="open")

    @pytest.mark.parametrize("whole", [True, False])
    def test_what_was_given_up_meanwhile_is_gone(
        self, cast: Cast, monkeypatch: pytest.MonkeyPatch, whole: bool
    ) -> None:
        begin(cast, cast.gm, burst(cast), app_dice=False)
        row, before = waiting(), stored(cast)
        Meanwhile(monkeypatch, lambda: combat.cancel(resolution=row, user=cast.gm))
        with pytest.raises(ServiceError) as error:
            combat.resume(resolution=row, user=cast.gm, decline=True, app_dice=whole)
        assert (error.value.code, error.value.status) == ("no_open_question", 409)
        assert stored(cast) == before
        assert not Resolution.objects.exists()

    def test_what_was_finished_meanwhile_is_told(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        begin(cast, cast.gm, burst(cast), app_dice=False)
        row = waiting()
        Meanwhile(monkeypatch, lambda: combat.resume(resolution=row, user=cast.gm, decline=True, app_dice=True))
        acted = combat.resume(resolution=row, user=cast.gm, decline=True, app_dice=True)
        assert acted.entry == JournalEntry.objects.get(key="open")

    def test_an_answer_given_meanwhile_stays(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        begin(cast, cast.gm, burst(cast), app_dice=False, decline=True)
        row = waiting()
        Meanwhile(
            monkeypatch,
            lambda: combat.resume(resolution=row, user=cast.gm, answers={"attack": {"faces": [20]}}),
        )
        with pytest.raises(combat.AlreadyAnswered) as error:
            combat.resume(resolution=row, user=cast.gm, answers={"attack": {"faces": [99]}})
        assert error.value.data == {"answer": "20"}
        assert waiting().answers["attack"]["faces"] == [20]

    def test_the_key_of_another_action_that_waits_is_refused(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        Meanwhile(monkeypatch, lambda: begin(cast, cast.gm, burst(cast, mode="semi"), app_dice=False))
        with pytest.raises(KeyReused):
            begin(cast, cast.gm, burst(cast), app_dice=False)


class TestGone:
    """Who was part of a waiting action can leave: it is refused with a sentence, and can be given up."""

    def impossible(self, cast: Cast) -> None:
        before = stored(cast)
        with pytest.raises(ServiceError) as error:
            combat.resume(resolution=waiting(), user=cast.gm, decline=True, app_dice=True)
        assert (error.value.code, error.value.status) == ("action_impossible", 409)
        assert "Verwirf" in error.value.sentence
        assert stored(cast) == before
        combat.cancel(resolution=waiting(), user=cast.gm)
        assert not Resolution.objects.exists()

    def test_a_target(self, cast: Cast) -> None:
        begin(cast, cast.gm, burst(cast))
        services.character_retire(character=cast.hero, user=cast.gm, key=key())
        self.impossible(cast)

    def test_whoever_began_it(self, cast: Cast) -> None:
        begin(cast, cast.owner, shot(cast, cast.named))
        services.member_remove(membership=cast.member(cast.owner), user=cast.gm, key=key())
        self.impossible(cast)

    def test_the_character_of_whoever_began_it(self, cast: Cast) -> None:
        begin(cast, cast.owner, shot(cast, cast.named))
        to = cast.member(cast.fellow)
        services.character_hand_over(character=cast.hero, user=cast.gm, to=to, key=key())
        self.impossible(cast)


def test_another_violation_is_not_taken_for_the_same_key(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def violates(**_: Any) -> None:
        raise IntegrityError("something else")

    monkeypatch.setattr(journal, "record", violates)
    with pytest.raises(IntegrityError, match="something else"):
        begin(cast, cast.gm, burst(cast), decline=True, answers={"attack": {"faces": [5]}})


def test_money_is_taken_for_whatever_says_its_price(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which events cost money is the ruleset's to say, by one key of their data."""
    hero = cast.hero
    paid = (Happened("anything", hero.ref, {COST: 100}, (), ()), Happened("other", hero.ref, {COST: 20}, (), ()))
    monkeypatch.setattr(action, "run", lambda *_: Outcome(events=paid))
    acted = begin(cast, cast.owner, shot(cast, cast.named))
    assert acted.entry is not None
    assert Character.objects.get(pk=hero.pk).money == hero.money - 120
