"""Whatever is announced wrongly is refused with all its reasons, before the first question."""

from dataclasses import replace

import pytest

from combat.core.fight import Combatant, Fight
from combat.core.intent import GmModifier, Intent, Part, Refused
from combat.core.procedure import defaults, run
from combat.core.sheet import Item
from combat.core.value import Json
from combat.registry import ruleset
from combat.rulesets.chaos.forms import FORMS
from tests.rulesets.chaos.build import armour, duel, sheet, weapon

CHAOS = ruleset("chaos")
SHOOTER, TARGET = "character:1", "character:2"


def carrying(form: str, parameters: dict[str, Json]) -> Intent:
    return Intent(actor=SHOOTER, parts=(Part(form=form, item="item:1", targets=(TARGET,), parameters=parameters),))


def asked(
    form: str = "shoot",
    *,
    actor: str = SHOOTER,
    item: str = "item:1",
    targets: tuple[str, ...] = (TARGET,),
    **parameters: Json,
) -> Intent:
    return Intent(actor=actor, parts=(Part(form=form, item=item, targets=targets, parameters=parameters),))


def refused(fight: Fight, intent: Intent) -> list[str]:
    """The codes of the refusal, which preview and performance share."""
    told = CHAOS.preview(fight, intent).reasons
    with pytest.raises(Refused) as caught:
        run(CHAOS.perform(fight, intent), defaults)
    assert caught.value.reasons == told
    return [reason.code for reason in told]


def standing(fight: Fight, who: str, **flags: Json) -> Fight:
    combatant = fight.combatants[who]
    changed = replace(combatant, flags={**combatant.flags, **flags})
    return replace(fight, combatants={**fight.combatants, who: changed})


def scene(item: Item | None = None, distance: int | None = 30) -> Fight:
    return duel(sheet(item or weapon(), armour("item:7")), sheet(), distance)


@pytest.mark.parametrize("form", ["shoot", "throw", "strike", "grapple", "hit", "test", "repair"])
def test_an_action_has_exactly_one_part(form: str) -> None:
    part = Part(form=form, item="item:1", targets=(TARGET,))
    for parts in ((), (part, part)):
        assert refused(scene(), Intent(actor=SHOOTER, parts=parts)) == ["no_such_action"]


@pytest.mark.parametrize("form", ["hit", "shoot", "strike", "grapple", "cast"])
def test_a_form_on_its_own_refuses_an_intent_without_parts(form: str) -> None:
    told = FORMS[form].preview(scene(), Intent(actor=SHOOTER, parts=()))
    assert [reason.code for reason in told.reasons] == ["no_such_action"]


def test_strangers_and_strange_weapons_are_refused() -> None:
    assert refused(scene(), asked(actor="character:9")) == ["unknown_actor"]
    assert refused(scene(), asked(item="item:9")) == ["unknown_weapon"]
    assert refused(scene(), asked("hit", item="item:9")) == ["unknown_weapon"]
    assert refused(scene(), asked(item="item:7")) == ["wrong_kind"]
    assert refused(scene(weapon(weapon_kind="melee")), asked()) == ["wrong_kind"]
    assert CHAOS.offers(scene(), "character:9") == ()


def test_targets_have_to_be_there_once_each_and_not_oneself() -> None:
    assert refused(scene(), asked(targets=())) == ["no_target"]
    assert refused(scene(), asked(targets=("character:9",))) == ["unknown_target"]
    assert refused(scene(), asked(targets=(SHOOTER,))) == ["target_oneself"]
    assert refused(scene(), asked(targets=(TARGET, TARGET))) == ["named_twice"]
    assert refused(scene(), asked("hit", targets=(SHOOTER, TARGET))) == ["too_many_targets"]


def test_all_reasons_are_told_at_once() -> None:
    intent = asked(item="item:9", targets=("character:9", SHOOTER))
    assert refused(scene(), intent) == ["unknown_weapon", "unknown_target", "target_oneself"]


@pytest.mark.parametrize(
    ("distance", "code"), [(None, "distance_missing"), (-1, "distance_negative"), (True, "bad_parameter")]
)
def test_the_distance_is_whole_metres_from_nothing_up(distance: int | None, code: str) -> None:
    assert refused(scene(distance=distance), asked()) == [code]


@pytest.mark.parametrize("cover", ["item:9", 3, TARGET, "character:9"])
def test_a_cover_that_is_not_there_protects_nobody(cover: Json) -> None:
    assert refused(standing(scene(), TARGET, cover=cover), asked()) == ["unknown_cover"]


def test_a_thing_that_is_no_cover_protects_nobody() -> None:
    fight = replace(scene(), things={"item:8": weapon("item:8")})
    assert refused(standing(fight, TARGET, cover="item:8"), asked()) == ["unknown_cover"]


@pytest.mark.parametrize(
    ("form", "parameters"),
    [
        ("shoot", {"mode": "volley"}),
        ("shoot", {"called_zone": "tail"}),
        ("shoot", {"moving": 1}),
        ("shoot", {"modifiers": ["snow"]}),
        ("shoot", {"guidance": "self"}),
        ("shoot", {"assign": ["7"]}),
        ("shoot", {"assign": 3}),
        ("shoot", {"spend": "extra_degree"}),
        ("hit", {"hits": 0}),
        ("hit", {"hits": "two"}),
        ("hit", {"called_zone": "tail"}),
    ],
)
def test_a_parameter_outside_its_field_is_refused(form: str, parameters: dict[str, Json]) -> None:
    fight = scene()
    assert refused(fight, carrying(form, parameters)) == ["bad_parameter"]
    (reason,) = CHAOS.preview(fight, carrying(form, parameters)).reasons
    assert reason.data["path"] == next(iter(parameters))


def test_an_empty_choice_is_none_and_what_no_field_names_is_left_alone() -> None:
    assert CHAOS.preview(scene(), asked(called_zone="", odd="value")).reasons == ()


def test_indices_may_be_numbers() -> None:
    third = Combatant(id="character:3", sheet=sheet())
    fight = scene(weapon(shots={"semi": 3}))
    fight = replace(
        fight,
        combatants={**fight.combatants, "character:3": third},
        pairs={**fight.pairs, "character:1>character:3": {"distance": 30}},
    )
    intent = asked(targets=(TARGET, "character:3"), assign=[0, 1])
    assert CHAOS.preview(fight, intent).reasons == ()
    far = replace(fight, pairs={**fight.pairs, "character:1>character:3": {"distance": 200}})
    assert refused(far, intent) == ["split_not_allowed"], "other modifiers apply to the second"


def test_a_word_of_the_game_master_that_changes_nothing_is_left_out() -> None:
    words = (GmModifier(value=0, reason="nichts"), GmModifier(value=5, reason="Licht"))
    preview = CHAOS.preview(scene(), replace(asked(), gm_modifiers=words))
    assert [(found.key, found.value, found.note) for found in preview.checks[0].modifiers] == [("gm", 5, "Licht")]
