"""What the rules imply without a number: printed is previewed, harder is never easier, nothing breaks on odd data."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from combat.core.event import changes_in
from combat.core.fight import apply
from combat.core.intent import GmModifier, Intent, Part, Refused
from combat.core.procedure import Answer, Ask, Provider, Question, run
from combat.core.ruleset import Moment
from combat.core.value import Json
from combat.rulesets.oedland.forms import FORMS, offers, perform, preview
from tests.rulesets.oedland.build import COVER, GUN, OEDLAND, ONE, TWO, armour, blade, fight, gun, intent, person, sheet

FEW = settings(max_examples=max(settings().max_examples // 4, 1), deadline=None)
anything: st.SearchStrategy[Json] = st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=5)
anything |= st.lists(st.integers(0, 3), max_size=2) | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2)


@FEW
@given(st.integers(0, 120), st.integers(-40, 40), st.integers(1, 10), st.integers(-30, 10))
def test_every_cell_is_the_value_of_that_shot(skill: int, tuning: int, strength: int, state: int) -> None:
    body: dict[str, Any] = {"skills": {"handguns": {"value": skill}}, "attributes": {"strength": strength}}
    body |= {"conditions": {"a": {"label": "x", "value": state}}}
    shooter = person(ONE, gun(tuning=tuning), **body)
    (table,) = OEDLAND.derive(shooter.sheet, {}).tables
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            found = preview(
                fight(shooter, person(TWO), distance=row.up_to),
                Intent(actor=ONE, parts=(Part(form=table.form, item=GUN, targets=(TWO,), parameters=cell.parameters),)),
            )
            assert (found.checks[0].target_number, found.cost["action_points"]) == (cell.value, column.cost)
            assert sum(step.amount for step in cell.steps) == cell.value


@FEW
@given(st.integers(0, 12), st.integers(0, 12), st.integers(1, 6))
def test_more_armour_never_means_more_damage(one: int, more: int, face: int) -> None:
    left = []
    for value in sorted((one, one + more)):
        found = fight(person(ONE, gun()), person(TWO, armour("item:7", torso=value)))
        outcome = run(perform(found, intent("shoot", TWO, item=GUN)), _faces(40, face))
        after = apply(found, changes_in(outcome.events)).combatants[TWO].sheet
        points = after.value("pools.hit_points")
        left.append(20 if points is None else points)
    assert left == sorted(left, key=lambda points: points if isinstance(points, int) else 0)


@FEW
@given(st.integers(-60, 60), st.sampled_from(["upright", "kneeling", "prone"]), st.booleans())
def test_a_smaller_or_hidden_target_is_never_easier(words: int, pose: str, hidden: bool) -> None:
    values = []
    for flags in ({}, {"pose": pose, **({"cover_state": "full"} if hidden else {})}):
        found = fight(person(ONE, gun()), person(TWO, flags=flags))
        values.append(preview(found, intent("shoot", TWO, item=GUN, gm=words)).checks[0].target_number)
    assert values[1] <= values[0]


def _faces(*faces: int) -> Provider:
    left = list(faces)

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask):
            return Answer(choice=question.default)
        return Answer(faces=tuple(left.pop(0) if left else 1 for _ in range(question.dice.count)))

    return provide


flags = st.dictionaries(
    st.sampled_from(
        ["pose", "cover", "cover_state", "cover_malus", "watch", "watch_weapon", "suppressing", "suppressed", "fatigue",
         "turned", "sprinted_points", "ap_spent", "owed", "leaning_out", "reserved", "moved", "paused", "interrupts"]
    ),
    anything | st.sampled_from(["prone", "full", "watching", "interrupting", COVER, GUN, "20:1-3"]),
    max_size=5,
)  # fmt: skip
bodies = st.dictionaries(
    st.sampled_from(
        ["attributes", "skills", "maxima", "pools", "talents", "conditions", "overrides", "rates", "statuses"]
    ),
    anything,
    max_size=3,
)
items = st.dictionaries(
    st.sampled_from(["skill", "costs", "ranges", "capacity", "loaded", "damage", "hands", "burst_length", "tuning"]),
    anything,
    max_size=3,
)
parameters = st.dictionaries(
    st.sampled_from(
        ["mode", "way", "called_zone", "extra_ap", "off_weapon", "centimetres", "metres", "degrees", "pose", "points",
         "description", "skill", "statistic", "start", "sees_cover"]
    ),
    anything | st.sampled_from(["burst", "aimed", "peek", "blind", "head", "prone", "3", "item:2", "luck"]),
    max_size=4,
)  # fmt: skip


@FEW
@given(st.data())
def test_whatever_a_request_holds_it_ends_in_reasons_or_events(data: st.DataObject) -> None:
    people = [
        replace(person(name, gun(f"item:{n + 1}", **data.draw(items)), blade(f"item:{n + 5}")), flags=data.draw(flags))
        for n, name in enumerate((ONE, TWO))
    ]
    people = [replace(one, sheet=sheet(*one.sheet.items, **data.draw(bodies))) for one in people]
    found = fight(
        *people,
        number=data.draw(st.integers(0, 2)),
        reaction_trigger=data.draw(st.sampled_from(["enter", "enter_or_show"])),
    )
    part = Part(
        form=data.draw(st.sampled_from(sorted(FORMS))),
        item=data.draw(st.sampled_from([GUN, "item:5", ""])),
        targets=data.draw(st.sampled_from([(TWO,), (), (ONE,)])),
        parameters=data.draw(parameters),
    )
    wanted = Intent(actor=ONE, parts=(part,), gm_modifiers=(GmModifier(value=data.draw(st.integers(-50, 50))),))
    assert all(offer.form in FORMS for offer in offers(found, ONE))
    OEDLAND.derive(found.combatants[ONE].sheet, {})
    told = preview(found, wanted)
    with suppress(Refused):
        outcome = run(perform(found, wanted), _faces(data.draw(st.integers(1, 6))))
        assert (outcome.question, told.reasons) == (None, ())
        found = apply(found, changes_in(outcome.events))
        assert all(one.budget["action_points"] >= 0 for one in found.combatants.values())
        for moment in Moment:
            found = apply(found, changes_in(run(OEDLAND.tick(found, moment), _faces(3)).events))
        return
    assert told.reasons
