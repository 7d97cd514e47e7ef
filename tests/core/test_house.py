"""House rules are declared once; a campaign names what deviates, and nonsense plays as usual."""

import pytest

from combat.core.citation import cite
from combat.core.house import Switches, amount, switch
from combat.core.value import Json

HOUSE = Switches(
    switch("tie", "XIAN-9.2", "attacker", "defender"),
    switch("injury", ("FHT-9.22", "FHT-6.1"), 10, 0),
    switch("strict", "CHA-0.1", True, False),
    amount("jam_from", "CHA-3.4", 96, 2, 101),
)


def test_a_switch_names_its_settings_by_words_of_the_glossary() -> None:
    tie, injury, strict, jam = HOUSE.options
    assert (tie.default, [each.term for each in tie.values]) == (
        "attacker",
        ["option.tie.attacker", "option.tie.defender"],
    )
    assert (injury.rules, strict.rules) == (cite("FHT-9.22", "FHT-6.1"), cite("CHA-0.1"))
    assert [each.term for each in strict.values] == ["option.strict.true", "option.strict.false"]
    assert (jam.default, jam.minimum, jam.maximum) == (96, 2, 101)


@pytest.mark.parametrize(
    ("key", "said", "played"),
    [
        ("tie", "defender", "defender"), ("tie", "nobody", "attacker"), ("tie", None, "attacker"),
        ("injury", 0, 0), ("injury", False, 10), ("strict", False, False), ("strict", 0, True),
        ("jam_from", 101, 101), ("jam_from", 2, 2), ("jam_from", 1, 96), ("jam_from", 102, 96),
        ("jam_from", True, 96), ("jam_from", "97", 96),
    ],
)  # fmt: skip
def test_a_setting_nobody_knows_is_the_usual_one(key: str, said: Json, played: Json) -> None:
    found = HOUSE.setting({key: said}, key)
    assert (found, type(found)) == (played, type(played))


def test_what_a_campaign_does_not_name_is_as_usual() -> None:
    assert HOUSE.settings({"tie": "defender"}) == {"tie": "defender", "injury": 10, "strict": True, "jam_from": 96}
