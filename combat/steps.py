"""The course of a fight in the steps that people take: which moments of the rules each of them runs through."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from enum import StrEnum

from combat.core.event import changes_in
from combat.core.fight import Fight, apply
from combat.core.procedure import Answer, Emit, Procedure, Question
from combat.core.ruleset import Moment, Ruleset

type Moments = Generator[Question | Emit, Answer, None]


class Step(StrEnum):
    """What moves a fight on. The value is the cause its entry in the journal has."""

    START = "encounter_started"
    TURN = "encounter_turn"
    ROUND = "encounter_round"
    END = "encounter_ended"


ROUND_BEGINS = (Step.START, Step.ROUND)


def course(rules: Ruleset, fight: Fight, step: Step) -> Procedure:
    """One step as a procedure: the moments it consists of, each on what the one before has changed."""
    return _Course(rules, fight).take(step)


@dataclass(slots=True)
class _Course:
    rules: Ruleset
    fight: Fight
    asked: set[str] = field(default_factory=set)

    def take(self, step: Step) -> Moments:
        match step:
            case Step.START:
                yield from self.moment(Moment.FIGHT_START)
                yield from self.new_round()
            case Step.TURN:
                yield from self.moment(Moment.TURN_END)
                yield from self.turn()
            case Step.ROUND:
                # Whoever has the turn when the round is cut short has ended it.
                if self.fight.current:
                    yield from self.moment(Moment.TURN_END)
                yield from self.moment(Moment.ROUND_END)
                yield from self.new_round()
            case Step.END:
                yield from self.moment(Moment.FIGHT_END)

    def new_round(self) -> Moments:
        yield from self.moment(Moment.ROUND_START)
        yield from self.turn()

    def turn(self) -> Moments:
        """The turn of whoever has it now begins; after the last of a round nobody has it."""
        if self.fight.current:
            yield from self.moment(Moment.TURN_START)

    def moment(self, moment: Moment) -> Moments:
        procedure = self.rules.tick(self.fight, moment)
        before = frozenset(self.asked)
        try:
            said = next(procedure)
            while True:
                if isinstance(said, Emit):
                    yield said
                    self.fight = apply(self.fight, changes_in(said))
                    said = next(procedure)
                else:
                    said = procedure.send((yield self._named(said, moment, before)))
        except StopIteration:
            return
        finally:
            procedure.close()

    def _named(self, question: Question, moment: Moment, before: frozenset[str]) -> Question:
        """The question under a name that no earlier moment of this step has used: answers are kept by name."""
        name = f"{moment}.{question.name}" if question.name in before else question.name
        self.asked.add(name)
        return question if name == question.name else question._replace(name=name)
