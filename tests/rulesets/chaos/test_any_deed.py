"""Whatever an intent, a sheet or a flag holds, every action and every moment ends in reasons or events."""

from contextlib import suppress
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from combat.core.event import changes_in
from combat.core.fight import Fight, apply
from combat.core.intent import GmModifier, Intent, Part, Refused
from combat.core.procedure import chained, defaults, run
from combat.core.ruleset import Moment
from combat.rulesets.chaos import care, healing, magic, moves_made, objects
from combat.rulesets.chaos.course import OF_ONE_TURN, tick
from combat.rulesets.chaos.forms import offers, perform, preview
from combat.rulesets.chaos.words import TRAITS
from tests.rulesets.chaos.build import FEW, armour, duel, sheet, weapon
from tests.rulesets.chaos.test_anything_goes import SHOOTER, TARGET, anything, rolling

FORMS = [*objects.FORMS, *care.FORMS, *healing.FORMS, *magic.FORMS, *moves_made.FORMS]
spells = st.dictionaries(
    st.sampled_from(["a", "b"]),
    st.fixed_dictionaries(
        {},
        optional={
            "grade": st.integers(-1, 9) | anything,
            "resistance": st.sampled_from(["physical", "mental"]) | anything,
            "damage": st.sampled_from(["1W6", "2W10-3"]) | anything,
            "healing": st.just("1W6") | anything,
        },
    )
    | anything,
)
people = st.fixed_dictionaries(
    {},
    optional={
        "spells": spells | anything,
        "statuses": st.dictionaries(
            st.sampled_from(["burning", "unconscious", "mortally_wounded", "clinched", "stabilised"]), st.booleans()
        )
        | anything,
        "pools": st.dictionaries(st.sampled_from(["hit_points", "action_points", "spell_points"]), st.integers(-20, 15))
        | anything,
        "skills": st.dictionaries(
            st.sampled_from(["medicine", "concentration", "tactics"]),
            st.fixed_dictionaries({}, optional={"rank": st.integers(-1, 4), "untrained": st.booleans()}) | anything,
        )
        | anything,
        "shock_rounds": st.none() | st.integers(0, 4) | anything,
        "talents": anything,
        "overrides": anything,
    },
)
flags = st.dictionaries(
    st.sampled_from(
        ["aim", "aim_target", "aim_round", "cover", "surprised", "hip_shot", "concentrating", *OF_ONE_TURN]
    ),
    anything,
    max_size=4,
)
parameters = st.fixed_dictionaries(
    {},
    optional={
        "purpose": st.sampled_from(objects.PURPOSES) | anything,
        "care": st.sampled_from(["mundane", "magic"]) | anything,
        "spell": st.sampled_from(["a", "b"]) | anything,
        "concentrate": st.booleans() | anything,
        "spell_points": st.integers(0, 5) | anything,
        "spell_points_roll": st.integers(0, 5) | anything,
        "spell_points_effect": st.integers(0, 5) | anything,
        "spend": st.lists(st.sampled_from(["extra_degree", "extra_action_unit"]), max_size=4) | anything,
    },
)
bodies = st.dictionaries(
    st.sampled_from(["loaded", "capacity", "reload_rounds", "reload_progress", "heat", "shut_down", "jammed",
                     "readied", "melee_fitness", "powered", "broken"]),
    st.integers(0, 9) | anything,
    max_size=5,
)  # fmt: skip


def drawn(data: st.DataObject) -> Fight:
    item = weapon(traits=data.draw(st.dictionaries(st.sampled_from(TRAITS), st.integers(1, 4), max_size=3)))
    item = replace(item, body={**item.body, **data.draw(bodies)})
    fight = duel(sheet(item, **data.draw(people)), sheet(armour(), **data.draw(people)))
    changed = {
        name: replace(each, flags=data.draw(flags), budget={"action_units": data.draw(st.integers(0, 12))})
        for name, each in fight.combatants.items()
    }
    number = data.draw(st.integers(0, 5))
    return replace(fight, combatants=changed, round=number, current=data.draw(st.sampled_from(["", SHOOTER, TARGET])))


@FEW
@given(st.data())
def test_every_deed_ends_in_reasons_or_events(data: st.DataObject) -> None:
    fight = drawn(data)
    part = Part(
        form=data.draw(st.sampled_from(FORMS)),
        item=data.draw(st.sampled_from(["item:1", "item:2", ""])),
        targets=data.draw(st.sampled_from([(TARGET,), (SHOOTER,), (), (TARGET, SHOOTER), ("character:9",)])),
        parameters=data.draw(parameters),
    )
    intent = Intent(actor=SHOOTER, parts=(part,), gm_modifiers=(GmModifier(value=data.draw(st.integers(-50, 50))),))
    for each in offers(fight, SHOOTER):
        assert isinstance(each.cost.get("action_units", 0), int)
    told = preview(fight, intent)
    with suppress(Refused):
        outcome = run(perform(fight, intent), chained(rolling(data.draw(st.integers(0, 999))), defaults))
        assert (outcome.question, told.reasons) == (None, ())
        apply(fight, changes_in(outcome.events))
        return
    assert told.reasons


@FEW
@given(st.data())
def test_every_moment_passes(data: st.DataObject) -> None:
    fight = drawn(data)
    for moment in Moment:
        outcome = run(tick(fight, moment), chained(rolling(data.draw(st.integers(0, 999))), defaults))
        assert outcome.question is None
        fight = apply(fight, changes_in(outcome.events))
