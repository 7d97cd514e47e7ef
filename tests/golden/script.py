"""What every adapter needs: dice and answers of a case, and what came of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from combat.core.event import Event
from combat.core.fight import Fight
from combat.core.intent import Intent
from combat.core.procedure import Answer, Ask, Provider, Question, Scripted
from tests.golden.cases import Case


@dataclass(slots=True, kw_only=True)
class Played:
    """What came of a case: the values its `expect` may name, and the requests that were made for it.

    ``told``: what the rules said beside those: bills, why it was refused, what happens by itself.
    """

    actual: dict[str, Any]
    requests: list[tuple[Fight, Intent, Callable[[], Provider]]] = field(default_factory=list)
    events: tuple[Event, ...] = ()
    told: object = ()


class KindScripted(Scripted):
    """A script that also says which kind of die has to be asked for, where the case names it."""

    def __init__(self, case: Case) -> None:
        super().__init__(case.dice)
        self.kinds = list(case.kinds)

    def __call__(self, question: Question) -> Answer | None:
        if not isinstance(question, Ask) and self.kinds:
            kind, count = f"W{question.dice.sides}", question.dice.count
            asked, self.kinds = self.kinds[:count], self.kinds[count:]
            if set(asked) - {kind}:
                raise AssertionError(f"{question.name} asks for {question.dice}, the case has {asked}")
        return super().__call__(question)


def answering(choices: Mapping[str, str], case: Case) -> tuple[Scripted, Provider]:
    """Dice in the case's order; choices by the question's name, else the default."""
    script = KindScripted(case)

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask) and question.name in choices:
            return Answer(choice=choices[question.name])
        return script(question)

    return script, provide
