"""Where answers come from: whoever is asked answers, the game master for everybody, the app for whoever lets it."""

from __future__ import annotations

from collections.abc import Mapping

from chaos_sheets import policy
from combat.core.procedure import Answer, Provider, Question, Roll, defaults, recorded
from combat.mapping import Table

# Source of an answer that the game master gave in a player's stead.
GM = "gm"


def given(answers: Mapping[str, Answer], who: policy.Viewer, table: Table) -> Provider:
    """What somebody says now, as far as it is asked of him; what the game master says for a player is marked."""

    def provide(question: Question) -> Answer | None:
        answer = answers.get(question.name)
        if answer is None or not policy.may_answer(who, question.who, table.characters):
            return None
        asked = table.characters.get(question.who)
        is_for_player = who.is_gm and asked is not None and asked.owner_id is not None and not who.owns(asked)
        return answer._replace(source=GM) if is_for_player else answer

    return provide


def declined(who: policy.Viewer, table: Table) -> Provider:
    """The default of every choice that is his."""
    return lambda question: defaults(question) if policy.may_answer(who, question.who, table.characters) else None


def fitting(provider: Provider) -> Provider:
    """What a provider says where the question still takes it: those dice, a choice that is open."""

    def provide(question: Question) -> Answer | None:
        answer = provider(question)
        if answer is None:
            return None
        if isinstance(question, Roll):
            return answer if question.dice.allows(answer.faces) else None
        is_open = any(choice.key == answer.choice and not choice.reasons for choice in question.choices)
        return answer if is_open else None

    return provide


def fallen(answers: Mapping[str, Answer]) -> Provider:
    """Dice that fell, where the same dice are asked for."""
    dice = fitting(recorded(answers))
    return lambda question: dice(question) if isinstance(question, Roll) else None
