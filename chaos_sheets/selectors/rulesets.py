"""Which rulesets there are."""

from __future__ import annotations

from functools import cache

from chaos_sheets.errors import NotVisible
from chaos_sheets.trace import Reader
from chaos_sheets.words import Words
from combat.core.description import RulesetInfo
from combat.registry import ruleset_ids, ruleset_info


def known_rulesets() -> tuple[RulesetInfo, ...]:
    return tuple(ruleset_info(ruleset_id) for ruleset_id in ruleset_ids())


def known_ruleset(ruleset_id: str) -> RulesetInfo:
    """The ruleset of this id; raises NotVisible."""
    if ruleset_id not in ruleset_ids():
        raise NotVisible
    return ruleset_info(ruleset_id)


@cache
def ruleset_of_rule(number: str) -> RulesetInfo | None:
    """The ruleset that a citation belongs to, by its prefix; None where there is none."""
    prefix, _dash, _rest = number.partition("-")
    return next((info for info in known_rulesets() if info.prefix == prefix), None)


def words_of(ruleset_id: str) -> Reader:
    """Words for what these rules say, to somebody who knows no names."""
    info = ruleset_info(ruleset_id)
    return Reader(info=info, words=Words.of(info.glossary), names={})
