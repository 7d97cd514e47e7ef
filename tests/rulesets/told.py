"""Which numbers of rules a golden case is really told when it is played: events, preview, offers, bills."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache

from combat.core.citation import Citation
from combat.core.event import Event
from combat.core.schema import Field
from combat.registry import ruleset_info
from tests.golden.play import played
from tests.rulesets.requests import own_cases, tried


def cited_in(node: object) -> Iterator[str]:
    """Every number of a rule that something names, however deep it stands."""
    if isinstance(node, Citation):
        yield node
    elif isinstance(node, Field):
        yield from node.rules  # what else a field has are words and bounds; there are thousands of them
    elif isinstance(node, Mapping):
        for inner in node.values():
            yield from cited_in(inner)
    elif isinstance(node, list | tuple):
        for inner in node:
            yield from cited_in(inner)
    elif is_dataclass(node):
        for field in fields(node):
            yield from cited_in(getattr(node, field.name))


def acted_in(ruleset_id: str, story: tuple[Event, ...]) -> Iterator[str]:
    """The numbers of the house rules that events name: the page shows them beside their words."""
    options = {option.key: option.rules for option in ruleset_info(ruleset_id).options}
    for event in story:
        keys = event.data.get("option")
        for key in keys if isinstance(keys, list | tuple) else ():
            yield from options[str(key)]


@cache
def told_by_cases(ruleset_id: str) -> Mapping[str, frozenset[str]]:
    """By the case's id all numbers of rules that it is told."""
    told = {case.id: set(cited_in(played(case).told)) for case in own_cases(ruleset_id)}
    for request in tried(ruleset_id):
        told[request.case].update(cited_in((request.story, request.preview, request.offers)))
        told[request.case].update(acted_in(ruleset_id, request.story))
    return {case: frozenset(numbers) for case, numbers in told.items()}
