"""The rules alone: one burst of ten shots through the step engine, with its full list of events."""

import random
from collections.abc import Iterator
from dataclasses import replace

from combat.core.fight import Fight
from combat.core.intent import Intent, Part
from combat.core.procedure import Answer, Question, Roll, run
from combat.core.sheet import Item
from combat.registry import ruleset
from tests.bench.harness import KILO, Figure, Ratio, Row, kilo_instructions
from tests.bench.limits import Burst, resolve
from tests.rulesets.chaos.build import armour, duel, sheet, weapon

CHAOS = ruleset("chaos")
BURST = Burst()
SHOOTER, TARGET = "character:1", "character:2"
SHOT = Intent(actor=SHOOTER, parts=(Part(form="shoot", item="item:1", targets=(TARGET,), parameters={"mode": "auto"}),))
rnd = random.Random(1).random


def scene() -> Fight:
    """As the yardstick has it: under 66 + 20 for full auto, ten shots, a cover of 20, a dodge of 35."""
    rifle = weapon(damage="2W10+4", penetration=2, shots={"auto": 10}, traits={})
    shooter = sheet(rifle, attributes={"marksmanship": 66, "mobility": 40, "strength": 40, "toughness": 40})
    target = sheet(
        armour(protection=(4, 4, 4)),
        skills={"dodge": {"rank": 1, "attribute": "mobility"}},
        attributes={"mobility": 35, "toughness": 50},
        maxima={"hit_points": 200},
    )
    fight = duel(shooter, target)
    crate = Item(id="item:20", kind="cover", body={"bonus": 20, "barrier_class": 5})
    behind = replace(fight.combatants[TARGET], flags={"cover": crate.id})
    return replace(fight, things={crate.id: crate}, combatants={**fight.combatants, TARGET: behind})


SCENE = scene()


def rolling(question: Question) -> Answer | None:
    if isinstance(question, Roll):
        sides = question.dice.sides
        return Answer(faces=tuple([int(rnd() * sides) + 1 for _ in range(question.dice.count)]))
    open_choices = {choice.key for choice in question.choices if not choice.reasons}
    return Answer(choice="dodge" if "dodge" in open_choices else question.default)


def burst() -> int:
    return len(run(CHAOS.perform(SCENE, SHOT), rolling).events)


def rows() -> Iterator[Row]:
    yield Ratio(
        id="G6",
        title="a burst through the step engine : the leanest loop",
        goal=20,
        candidate=burst,
        reference=lambda: resolve(BURST, rnd),
    )
    yield Figure(
        id="G6",
        title="a burst through the step engine",
        goal=16,
        unit=KILO,
        measure=lambda: kilo_instructions(burst, number=50),
    )
