"""A schema fills in defaults, finds what is wrong with a body and takes the state out of a copy."""

from typing import Any

import pytest

from combat.core.schema import Collection, Field, FieldKind, Schema, asked_for, only_asked

SCHEMA = Schema(
    fields=(
        Field(path="maxima.hit_points", default=15, minimum=1, maximum=999),
        Field(path="pools.hit_points", minimum=-99, maximum_from="maxima.hit_points", state=True, counter=True),
        Field(path="loaded", maximum_from="capacity", optional=True, state=True),
        Field(path="capacity", optional=True),
        Field(path="name", kind=FieldKind.TEXT, default="", max_length=5),
        Field(path="worn", kind=FieldKind.BOOLEAN, default=True),
        Field(path="zone", kind=FieldKind.CHOICE, choices=("head", "body"), default="body"),
        Field(path="marks", kind=FieldKind.CHOICES, choices=("fast", "slow"), default=()),
        Field(path="damage", kind=FieldKind.DICE, default="W6"),
    ),
    collections=(
        Collection(
            path="skills",
            fields=(
                Field(path="rank", default=0, minimum=0, maximum=3),
                Field(path="bonus.own", optional=True),
            ),
        ),
    ),
)


def codes(body: dict[str, Any]) -> list[tuple[str, str]]:
    return [(error.path, error.code) for error in SCHEMA.check(body)]


def test_absent_values_take_their_defaults_and_unknown_ones_are_kept() -> None:
    complete = SCHEMA.complete({"capacity": 30, "odd": 1, "skills": {"dodge": {}}})
    assert complete["maxima"] == {"hit_points": 15}
    assert complete["pools"] == {"hit_points": 15}, "a pool starts full"
    assert complete["loaded"] == 30
    assert complete["skills"] == {"dodge": {"rank": 0}}
    assert complete["odd"] == 1


def test_what_is_there_stays_and_the_body_itself_is_not_touched() -> None:
    body: dict[str, Any] = {"maxima": {"hit_points": 9, "other": 2}, "skills": {"dodge": {"rank": 3}, "odd": 7}}
    complete = SCHEMA.complete(body)
    assert complete["maxima"] == {"hit_points": 9, "other": 2}
    assert complete["skills"] == {"dodge": {"rank": 3}, "odd": 7}
    assert body == {"maxima": {"hit_points": 9, "other": 2}, "skills": {"dodge": {"rank": 3}, "odd": 7}}


def test_an_absent_value_may_follow_from_the_rest_of_the_body_until_somebody_sets_one() -> None:
    schema = Schema(
        fields=(
            Field(path="constitution", default=4),
            Field(path="maxima.head", optional=True, default_from=lambda body: int(str(body["constitution"])) // 2),
            Field(path="pools.head", maximum_from="maxima.head", state=True),
        )
    )
    assert schema.complete({})["pools"] == {"head": 2}
    assert schema.complete({"constitution": 7}) == {"constitution": 7, "maxima": {"head": 3}, "pools": {"head": 3}}
    assert schema.complete({"maxima": {"head": 9}})["pools"] == {"head": 9}
    assert schema.check({}) == ()


def test_what_has_no_maximum_has_no_default_either() -> None:
    assert "loaded" not in SCHEMA.complete({})


def test_an_empty_body_is_right() -> None:
    assert codes({}) == []


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("maxima", {"hit_points": "15"}, "wrong_type"),
        ("maxima", {"hit_points": True}, "wrong_type"),
        ("maxima", {"hit_points": 0}, "too_small"),
        ("maxima", {"hit_points": 1000}, "too_large"),
        ("name", 3, "wrong_type"),
        ("name", "longer", "too_long"),
        ("name", "a\x00", "forbidden_character"),
        ("name", "a\u202eb", "forbidden_character"),
        ("worn", 1, "wrong_type"),
        ("zone", "tail", "not_a_choice"),
        ("marks", "fast", "wrong_type"),
        ("marks", ["fast", "blue"], "not_a_choice"),
        ("damage", 6, "wrong_type"),
        ("damage", "six", "not_dice"),
        ("skills", {"dodge": {"rank": 4}}, "too_large"),
    ],
)
def test_a_wrong_value_is_named_with_a_code(path: str, value: object, code: str) -> None:
    ((_, found),) = codes({path: value})
    assert found == code


@pytest.mark.parametrize(
    "body",
    [
        {"name": "ä\n\tß"},
        {"maxima": {"hit_points": 1}, "capacity": 30, "skills": {"dodge": {"rank": 3}}},
        {"worn": False, "zone": "head", "marks": ["slow"], "damage": "2W10-1"},
        {"capacity": None, "loaded": None},
        {"skills": 3},
        {"skills": {"dodge": 3}},
    ],
)
def test_a_right_value_is_not_named(body: dict[str, Any]) -> None:
    assert codes(body) == []


def test_nothing_is_no_value_unless_it_is_allowed() -> None:
    needed = Field(path="x")
    error = needed.check(None)
    assert error is not None
    assert error.code == "wrong_type"
    assert Field(path="x", optional=True).check(None) is None


def test_a_copy_for_somebody_else_has_no_state() -> None:
    body: dict[str, Any] = {"maxima": {"hit_points": 20}, "pools": {"hit_points": 3}, "loaded": 2}
    assert SCHEMA.fresh(body) == {"maxima": {"hit_points": 20}, "pools": {}}
    assert SCHEMA.fresh({"capacity": 30}) == {"capacity": 30}


def test_a_template_keeps_how_a_thing_is_carried() -> None:
    schema = Schema(fields=(Field(path="held", state=True, kept=True), Field(path="loaded", state=True)))
    body: dict[str, Any] = {"held": 1, "loaded": 2}
    assert schema.fresh(body, as_carried=True) == {"held": 1}
    assert schema.fresh(body) == {}


def test_a_field_is_found_by_its_path_inside_a_collection_too() -> None:
    found = SCHEMA.field("skills.dodge.rank")
    assert found is not None
    assert (found.path, found.label) == ("skills.dodge.rank", "rank")
    deep = SCHEMA.field("skills.dodge.bonus.own")
    assert deep is not None
    assert deep.label == "own"
    assert SCHEMA.field("maxima.hit_points") is SCHEMA.fields[0]
    assert SCHEMA.field("skills.dodge.colour") is None
    assert SCHEMA.field("odd") is None


def test_labels_are_the_last_part_of_a_path_unless_a_term_is_given() -> None:
    field = Field(path="cover.bonus", term="cover_bonus", choices=("fire",), choice_terms=(("fire", "element.fire"),))
    assert (field.label, field.choice_label("fire"), field.choice_label("cold")) == (
        "cover_bonus",
        "element.fire",
        "cold",
    )
    assert Collection(path="a.skills", fields=()).label == "skills"
    assert Collection(path="skills", fields=(), term="skill").label == "skill"


def test_what_belongs_to_another_choice_is_neither_asked_nor_kept() -> None:
    mode = Field(path="mode", kind=FieldKind.CHOICE, choices=("single", "aimed"), default="single")
    zone = Field(path="zone", kind=FieldKind.CHOICE, choices=("head",), optional=True, only_with=("mode", "aimed"))
    fields = (mode, zone)
    assert asked_for(fields, {}) == (mode,)
    assert asked_for(fields, {"mode": "aimed"}) == fields
    assert only_asked(fields, {"mode": "single", "zone": "head", "odd": 1}) == {"mode": "single", "odd": 1}
    assert only_asked(fields, {"mode": "aimed", "zone": "head"}) == {"mode": "aimed", "zone": "head"}
