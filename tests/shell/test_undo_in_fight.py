"""Taking back in a fight: by whom, and what comes of units that a new turn has given anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

import pytest
from django.db import transaction

from chaos_sheets import journal, policy, services
from chaos_sheets.errors import NotAllowed, NothingToUndo, ServiceError
from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import Campaign, Character, JournalEntry, User
from chaos_sheets.records import State, records_of, split_ref
from combat import services as combat
from combat.core.event import Change
from combat.core.intent import Refused
from combat.core.procedure import Answer, Question, Roll, chained, defaults, run
from combat.core.value import Json, JsonMap, value_at
from combat.models import Encounter
from combat.registry import ruleset, ruleset_info
from combat.requests import answers_to_json, procedure_of, request_from_json
from combat.services.reading import read
from combat.steps import Step
from tests.builders import key, user
from tests.cast import Cast
from tests.shell.fights import apart, folds, fresh, one, running, shot, step

BUDGET = "action_units"


def units(encounter: Encounter, character: Character) -> int | None:
    found = value_at(one(encounter, character).body, f"budget.{BUDGET}")
    return found if isinstance(found, int) else None


def newest(cast: Cast) -> JournalEntry:
    return JournalEntry.objects.filter(campaign=cast.campaign).latest("pk")


def test_whose_coming_is_taken_back_leaves_the_order_and_has_his_place_again_with_it(cast: Cast) -> None:
    """H07: whoever has a place in the order is in the fight."""
    made = running(cast)
    joined = combat.encounter_join(encounter=made, user=cast.gm, key=key(), characters=[cast.named])
    order = list(fresh(made).body["order"])
    order = [order[0], order.pop(), *order[1:]]
    combat.encounter_order_set(encounter=made, user=cast.gm, key=key(), order=order, current=order[0])
    before = dict(fresh(made).body)
    undo = services.entry_undo(entry=joined, user=cast.gm, key=key())
    after = fresh(made).body
    assert after["order"] == [ref for ref in order if ref != cast.named.ref]
    assert not made.combatants.filter(character=cast.named).exists()
    assert folds(cast)
    services.entry_undo(entry=undo, user=cast.gm, key=key())
    again = fresh(made).body
    assert (again["order"], again["current"]) == (before["order"], before["current"])
    assert folds(cast)


def deed(encounter: Encounter, actor: Character, form: str, **parameters: Json) -> dict[str, Json]:
    """An action that needs nobody else."""
    part: dict[str, Json] = {"form": form, "parameters": parameters}
    return {"fight": {"encounter": encounter.pk}, "intent": {"actor": actor.ref, "parts": [part]}}


def act(cast: Cast, by: User, request: JsonMap) -> JournalEntry:
    done = combat.act(campaign=cast.campaign, user=by, request=request, key=key(), decline=True)
    assert done.entry is not None
    return done.entry


def guards(cast: Cast, encounter: Encounter) -> JournalEntry:
    """The hero is on guard: his own budget, his own flag."""
    return act(cast, cast.owner, deed(encounter, cast.hero, "guard"))


class TestWho:
    """product.md: a player takes back what he did himself to his own characters, until somebody else goes on."""

    def test_a_player_takes_back_his_own_newest_entry(self, cast: Cast) -> None:
        encounter = running(cast)
        before = journal.stored(cast.campaign)
        entry = guards(cast, encounter)
        assert journal.stored(cast.campaign) != before
        services.entry_undo(entry=entry, user=cast.owner, key=key())
        assert journal.stored(cast.campaign) == before
        assert folds(cast)

    def test_and_the_one_before_once_that_is_gone(self, cast: Cast) -> None:
        encounter = running(cast)
        first, second = guards(cast, encounter), act(cast, cast.owner, deed(encounter, cast.hero, "covered_move"))
        with pytest.raises(NotAllowed):
            services.entry_undo(entry=first, user=cast.owner, key=key())
        services.entry_undo(entry=second, user=cast.owner, key=key())
        services.entry_undo(entry=first, user=cast.owner, key=key())
        assert folds(cast)

    def test_not_after_somebody_else_has_gone_on(self, cast: Cast) -> None:
        encounter = running(cast)
        entry = guards(cast, encounter)
        step(fresh(encounter), cast.gm, Step.TURN)
        with pytest.raises(NotAllowed):
            services.entry_undo(entry=entry, user=cast.owner, key=key())

    def test_not_what_touched_somebody_else(self, cast: Cast) -> None:
        encounter = running(cast, hidden=False)
        request = shot(encounter, cast.hero, cast.kind, **apart(cast.hero, cast.kind))
        struck: dict[str, Json] = {
            "attack": {"faces": [5]},
            "hit.1.zone": {"faces": [5]},
            "hit.1.damage": {"faces": [9, 9]},
        }
        waits = combat.act(
            campaign=cast.campaign, user=cast.owner, request=request, key=key(), answers=struck
        ).resolution
        assert waits is not None
        entry = combat.resume(resolution=waits, user=cast.gm, app_dice=True, decline=True).entry
        assert entry is not None
        assert entry.user == cast.owner
        with pytest.raises(NotAllowed):
            services.entry_undo(entry=entry, user=cast.owner, key=key())

    def test_not_the_course_of_the_fight(self, cast: Cast) -> None:
        encounter = step(running(cast), cast.owner, Step.TURN)
        assert not policy.may_undo(policy.viewer(user=cast.owner, campaign=cast.campaign), newest(cast))
        assert encounter.body["current"] != cast.hero.ref

    def test_nobody_else_may(self, cast: Cast) -> None:
        entry = guards(cast, running(cast))
        for other in (cast.fellow, cast.spectator):
            with pytest.raises(NotAllowed):
                services.entry_undo(entry=entry, user=other, key=key())
        with pytest.raises(ServiceError):
            services.entry_undo(entry=entry, user=cast.stranger, key=key())

    def test_the_same_key_once_more_is_told_what_it_made(self, cast: Cast) -> None:
        encounter = running(cast)
        entry = guards(cast, encounter)
        made = services.entry_undo(entry=entry, user=cast.owner, key="once")
        step(fresh(encounter), cast.gm, Step.TURN)
        assert services.entry_undo(entry=entry, user=cast.owner, key="once") == made


class TestUnitsOfANewTurn:
    """CHA-2.2: a turn begins with its own ten units, whatever the last one cost."""

    def next_turn(self, cast: Cast, encounter: Encounter) -> Encounter:
        """On until it is the hero's turn again."""
        encounter = step(fresh(encounter), cast.gm, Step.TURN)
        for _ in range(20):
            if encounter.body.get("current") == cast.hero.ref:
                return encounter
            over = not encounter.body.get("current")
            encounter = step(encounter, cast.gm, Step.ROUND if over else Step.TURN)
        raise AssertionError("his turn never comes")

    def test_they_stay_when_an_older_cost_is_taken_back(self, cast: Cast) -> None:
        """By hand: 10, less 1 on guard; anew 10, less 1 on guard again: 9. Not a unit more comes back."""
        encounter = running(cast)
        first = guards(cast, encounter)
        assert units(encounter, cast.hero) == 9
        self.next_turn(cast, encounter)
        assert units(encounter, cast.hero) == 10
        act(cast, cast.owner, deed(encounter, cast.hero, "guard"))
        assert units(encounter, cast.hero) == 9
        _changes, left = services.entry_undo_preview(entry=first, user=cast.gm)
        assert f"combatants.{cast.hero.pk}.budget.{BUDGET}" in {conflict.field for conflict in left}
        with pytest.raises(NothingToUndo):
            services.entry_undo(entry=first, user=cast.gm, key=key())
        assert units(encounter, cast.hero) == 9
        assert folds(cast)

    def test_they_come_back_while_the_turn_goes_on_and_after_a_new_one_was_taken_back(self, cast: Cast) -> None:
        encounter = running(cast)
        first = guards(cast, encounter)
        step(fresh(encounter), cast.gm, Step.TURN)
        services.entry_undo(entry=newest(cast), user=cast.gm, key=key())
        services.entry_undo(entry=first, user=cast.gm, key=key())
        assert units(encounter, cast.hero) == 10


# --- an evening of anything, in several systems ---------------------------------------------------------------


@dataclass(slots=True)
class Evening:
    """Two against two of a system's stock, and whatever the dice of one seed make of it."""

    ruleset: str
    seed: int
    gm: User = field(init=False)
    campaign: Campaign = field(init=False)
    encounter: Encounter = field(init=False)
    random: Random = field(init=False)

    def __post_init__(self) -> None:
        load_stock(self.ruleset)
        self.random = Random(self.seed)
        self.gm = user(f"gm-{self.ruleset}-{self.seed}")
        self.campaign = services.campaign_create(user=self.gm, name="Abend", ruleset=self.ruleset, key=key())
        made = combat.encounter_create(campaign=self.campaign, user=self.gm, key=key(), name="Kampf")
        templates = Character.objects.filter(ruleset=self.ruleset, template=True, campaign=None).order_by("pk")
        for number, template in enumerate(templates[:4]):
            row = services.character_create(campaign=self.campaign, user=self.gm, key=key(), template=template)
            combat.encounter_join(
                encounter=made, user=self.gm, key=key(), characters=[row], party="Wir" if number % 2 else "Die"
            )
        self.encounter = made
        self.go(Step.START)

    def dice(self, question: Question) -> Answer | None:
        if not isinstance(question, Roll):
            return None
        return Answer(faces=tuple(self.random.randint(1, question.dice.sides) for _ in range(question.dice.count)))

    def play(self, request: JsonMap) -> JournalEntry:
        """Decided with this evening's own dice, so that one seed is one evening."""
        who = policy.viewer(user=self.gm, campaign=self.campaign)
        asked = request_from_json(request, ruleset_info(self.ruleset))
        table = read(who, asked)
        outcome = run(procedure_of(ruleset(self.ruleset), table.fight, asked), chained(self.dice, defaults))
        answers = answers_to_json(outcome.answers)
        done = combat.act(
            campaign=self.campaign, user=self.gm, request=request, key=key(), answers=answers, decline=True
        )
        assert done.entry is not None
        return done.entry

    def go(self, step_taken: Step) -> JournalEntry:
        return self.play({"fight": {"encounter": self.encounter.pk}, "step": str(step_taken)})

    def moves_on(self) -> JournalEntry:
        current = fresh(self.encounter).body.get("current")
        return self.go(Step.TURN if current else Step.ROUND)

    def acts(self) -> JournalEntry | None:
        """Whoever has the turn does something that the rules allow; None if he can do nothing."""
        body = fresh(self.encounter).body
        actor = str(body.get("current") or "")
        if not actor:
            return None
        fight: dict[str, Json] = {"encounter": self.encounter.pk}
        asked: dict[str, Json] = {"fight": fight, "intent": {"actor": actor, "parts": [{"form": "any"}]}}
        others = [ref for ref in body["order"] if ref != actor]
        found = [
            each
            for each in combat.offers(campaign=self.campaign, user=self.gm, request=asked, actor=actor)
            if not each.reasons
        ]
        self.random.shuffle(found)
        for offer in found[:8]:
            target = self.random.choice(others)
            part: dict[str, Json] = {"form": offer.form, "item": offer.item}
            if offer.needs_target:
                part["targets"] = [target]
            pairs: Json = {f"{actor}>{target}": {"distance": 2}} if offer.needs_target else {}
            request: dict[str, Json] = {
                "fight": {**fight, "pairs": pairs},
                "intent": {"actor": actor, "parts": [part]},
            }
            try:
                with transaction.atomic():
                    return self.play(request)
            except (Refused, ServiceError):
                continue
        return None

    def states(self, entries: int) -> Iterator[tuple[JournalEntry, dict[str, State]]]:
        """So many entries, each with the whole state before it."""
        for _ in range(entries):
            before = journal.stored(self.campaign)
            made = self.acts() if self.random.random() < 0.65 else None
            yield made or self.moves_on(), before
            assert journal.fold(self.campaign) == journal.stored(self.campaign)


systems = pytest.mark.parametrize("ruleset_id", ["chaos", "oedland", "zwanziger"])
seeds = pytest.mark.parametrize("seed", [1, 2])
ENTRIES = 12


@systems
@seeds
@pytest.mark.django_db
def test_everything_taken_back_newest_first_is_the_beginning(ruleset_id: str, seed: int) -> None:
    """B02, B04: with undos in between, and undos of those, which are entries like others."""
    evening = Evening(ruleset_id, seed)
    start = journal.stored(evening.campaign)
    made: list[JournalEntry] = []
    before: list[dict[str, State]] = []
    for entry, was in evening.states(ENTRIES):
        made.append(entry)
        before.append(was)
        if entry.changes and evening.random.random() < 0.25:
            before.append(journal.stored(evening.campaign))
            made.append(services.entry_undo(entry=made[-1], user=evening.gm, key=key()))
    while made:
        entry, was = made.pop(), before.pop()
        if entry.changes and not (made and entry.undoes_id == made[-1].pk):
            services.entry_undo(entry=entry, user=evening.gm, key=key())
        elif entry.changes:
            # The undo of the one before: taking both back is taking back neither.
            made.pop()
            was = before.pop()
        assert journal.stored(evening.campaign) == was
    assert journal.stored(evening.campaign) == start
    assert journal.fold(evening.campaign) == start


@systems
@seeds
@pytest.mark.django_db
def test_any_one_taken_back_is_as_if_it_had_not_been(ruleset_id: str, seed: int) -> None:
    """Each field as the later entries leave it without this one, within its bounds; the rules go on from there."""
    evening = Evening(ruleset_id, seed)
    made = [entry for entry, _before in evening.states(ENTRIES)]
    for number, entry in enumerate(made):
        with transaction.atomic():
            stored = journal.stored(evening.campaign)
            with suppress(NothingToUndo):
                services.entry_undo(entry=entry, user=evening.gm, key=key())
            now = journal.stored(evening.campaign)
            for change in journal.changes_of(entry):
                expected = without(evening, change, made[number + 1 :], stored)
                assert value_at(now[change.of], change.field) == expected, (entry.cause, change)
            assert journal.fold(evening.campaign) == now
            evening.acts()
            transaction.set_rollback(True)


def without(evening: Evening, change: Change, later: list[JournalEntry], stored: dict[str, State]) -> Json:
    """What a field is worth if one change is left out of all that happened to it, told anew from the journal."""
    of, path, before, after = change
    info = ruleset_info(evening.ruleset)
    records = records_of(split_ref(of)[0])
    record = journal.load(evening.campaign, [of], lock=False)[of]
    now = value_at(stored[of], path)
    bounds = records.counter_bounds(record, path, info)

    def counted(value: Json) -> Json:
        return journal.default_of(record, path, info) if value is None else value

    taken = {str(known) for known in Step}
    changes = [
        (entry.cause in taken, each)
        for entry in later
        for each in journal.changes_of(entry)
        if (each.of, each.field) == (of, path)
    ]
    if bounds is None or not all(isinstance(counted(value), int) for value in (before, after, now)):
        was_cleared = ".flags." in path and any(is_step and each.after is None for is_step, each in changes)
        return before if now == after and not was_cleared else now
    is_budget = ".budget." in path
    value: Json = before
    for is_step, each in changes:
        if is_step and (is_budget or each.after is None):
            value = each.after
        else:
            value = int(counted(value)) + int(counted(each.after)) - int(counted(each.before))  # type: ignore[arg-type]
    low, high = bounds
    if isinstance(value, int) and value != before:
        top = max(int(counted(each)) for each in (high, before, now) if each is not None)  # type: ignore[arg-type]
        value = min(value, top) if high is not None else value
        value = value if low is None else max(value, low)
    # A flag that is gone and a flag that stands at its default are the same.
    return now if counted(value) == counted(now) else value
