"""What dice at the table have to show is said with the question, to whoever may know the numbers of who rolls."""

from typing import Any

import pytest

from chaos_sheets import policy
from chaos_sheets.selectors.known import Known
from chaos_sheets.trace import Reader
from chaos_sheets.words import Words
from combat import services as combat
from combat.core.dice import Dice, Window
from combat.core.procedure import Roll
from combat.core.value import Json
from combat.models import Resolution
from combat.registry import ruleset_info
from combat.selectors.panel_words import needed_words
from combat.selectors.waiting import question_view
from tests.builders import key
from tests.web.attacks import words
from tests.web.test_every_ruleset import Table, table

SAVE = {"save_attribute": "constitution_bonus", "save_value": 9}


def begun(at: Table, form: str, parameters: Any, *targets: str) -> Resolution:
    """An action of the first character that waits for its dice."""
    part: dict[str, Json] = {"form": form, "targets": list(targets), "parameters": parameters}
    fight: dict[str, Json] = {"combatants": {ref: {} for ref in targets}}
    request: dict[str, Json] = {"fight": fight, "intent": {"actor": at.one.ref, "parts": [part]}}
    combat.act(campaign=at.campaign, user=at.gm, request=request, key=key(), app_dice=False)
    return Resolution.objects.latest("pk")


def asked(at: Table, row: Resolution) -> Any:
    who = policy.viewer(user=at.gm, campaign=at.campaign.pk)
    return question_view(who, Known.of(who), row)


@pytest.mark.django_db
def test_the_question_for_a_save_names_its_value() -> None:
    """W20-4.9: a save reaches its value or fails; whoever holds the die has to know it."""
    at = table("zwanziger")
    found = asked(at, begun(at, "save", SAVE))
    assert found.text.startswith("Save: mindestens 9 mit W20")
    assert found.text in words(at.client.get(at.address("questions")))
    told = at.client.get(f"/api/v1/campaigns/{at.campaign.pk}/actions/").json()
    assert told[0]["text"] == found.text


@pytest.mark.django_db
def test_a_roll_whose_total_counts_as_it_is_names_no_value() -> None:
    """W20-4.6: the side that acts rolls first, openly."""
    at = table("zwanziger")
    mods: Any = {"own_attributes": ["strength_bonus"], "their_attributes": ["strength_bonus"]}
    assert asked(at, begun(at, "contest", mods, at.other.ref)).text == "Wurfduell"


@pytest.mark.parametrize(
    ("window", "said"),
    [
        ((8, None), "mindestens 8 mit W20+3"),
        ((None, 45), "höchstens 45 mit W20+3"),
        ((4, 13), "über 3, höchstens 13 mit W20+3"),
        (None, "kann nicht gelingen"),
        ((None, None), ""),
    ],
)
def test_what_a_roll_has_to_show_is_said_in_words(window: Window | None, said: str) -> None:
    roll = Roll("save", "character:1", Dice(1, 20, 3), window)
    assert needed_words(_reader("character:1"), roll) == said


def test_the_value_of_somebody_hidden_is_not_said() -> None:
    roll = Roll("save", "character:2", Dice(1, 20, 3), (8, None))
    assert needed_words(_reader("character:1"), roll) == ""


def _reader(*whole: str) -> Reader:
    info = ruleset_info("zwanziger")
    return Reader(info=info, words=Words.of(info.glossary, "de"), names={}, whole=frozenset(whole))
