"""A sheet that a schema would not accept is still read: wrong values count as what is usual, nothing breaks."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.core.intent import Intent, Part, Refused
from combat.core.procedure import Scripted, run
from combat.core.sheet import Item, Sheet, Zone
from combat.registry import ruleset
from tests.rulesets.chaos.build import FEW, alone

CHAOS = ruleset("chaos")
INFO = CHAOS.describe()

anything = st.none() | st.booleans() | st.integers(-50, 200) | st.sampled_from(["", "x", "W6", "mobility", "fire"])
nested = st.dictionaries(st.sampled_from(["rank", "attribute", "value", "reason", "single", "cover_bonus"]), anything)
anything_deep: st.SearchStrategy[Any] = (
    anything | nested | st.dictionaries(st.sampled_from(["dodge", "scouting", "strength", "hit_points"]), nested)
)
tops = sorted(
    {field.path.partition(".")[0] for field in INFO.sheet.fields} | {"skills", "talents", "spells", "overrides"}
)
bodies = st.dictionaries(st.sampled_from(tops), anything_deep, max_size=6)
things = st.builds(
    Item,
    id=st.just("item:1"),
    kind=st.sampled_from([kind.key for kind in INFO.kinds]),
    body=st.dictionaries(
        st.sampled_from(sorted({field.path.partition(".")[0] for kind in INFO.kinds for field in kind.schema.fields})),
        anything_deep,
        max_size=6,
    ),
    traits=st.dictionaries(st.sampled_from([trait.key for trait in INFO.kinds[0].traits]), st.integers(0, 9)),
    zones=st.dictionaries(
        st.sampled_from([zone.key for zone in INFO.zones]),
        st.builds(
            Zone,
            protection=st.dictionaries(st.sampled_from(INFO.protections), st.integers(-3, 12)),
            damage_points=st.integers(-3, 40),
        ),
    ),
)
parameters = st.dictionaries(
    st.sampled_from(["zones", "attribute", "skill", "resistance", "difficulty"]),
    anything | st.lists(st.sampled_from(["head", "body", "tail"])),
    max_size=3,
)


@given(bodies, st.lists(things, max_size=2))
def test_every_sheet_can_be_read(body: dict[str, Any], items: list[Item]) -> None:
    derived = CHAOS.derive(Sheet(body=body, items=tuple(items)), {})
    for value in derived.values.values():
        assert value.overridden is not None or value.value == sum(step.amount for step in value.steps)
    for _, reason in derived.problems:
        assert f"problem.{reason.code}" in INFO.glossary.terms


@FEW
@given(bodies, things, st.sampled_from(["repair", "test", "shoot", "hit"]), parameters)
def test_every_request_ends_in_reasons_or_events(
    body: dict[str, Any], item: Item, form: str, stated: dict[str, Any]
) -> None:
    fight = alone(Sheet(body=body, items=(item,)))
    intent = Intent(actor="character:1", parts=(Part(form=form, item="item:1", parameters=stated),))
    told = CHAOS.preview(fight, intent).reasons
    if told:
        with pytest.raises(Refused) as refused:
            run(CHAOS.perform(fight, intent), Scripted([]))
        assert refused.value.reasons == told
    else:
        assert run(CHAOS.perform(fight, intent), Scripted([50])).events
    for reason in told:
        assert f"reason.{reason.code}" in INFO.glossary.terms
