"""Requests to try a ruleset's operations on: those of its golden cases, so a new ruleset gets the tests for free."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

import pytest

from combat.core.event import Event
from combat.core.fight import Fight
from combat.core.intent import Intent, Offer, Preview, Refused
from combat.core.procedure import Answer, BadAnswer, Provider, Question, run
from combat.registry import ruleset, ruleset_ids
from tests.golden.cases import HERE, Case, load
from tests.golden.due import is_due
from tests.golden.play import played


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tried:
    """A request of a golden case; ``provider`` makes a fresh one for every run."""

    case: str
    number: int
    ruleset: str
    fight: Fight
    intent: Intent
    provider: Callable[[], Provider]

    def events(self) -> tuple[Event, ...] | None:
        """What happens; None if it is refused."""
        try:
            return run(ruleset(self.ruleset).perform(self.fight, self.intent), self.provider()).events
        except (Refused, BadAnswer):
            return None

    def asked(self) -> tuple[str, ...]:
        """The names of all dice and choices it asks for, as far as it gets."""
        return tuple(question.name for question in self.questions())

    def questions(self) -> tuple[Question, ...]:
        """All dice and choices it asks for, as far as it gets."""
        found: list[Question] = []
        provide = self.provider()

        def noted(question: Question) -> Answer | None:
            found.append(question)
            return provide(question)

        with suppress(Refused, BadAnswer):
            run(ruleset(self.ruleset).perform(self.fight, self.intent), noted)
        return tuple(found)

    @property
    def story(self) -> tuple[Event, ...]:
        """What happens, worked out once; empty if it is refused."""
        return _story(self.ruleset, self.number)

    @property
    def preview(self) -> Preview:
        """What it would need, worked out once."""
        return _preview(self.ruleset, self.number)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What its actor may do before it, worked out once."""
        return _offers(self.ruleset, self.number)


@cache
def _preview(ruleset_id: str, number: int) -> Preview:
    request = tried(ruleset_id)[number]
    return ruleset(ruleset_id).preview(request.fight, request.intent)


@cache
def _offers(ruleset_id: str, number: int) -> tuple[Offer, ...]:
    request = tried(ruleset_id)[number]
    return ruleset(ruleset_id).offers(request.fight, request.intent.actor)


@cache
def _story(ruleset_id: str, number: int) -> tuple[Event, ...]:
    return tried(ruleset_id)[number].events() or ()


def own_cases(ruleset_id: str) -> list[Case]:
    """The project's golden cases of a ruleset that are not due."""
    return [case for case in load(HERE) if case.ruleset == ruleset_id and not is_due(case)]


every_ruleset = pytest.mark.parametrize("ruleset_id", ruleset_ids())


@cache
def tried(ruleset_id: str) -> tuple[Tried, ...]:
    """All requests of a ruleset's golden cases."""
    requests = ((case, request) for case in own_cases(ruleset_id) for request in played(case).requests)
    return tuple(
        Tried(case=case.id, number=number, ruleset=ruleset_id, fight=fight, intent=intent, provider=provider)
        for number, (case, (fight, intent, provider)) in enumerate(requests)
    )


def all_events(ruleset_id: str) -> Iterator[tuple[Tried, Event]]:
    """Every event of every request, with the request."""
    for request in tried(ruleset_id):
        for event in request.story:
            yield request, event
