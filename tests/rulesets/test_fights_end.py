"""Any fight of two default combatants ends, in every system: two people with a weapon each, dice as they fall."""

import random
from collections.abc import Callable, Iterator, Mapping

import pytest

from combat.core.event import changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import Intent, Offer, Part
from combat.core.procedure import Answer, Procedure, Provider, Question, Roll, chained, defaults, run
from combat.core.ruleset import Moment
from combat.registry import ruleset, ruleset_info
from tests.rulesets.chaos import build as chaos
from tests.rulesets.chaos.stock import items
from tests.rulesets.fhtagn import build as fhtagn
from tests.rulesets.oedland import build as oedland
from tests.rulesets.xian import table as xian
from tests.rulesets.zwanziger import build as zwanziger

ROUNDS = 400
DOWN = 3
"""From this severity on a state takes somebody out of the fight."""
ATTACKS = 3
"""As many attacks somebody tries in one turn."""


def _chaos() -> Fight:
    blades = [each for each in items("weapons", "weapon") if each.body["weapon_kind"] == "melee"]
    people = {
        name: Combatant(id=name, party=name, sheet=chaos.sheet(weapon))
        for name, weapon in zip("ab", blades, strict=False)
    }
    return Fight(ruleset="chaos", combatants=people, pairs={"a>b": {"distance": 1}})


DUELS: Mapping[str, Callable[[], Fight]] = {
    "chaos": _chaos,
    "fhtagn": lambda: fhtagn.fight(
        fhtagn.person("a", fhtagn.knife("item:1")), fhtagn.person("b", fhtagn.knife("item:2")), distance=1, round=0
    ),
    "oedland": lambda: oedland.fight(
        oedland.person("a", oedland.blade("item:1")), oedland.person("b", oedland.blade("item:2")), distance=1, number=0
    ),
    "xian": lambda: xian.fight(xian.fighter(1), xian.fighter(2)),
    "zwanziger": lambda: zwanziger.duel(),
}


def falling(source: random.Random) -> Provider:
    def provide(question: Question) -> Answer | None:
        if not isinstance(question, Roll):
            return None
        return Answer(faces=tuple([source.randint(1, question.dice.sides) for _ in range(question.dice.count)]))

    return chained(provide, defaults)


class Course:
    """A fight that is played to its end by two simple minds."""

    def __init__(self, state: Fight, source: random.Random) -> None:
        self.rules, self.info = ruleset(state.ruleset), ruleset_info(state.ruleset)
        self.state, self.dice = state, falling(source)
        self.attacks = 0

    def happens(self, procedure: Procedure) -> None:
        outcome = run(procedure, self.dice)
        assert outcome.question is None
        self.state = apply(self.state, changes_in(outcome.events))

    def is_down(self, person: Combatant) -> bool:
        severe = {status.key for status in self.info.statuses if status.severity >= DOWN}
        return bool(severe & set(self.rules.derive(person.sheet, self.state.options).statuses))

    def is_over(self) -> bool:
        return any(map(self.is_down, self.state.combatants.values()))

    def wanted(self) -> Iterator[Intent]:
        """Attacks with what is at hand."""
        me = self.state.current
        other = next(name for name in self.state.combatants if name != me)
        for offer in self.rules.offers(self.state, me):
            if offer.item and offer.needs_target and offer.by == "actor" and not offer.reasons:
                yield Intent(actor=me, parts=(_part(offer, other),))

    def turn(self) -> None:
        for _ in range(ATTACKS):
            open_ones = (one for one in self.wanted() if not self.rules.preview(self.state, one).reasons)
            chosen = next(open_ones, None)
            if chosen is None or self.is_over():
                return
            self.attacks += 1
            self.happens(self.rules.perform(self.state, chosen))

    def ticks(self, moment: Moment) -> None:
        self.happens(self.rules.tick(self.state, moment))

    def round(self) -> None:
        self.ticks(Moment.ROUND_START)
        while self.state.current:
            self.ticks(Moment.TURN_START)
            self.turn()
            self.ticks(Moment.TURN_END)
        self.ticks(Moment.ROUND_END)


def _part(offer: Offer, target: str) -> Part:
    return Part(form=offer.form, item=offer.item, targets=(target,))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("ruleset_id", sorted(DUELS))
def test_any_fight_of_two_default_combatants_ends(ruleset_id: str, seed: int) -> None:
    course = Course(DUELS[ruleset_id](), random.Random(seed))
    course.ticks(Moment.FIGHT_START)
    rounds = 0
    while not course.is_over():
        rounds += 1
        assert rounds <= ROUNDS, f"nobody went down in {course.attacks} attacks"
        course.round()
    assert course.attacks
    course.ticks(Moment.FIGHT_END)
