"""A value inside a body has one address, and putting one there leaves the original alone."""

from combat.core.value import Json, thawed, value_at, with_value


def test_a_path_leads_to_its_value() -> None:
    assert value_at({"pools": {"hit_points": 9}}, "pools.hit_points") == 9


def test_a_path_through_nothing_or_through_a_number_leads_nowhere() -> None:
    assert value_at({}, "pools.hit_points") is None
    assert value_at({"pools": 3}, "pools.hit_points") is None


def test_putting_a_value_makes_the_maps_on_the_way_and_changes_no_original() -> None:
    body: dict[str, Json] = {"pools": {"action_points": 2}}
    changed = with_value(with_value(body, "pools.hit_points", 9), "skills.dodge.rank", 1)
    assert changed == {"pools": {"action_points": 2, "hit_points": 9}, "skills": {"dodge": {"rank": 1}}}
    assert body == {"pools": {"action_points": 2}}


def test_putting_nothing_takes_the_key_away() -> None:
    assert with_value({"a": 1, "b": 2}, "a", None) == {"b": 2}
    assert with_value({}, "a", None) == {}
    assert with_value({"a": {"b": 1}}, "a.b", None) == {"a": {}}


def test_a_thawed_value_is_made_of_dicts_and_lists() -> None:
    assert thawed(range(2)) == [0, 1]
    assert thawed({"a": (1, {"b": ("x",)}), "c": "text"}) == {"a": [1, {"b": ["x"]}], "c": "text"}
