"""Running the rules on a case: dice from the case in their order, other faces and choices by their names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from combat.core.derived import DerivedValue
from combat.core.event import Event, Happened, Rolled, changes_in
from combat.core.fight import Fight, apply
from combat.core.intent import Intent, Part, Preview, Refused
from combat.core.procedure import Answer, Ask, Procedure, Provider, Question, run
from combat.core.ruleset import Moment
from combat.core.sheet import Sheet
from combat.registry import ruleset
from tests.golden.cases import Case
from tests.golden.script import KindScripted, Played

RULES = ruleset("zwanziger")
type Own = Callable[[Question], Answer | None]


def nothing_own(question: Question) -> Answer | None:
    return None


def by_name(faces: Mapping[str, int]) -> Own:
    """Faces for the dice that a case leaves open, by the last part of the question's name."""

    def answer(question: Question) -> Answer | None:
        face = faces.get(question.name.rpartition(".")[2])
        return None if face is None or isinstance(question, Ask) else Answer(faces=(face,) * question.dice.count)

    return answer


def lowest(question: Question) -> Answer | None:
    """Every die on its lowest face."""
    return None if isinstance(question, Ask) else Answer(faces=(1,) * question.dice.count)


@dataclass(slots=True)
class Table:
    """A case on the table: the fight as it stands, the dice still to come, what has happened and what was asked.

    ``told``: bills and refusals.
    """

    case: Case
    fight: Fight
    script: KindScripted = field(init=False)
    events: list[Event] = field(default_factory=list)
    asked: list[Ask] = field(default_factory=list)
    requests: list[tuple[Fight, Intent, Callable[[], Provider]]] = field(default_factory=list)
    told: list[object] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.script = KindScripted(self.case)

    def _provider(
        self, script: KindScripted, choices: Mapping[str, str], own: Own, stop: Callable[[Question], bool]
    ) -> Provider:
        def provide(question: Question) -> Answer | None:
            if stop(question):
                return None
            if isinstance(question, Ask):
                self.asked.append(question)
                if question.name in choices:
                    return Answer(choice=choices[question.name])
            return own(question) or script(question)

        return provide

    def _rest(self) -> KindScripted:
        """A script of its own with the dice that are still to come."""
        copy = KindScripted(self.case)
        copy.left, copy.kinds = list(self.script.left), list(self.script.kinds)
        return copy

    def preview(self, part: Part, actor: str = "actor") -> Preview:
        return RULES.preview(self.fight, Intent(actor=actor, parts=(part,)))

    def do(
        self,
        part: Part,
        actor: str = "actor",
        *,
        choices: Mapping[str, str] | None = None,
        own: Own = nothing_own,
        stop: Callable[[Question], bool] = lambda question: False,
    ) -> tuple[str, ...]:
        """Perform it; the reasons if it is refused."""
        intent = Intent(actor=actor, parts=(part,))
        rest, answers = self._rest(), choices or {}

        def fresh() -> Provider:
            copy = KindScripted(self.case)
            copy.left, copy.kinds = list(rest.left), list(rest.kinds)
            return self._provider(copy, answers, own, stop)

        self.requests.append((self.fight, intent, fresh))
        try:
            procedure = RULES.perform(self.fight, intent)
        except Refused as refused:
            self.told.append(refused.reasons)
            return tuple(reason.code for reason in refused.reasons)
        self._run(procedure, self._provider(self.script, answers, own, stop))
        return ()

    def tick(self, moment: Moment, own: Own = nothing_own) -> None:
        self._run(RULES.tick(self.fight, moment), self._provider(self.script, {}, own, lambda question: False))

    def _run(self, procedure: Procedure, provider: Provider) -> None:
        events = run(procedure, provider).events
        self.fight = apply(self.fight, changes_in(events))
        self.events += events

    def played(self, **actual: Any) -> Played:
        self.script.finish()
        return Played(
            actual=actual, requests=self.requests, events=tuple(self.events), told=(self.told, self.events, self.asked)
        )

    def bill(self, key: str, sheet: Sheet, item: str = "") -> DerivedValue:
        """A value of a sheet or of one of its things, with its bill, which is told."""
        derived = RULES.derive(sheet, self.case.options)
        found = derived.item_values[item][key] if item else derived.values[key]
        self.told.append(found)
        return found

    # --- reading ------------------------------------------------------------------------------------------------

    def rolls(self, *terms: str) -> list[Rolled]:
        return [event for event in self.events if isinstance(event, Rolled) and event.term in terms]

    def happened(self, *terms: str) -> list[Happened]:
        return [event for event in self.events if isinstance(event, Happened) and event.term in terms]

    def open_choices(self, name: str) -> list[str]:
        """What was open to whoever was asked."""
        found = next(ask for ask in self.asked if ask.name == name)
        return [choice.key for choice in found.choices if not choice.reasons]
