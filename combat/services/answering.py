"""Where answers come from: whoever is asked answers, the game master for everybody, the app for whoever lets it."""

from __future__ import annotations

from collections.abc import Mapping

from chaos_sheets import policy
from combat.core.procedure import Answer, Provider, Question, Roll, defaults
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


def fallen(answers: Mapping[str, Answer]) -> Provider:
    """Dice that fell, where the same dice are asked for."""

    def provide(question: Question) -> Answer | None:
        answer = answers.get(question.name)
        fits = isinstance(question, Roll) and answer is not None and question.dice.allows(answer.faces)
        return answer if fits else None

    return provide
