"""What is in hand and what is drawn first. Authority: FAL-2.2, FAL-3.19, FAL-3.22, FAL-7.1."""

from dataclasses import replace

from combat.core.fight import Fight
from combat.core.ruleset import Moment
from combat.rulesets.oedland.forms import offers
from tests.rulesets.oedland.build import (
    GUN,
    ONE,
    TWO,
    blade,
    fight,
    gun,
    happened,
    intent,
    person,
    played,
    preview,
    reasons,
    ticked,
)

RIFLE = "item:7"


def armed(**strength: int) -> Fight:
    """A pistol in hand, a rifle on the back, a blade in the boot."""
    rifle = gun(RIFLE, skill="rifles", hands=2, minimum_strength=4, loaded=12, readied=False)
    knife = blade(readied=False)
    return fight(person(ONE, gun(), rifle, knife, attributes=strength), person(TWO), distance=3)


def ready(found: Fight) -> list[str]:
    return [item.id for item in found.combatants[ONE].sheet.items if item.body.get("readied") is True]


def test_only_what_is_in_hand_serves_in_a_fight_and_the_rest_says_how_to_draw_it() -> None:
    """FAL-3.19 names a weapon in hand; FAL-2.2: which weapon is in which hand is part of the combatant."""
    asked = (
        ("shoot", RIFLE), ("covering_fire", RIFLE), ("reaction_fight", RIFLE), ("reload", RIFLE), ("strike", "item:5"),
    )  # fmt: skip
    for form, item in asked:
        targets = () if form in ("reaction_fight", "reload") else (TWO,)
        assert "not_in_hand" in reasons(armed(), intent(form, *targets, item=item)), form
        offer = next(offer for offer in offers(armed(), ONE) if (offer.form, offer.item) == (form, item))
        told = next(reason for reason in offer.reasons if reason.code == "not_in_hand")
        assert (told.data["item"], told.data["needed"]) == (item, 2)
    assert reasons(armed(), intent("shoot", TWO, item=GUN)) == []
    assert reasons(armed(), intent("strike", TWO)) == []
    assert {offer.item for offer in offers(armed(), ONE) if offer.form == "draw_weapon"} == {RIFLE, "item:5"}


def test_outside_a_fight_nobody_asks_what_is_in_hand() -> None:
    found = replace(armed(), round=0, current="")
    assert reasons(found, intent("shoot", TWO, item=RIFLE)) == []
    assert not {"draw_weapon", "put_away"} & {offer.form for offer in offers(found, ONE)}


def test_drawing_a_rifle_puts_the_pistol_away_and_it_serves_at_once() -> None:
    found, events = played(armed(), intent("draw_weapon", item=RIFLE))
    assert [event.data["item"] for event in happened(events, "weapon_put_away", "weapon_readied")] == [GUN, RIFLE]
    assert (ready(found), found.combatants[ONE].budget["action_points"]) == ([RIFLE], 6)
    assert reasons(found, intent("shoot", TWO, item=RIFLE)) == []
    assert reasons(found, intent("draw_weapon", item=RIFLE)) == ["already_in_hand"]
    assert reasons(found, intent("draw_weapon", item="")) == ["unknown_weapon"]


def test_two_hands_hold_two_weapons_and_the_strong_a_rifle_in_each() -> None:
    """FAL-7.1: one-handed pairs fit; a two-handed weapon in one hand asks for twice its minimum strength."""
    found, _ = played(armed(), intent("draw_weapon", item="item:5"))
    assert ready(found) == [GUN, "item:5"]
    found, _ = played(found, intent("draw_weapon", item=RIFLE))
    assert ready(found) == [RIFLE]
    found, _ = played(armed(strength=8), intent("draw_weapon", item=RIFLE))
    assert ready(found) == [GUN, RIFLE]
    found, _ = played(found, intent("draw_weapon", item="item:5"))
    assert ready(found) == [GUN, "item:5"]


def test_a_weapon_is_put_away_to_have_the_hands_free() -> None:
    found, events = played(armed(), intent("put_away", item=GUN))
    assert (ready(found), found.combatants[ONE].budget["action_points"]) == ([], 6)
    assert [event.term for event in events][-1] == "weapon_put_away"
    assert reasons(found, intent("put_away", item=GUN)) == ["already_away"]
    assert reasons(found, intent("put_away", item="item:99")) == ["unknown_weapon"]


def test_the_house_names_its_own_price() -> None:
    found = replace(armed(), options={"ready_ap": 0})
    assert preview(found, intent("draw_weapon", item=RIFLE)).cost == {}
    offer = next(offer for offer in offers(found, ONE) if (offer.form, offer.item) == ("shoot", RIFLE))
    assert offer.reasons[0].data["needed"] == 0


def test_two_weapons_are_fired_by_whoever_holds_two() -> None:
    other = gun("item:2", readied=False)
    found = fight(person(ONE, gun(), other), person(TWO))
    (offer,) = [offer for offer in offers(found, ONE) if offer.form == "fire_dual"]
    assert (offer.item, [reason.code for reason in offer.reasons]) == (GUN, ["not_in_hand"])
    found, _ = played(found, intent("draw_weapon", item="item:2"))
    found, _ = ticked(found, Moment.TURN_START)
    both = [offer for offer in offers(found, ONE) if offer.form == "fire_dual"]
    assert [(offer.item, offer.reasons) for offer in both] == [(GUN, ()), ("item:2", ())]
