"""Procedures as generators that ask for dice and choices and tell what happened, and the engine that runs them."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from combat.core.citation import Citations
from combat.core.dice import OPEN, Dice, Faces, Window
from combat.core.event import Event
from combat.core.intent import Check, Reason
from combat.core.value import Json, JsonMap


class Roll(NamedTuple):
    """Dice somebody has to roll; ``name`` is a path, unique in the procedure: ``hit.2.zone``.

    ``window``: what their total has to reach or must not exceed, where that is known before they fall; None: no total
    succeeds.
    """

    name: str
    who: str
    dice: Dice
    window: Window | None = OPEN


class Choice(NamedTuple):
    """One answer to an `Ask`: its key, what it carries, what it costs, and why it is closed (if it is).

    ``rolls``: the terms of the checks it may lead to, where they are not called like the answer itself.
    """

    key: str
    data: JsonMap = {}
    reasons: tuple[Reason, ...] = ()
    rolls: tuple[str, ...] = ()

    @property
    def leads_to(self) -> tuple[str, ...]:
        """The terms of the checks it may lead to."""
        return self.rolls or (self.key,)


class Ask(NamedTuple):
    """A choice somebody has to make: a combatant's id or "gm". Whoever does not answer gets the default.

    ``checks``: the rolls that answers would mean as things stand now, each under a term its choice leads to.
    ``notes``: what hangs on the answer and was announced (a broken neck), as codes like those of a preview.
    """

    name: str
    who: str
    choices: tuple[Choice, ...]
    default: str
    rules: Citations = ()
    data: JsonMap = {}
    checks: tuple[Check, ...] = ()
    notes: tuple[Reason, ...] = ()


class Emit(tuple[Event, ...]):
    """Events that happened now: ``Emit(one, two)``. A tuple, as an attack makes dozens of them."""

    __slots__ = ()

    def __new__(cls, *events: Event) -> Self:
        return super().__new__(cls, events)


class Answer(NamedTuple):
    """What stands against a question: faces for a `Roll`, a choice's key for an `Ask`; ``source`` says whose dice."""

    faces: Faces = ()
    choice: str = ""
    source: str = "app"


type Question = Roll | Ask
type Procedure = Generator[Question | Emit, Answer, None]
type Step[T] = Generator[Question | Emit, Answer, T]
type Provider = Callable[[Question], Answer | None]


class BadAnswer(Exception):
    """An answer that its question does not allow: a face the die lacks, a choice that is not open."""

    def __init__(self, question: Question, code: str, data: JsonMap, reasons: tuple[Reason, ...] = ()) -> None:
        super().__init__(f"{question.name}: {code}")
        self.question = question
        self.code = code
        self.data = data
        self.reasons = reasons


def roll(name: str, who: str, dice: Dice, window: Window | None = OPEN) -> Step[Faces]:
    """Ask for dice: ``faces = yield from roll("attack", shooter, W100)``."""
    answer = yield Roll(name, who, dice, window)
    return answer.faces


def ask(question: Ask) -> Step[str]:
    """Ask for a choice and return its key."""
    answer = yield question
    return answer.choice


def inside[T](part: Step[T], heard: list[Event], prefix: str = "") -> Step[T]:
    """Run a part of a procedure within another one and return what it comes to.

    What happens in it is kept in ``heard`` as well; its questions get ``prefix`` before their names, so that an
    action that is carried out in the middle of another one never shares a name with it.
    """
    try:
        step = next(part)
        while True:
            if isinstance(step, Emit):
                heard += step
            elif prefix:
                step = step._replace(name=f"{prefix}{step.name}")
            answer = yield step
            step = part.send(answer)
    except StopIteration as done:
        found: T = done.value
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a run came to: its events, every answer by name, and the question nobody has answered (None: finished)."""

    events: tuple[Event, ...]
    answers: Mapping[str, Answer] = field(default_factory=dict)
    question: Question | None = None


def _checked(question: Question, answer: Answer) -> Answer:
    if isinstance(question, Roll):
        data: dict[str, Json] = {"dice": str(question.dice), "faces": list(answer.faces)}
        raise BadAnswer(question, "face_not_on_die", data)
    chosen = next((choice for choice in question.choices if choice.key == answer.choice), None)
    if chosen is None or chosen.reasons:
        reasons = chosen.reasons if chosen is not None else ()
        raise BadAnswer(question, "choice_not_open", {"choice": answer.choice}, reasons)
    return answer


def _forced(question: Question) -> Answer | None:
    """The default of a choice that leaves nothing else open: nobody is kept waiting for it."""
    if isinstance(question, Roll) or any(
        choice.key != question.default and not choice.reasons for choice in question.choices
    ):
        return None
    return Answer(choice=question.default)


def run(procedure: Procedure, provider: Provider) -> Outcome:
    """Drive a procedure until it ends or asks something the provider does not answer.

    A choice of which only the default is open needs no answer.
    Raises BadAnswer for an answer its question does not allow, and whatever the procedure raises (`Refused`).
    """
    events: list[Event] = []
    answers: dict[str, Answer] = {}
    proceed = procedure.send
    try:
        step = next(procedure)
        while True:
            if isinstance(step, Emit):
                events += step
                step = next(procedure)
                continue
            answer = provider(step) or _forced(step)
            if answer is None:
                return Outcome(events=tuple(events), answers=answers, question=step)
            fits = isinstance(step, Roll) and step.dice.allows(answer.faces)
            answers[step.name] = answer if fits else _checked(step, answer)
            step = proceed(answer)
    except StopIteration:
        return Outcome(events=tuple(events), answers=answers)
    finally:
        procedure.close()


def recorded(answers: Mapping[str, Answer]) -> Provider:
    """Answers given before, by the question's name."""
    return lambda question: answers.get(question.name)


def defaults(question: Question) -> Answer | None:
    """The default of every choice; dice are left open."""
    return Answer(choice=question.default) if isinstance(question, Ask) else None


def chained(*providers: Provider) -> Provider:
    """The first answer that any of the providers has."""

    def provide(question: Question) -> Answer | None:
        return next((answer for provider in providers if (answer := provider(question)) is not None), None)

    return provide


class Scripted:
    """Faces in the order in which dice are asked for, strict both ways; choices take their default."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)

    def __call__(self, question: Question) -> Answer | None:
        if isinstance(question, Ask):
            return Answer(choice=question.default)
        count = question.dice.count
        if len(self.left) < count:
            raise AssertionError(f"{question.name} asks for {question.dice}, the script has {self.left} left")
        faces, self.left = tuple(self.left[:count]), self.left[count:]
        if not question.dice.allows(faces):
            raise AssertionError(f"{question.name}: {question.dice} cannot show {faces}")
        return Answer(faces=faces, source="script")

    def finish(self) -> None:
        """Raise AssertionError if the script holds dice that nobody asked for."""
        if self.left:
            raise AssertionError(f"nobody asked for the last dice: {self.left}")
