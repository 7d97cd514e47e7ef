"""What a fight's page says of each offer: its ways, their price and number, as the announcement shows them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from chaos_sheets import services
from chaos_sheets.models import Item
from combat import services as combat
from combat.core.derived import DerivedStep
from combat.core.event import Modifier
from combat.core.intent import Preview
from combat.models import Encounter
from combat.registry import ruleset_info
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.roll import check_of, goal
from combat.selectors.effects import effect
from combat.steps import Step
from tests.builders import key
from tests.cast import Cast, stock_once
from tests.shell.fights import apart, fresh, running
from tests.web.attacks import as_user, words
from tests.web.test_every_ruleset import Table, every_ruleset, table

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db


def begun(at: Table) -> Encounter:
    """The two of them against each other; two metres lie between them where that is stated."""
    made = combat.encounter_create(campaign=at.campaign, user=at.gm, key=key(), name="Probe")
    for character, party in ((at.one, "A"), (at.other, "B")):
        combat.encounter_join(encounter=fresh(made), user=at.gm, key=key(), characters=[character], party=party)
    combat.encounter_step(encounter=fresh(made), user=at.gm, key=key(), step=Step.START, decline=True)
    lengths = [flag.field for flag in ruleset_info(at.ruleset).flags if flag.scope == "pair" and flag.stated]
    stated = {field.path: 2 for field in lengths if field.kind == "integer"}
    if stated:
        facts = {"pairs": {f"{at.one.ref}>{at.other.ref}": stated}}
        combat.encounter_state_set(encounter=fresh(made), user=at.gm, key=key(), stated=facts)
    return fresh(made)


def turn_page(at: Table) -> Any:
    """The page of the one whose turn it is."""
    made = begun(at)
    acts = made.body.get("current") or at.one.ref
    return at.client.get(reverse("encounter", args=[at.campaign.pk, made.pk]), {"figur": acts})


def offers_of(page: str) -> list[tuple[str, str]]:
    """Address and words of each thing that is possible."""
    found = re.findall(r'<a class="offer" href="([^"]+)"[^>]*>(.*?)</a>', page, flags=re.S)
    return [(unescape(address), re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))) for address, text in found]


@every_ruleset
def test_the_number_at_an_offer_is_that_of_the_announcement_it_leads_to(ruleset: str) -> None:
    """Shown is used: what the fight's page says of a way is what the panel says once it is announced."""
    at = table(ruleset)
    page = turn_page(at)
    compared = 0
    for address, said in offers_of(page.content.decode()):
        panel = at.client.get(address)
        assert panel.status_code == 200, (address, said)
        number = re.search(r"(?:Zielwert|Aktionswert) (\d+)", said)
        if number is not None:
            shown = re.search(r'class="actionbar__num">.*?class="num">([^<]*)<', panel.content.decode(), flags=re.S)
            assert shown is not None
            assert shown[1] == number[1], said
            compared += 1
    assert compared or ruleset_info(ruleset).adds_to_roll


def ways(cast: Cast, made: Encounter, **query: str) -> Any:
    return as_user(cast.gm).get(reverse("encounter", args=[cast.campaign.pk, made.pk]), query)


def test_each_fire_mode_stands_for_itself_with_price_and_number(cast: Cast) -> None:
    """CHA-2.3, CHA-3.2: at 45 m; a salvo costs one unit more than a single shot and is 20 points easier."""
    made = running(cast)
    stated = apart(cast.hero, cast.kind)
    combat.encounter_state_set(encounter=made, user=cast.gm, key=key(), stated=stated)
    said = words(ways(cast, fresh(made)))
    single = re.search(r"3 AE Einzelschuss Fährmann[^:]*: Zielwert (\d+)", said)
    salvo = re.search(r"4 AE Salve Fährmann[^:]*: Zielwert (\d+)", said)
    assert single is not None, said
    assert salvo is not None, said
    assert int(salvo[1]) == int(single[1]) + 20


def test_without_a_distance_no_number_is_invented(cast: Cast) -> None:
    said = words(ways(cast, running(cast)))
    assert "Einzelschuss" not in said or "Einzelschuss Fährmann · 30 / 30: Zielwert" not in said


def test_what_can_be_done_with_a_thing_is_named(cast: Cast) -> None:
    """CHA-2.3: handling a thing says what for, without what is closed."""
    said = words(ways(cast, running(cast)))
    assert re.search(r"4 AE Objekt verwenden Fährmann[^/]*/ \d+ Ziehen oder wegstecken / Wegstecken", said), said


def test_what_costs_nothing_shows_no_price() -> None:
    """XIAN has no budget that actions cost."""
    at = table("xian")
    page = turn_page(at)
    assert "<b>0</b>" not in page.content.decode()


def test_a_way_whose_price_follows_its_length_shows_the_rate() -> None:
    """FAL-3.4, FAL-3.6: a ladder costs two points for each centimetre, walking one for so many."""
    at = table("oedland")
    page = turn_page(at)
    said = words(page)
    assert re.search(r"1 AP Laufen [^.]+\. je \d+ cm", said), said
    assert re.search(r"2 AP Treppe oder Leiter [^.]+\. je cm", said), said


def test_many_actions_stand_folded_under_the_headings_they_belong_to() -> None:
    """FHTAGN's game master orders two dozen hazards: each once, the chosen one in sight, without a script too.

    What the rules group stands under its own heading, everything else under its chapter.
    """
    at = table("fhtagn")
    page = at.client.get(at.address("attack"), {"actor": at.one.ref, "item": "", "form": "fire"}).content.decode()
    kinds = page.partition('id="formen"')[2].partition("</fieldset>")[0]
    forms = re.findall(r'name="form" value="([^"]+)"', kinds)
    assert len(forms) == len(set(forms)) > 20
    titles = re.findall(r"<summary>([^<]+) <small", kinds)
    assert {"Kampfrunde und Handlungen", "Heilung", "Gift und Krankheit", "Ersticken und Feuer"} <= set(titles)
    opened = [part for part in kinds.split("<details")[1:] if " open>" in part.partition("<summary")[0]]
    assert len(opened) == 1
    assert 'value="fire" checked' in opened[0]


def test_few_actions_stand_side_by_side() -> None:
    at = table("zwanziger")
    assert 'id="formen"' not in at.client.get(at.address("attack"), {"actor": at.one.ref}).content.decode()


def test_what_others_roll_against_is_asked_for_and_needs_no_line_of_its_own() -> None:
    """W20-7.7: one line for a thing that asks its target for a save; the announcement asks whose modifier counts."""
    at = table("zwanziger")
    powder = Item.objects.stock().get(ruleset="zwanziger", key="blendpulver")
    services.item_add(source=powder, character=at.one, user=at.gm, key=key())
    made = begun(at)
    page = at.client.get(reverse("encounter", args=[at.campaign.pk, made.pk]), {"figur": at.one.ref}).content.decode()
    ref = at.one.items.get(key="blendpulver").ref
    lines = [address for address, _said in offers_of(page) if f"item={ref.replace(':', '%3A')}" in address]
    assert sum("form=item_save" in line for line in lines) == 1, lines


def test_another_price_says_so_and_the_only_ability_of_its_kind_is_named() -> None:
    """W20-3.2: a throw costs the utility action, or the attack action. W20-3.5."""
    at = table("zwanziger")
    made = begun(at)
    address = reverse("encounter", args=[at.campaign.pk, made.pk])
    page = at.client.get(address, {"figur": made.body["current"]})
    assert "auch für 1 AA" in words(page)
    assert "für 1\N{NO-BREAK SPACE}AA" in page.content.decode(), "a number and its unit stay in one line"
    assert "Zwischenruf" in words(at.client.get(address, {"figur": at.one.ref}))


# --- what the panel calls things ------------------------------------------------------------------------------


def panel_of(at: Table, **values: str) -> str:
    sent = {"sent": "1", "actor": at.one.ref, "target": at.other.ref, **values}
    return at.client.get(at.address("attack"), sent, headers={"HX-Request": "true"}).content.decode()


def test_who_rides_or_holds_whom_is_said_with_the_announcement() -> None:
    """W20-5.3, W20-7.5: of actor and target; said once, it stands open, and nobody rides himself."""
    at = table("zwanziger")
    weapon = at.one.items.filter(kind="weapon").first()
    assert weapon is not None
    shown = panel_of(at, item=weapon.ref, form="attack_main")
    field = f"flag.{at.other.ref}.rider"
    select = shown.partition(f'name="{field}"')[2].partition("</select>")[0]
    assert re.findall(r'value="([^"]+)"', select) == ["-", at.one.ref]
    folded = shown.partition('data-key="mehr-angaben"')[2].partition("</details>")[0]
    assert f'name="{field}"' in folded
    stated = panel_of(at, item=weapon.ref, form="attack_main", **{field: at.one.ref})
    folded = stated.partition('data-key="mehr-angaben"')[2].partition("</details>")[0]
    assert f'name="{field}"' not in folded
    assert f'value="{at.one.ref}" selected' in stated.partition(f'name="{field}"')[2].partition("</select>")[0]


def test_modifiers_of_two_people_stand_under_their_own_headings() -> None:
    """W20-4.6: a contest counts modifiers of both; two lists without a heading are read as one thing twice."""
    shown = panel_of(table("zwanziger"), item="", form="contest")
    legends = re.findall(r'<legend class="label">([^<]+)</legend>', shown)
    assert len(legends) == len(set(legends))
    for name in ("own_attributes", "their_attributes"):
        before, _name, _after = shown.partition(f'name="m.{name}"')
        assert "<fieldset" in before.rpartition("</fieldset>")[2]


def test_no_two_fields_of_an_announcement_have_the_same_name() -> None:
    """XIAN-2.4: the distance now, and the one at the moment of the attack where somebody moves."""
    at = table("xian")
    labels = re.findall(r'<label class="label" for="[^"]+">([^<]+)</label>', panel_of(at))
    assert len(labels) == len(set(labels)), labels


def test_the_second_weapon_has_its_name_and_modes_are_those_of_the_weapon() -> None:
    """FAL-7.1, FAL-2.2: what cannot be chosen with these weapons is not asked."""
    at = table("oedland")
    stock = Item.objects.stock().filter(ruleset="oedland", kind="weapon")
    pistols = [one for one in stock if one.body.get("skill") == "handguns" and not one.body.get("full_auto")][:2]
    for one in pistols:
        services.item_add(source=one, character=at.one, user=at.gm, key=key())
    carried = [at.one.items.filter(source=one).latest("pk") for one in pistols]
    shown = panel_of(at, item=carried[0].ref, form="fire_dual")
    assert ">item:" not in shown
    assert carried[1].name in shown.partition('name="p.off_weapon"')[2].partition("</fieldset>")[0]
    assert 'name="p.mode" value="burst"' not in panel_of(at, item=carried[0].ref, form="shoot")


def test_a_system_without_covers_has_no_heading_for_them() -> None:
    page = turn_page(table("zwanziger")).content.decode()
    assert "Keine Deckung steht im Weg" not in page


def test_whoever_may_aim_at_one_alone_is_not_offered_several() -> None:
    """W20-6.1: an attack has one target; W20-7.3: whoever moves away may leave the reach of several."""
    at = table("zwanziger")
    weapon = next(one for one in at.one.items.filter(kind="weapon"))
    assert "mehrere Ziele" not in panel_of(at, item=weapon.ref, form="attack_main")
    assert "mehrere Ziele" in panel_of(at, item=weapon.ref, form="attack_main", several="1")
    assert "mehrere Ziele" in panel_of(at, item="", form="break_out", **{"with": ""})


def test_an_aimed_shot_at_nothing_named_shows_the_zone_that_counts() -> None:
    """FAL-3.12, FAL-5.8: it goes for the torso; a single shot, which is aimed at no zone, is not asked for one."""
    at = table("oedland")
    gun = next(one for one in at.one.items.filter(kind="weapon") if (one.body.get("costs") or {}).get("aimed"))

    def zone(mode: str) -> list[str]:
        shown = panel_of(at, item=gun.ref, form="shoot", **{"p.mode": mode})
        field = shown.partition('name="p.called_zone"')[2].partition("</fieldset>")[0]
        return [label for label in ("keine Angabe", "Torso", "Kopf") if label in field]

    assert zone("aimed") == ["Torso", "Kopf"]
    assert zone("single") == []


def test_whoever_was_chosen_first_stays_the_first_target() -> None:
    """FHT-8.1, FHT-8.3: the primary target is the one that was meant, wherever he stands in the list."""
    at = table("fhtagn")
    third = services.character_create(campaign=at.campaign, user=at.gm, key=key(), name="Aaron Zuerst im Alphabet")
    sent = {"sent": "1", "actor": at.one.ref, "several": "1", "target": [at.other.ref, third.ref]}
    shown = at.client.get(at.address("attack"), sent, headers={"HX-Request": "true"}).content.decode()
    places = re.findall(r'name="target" value="([^"]+)"( checked)?', shown)
    assert places[:2] == [(at.other.ref, " checked"), (third.ref, " checked")]
    assert shown.count("erstes Ziel") == 1


@pytest.mark.parametrize(
    ("skill", "key", "printed", "reached"),
    [(30, "no_sight", -40, 0), (60, "target_huge", 40, 99), (50, "target_huge", 40, 90)],
)
def test_beside_a_fact_stands_the_number_of_its_rule_whatever_is_left_of_it(
    skill: int, key: str, printed: int, reached: int
) -> None:
    """FHT-4.6, FHT-5.4: no sight takes 40 off even where the target number cannot fall that far; the bill bounds it."""
    base, house = (DerivedStep("firearms", skill),), House({})
    fact = (Modifier(key, printed),)
    without, with_it = (
        Preview(checks=(check_of("attack", "character:1", goal(base, found, house), ()),)) for found in ((), fact)
    )
    assert effect(without, with_it).amount == printed
    assert with_it.checks[0].target_number == reached


def test_in_a_turn_of_several_deeds_a_fact_tells_what_it_does_to_the_deed_it_stands_at() -> None:
    """It stands at the second deed: what the roll of the first one makes of it is no business of that line."""
    house = House({})
    values = ((30, 60, 60), (50, 70, 70))
    without, with_it = (
        Preview(
            checks=tuple(
                check_of("attack", "character:1", goal((DerivedStep("firearms", skill),), (), house), ())
                for skill in each
            )
        )
        for each in values
    )
    assert effect(without, with_it).amount == 20
    second = effect(without, with_it, first=1)
    assert (second.amount, second.others) == (10, ())


def test_a_bound_that_has_to_be_exceeded_is_said_with_the_number_and_what_raises_it() -> None:
    """XIAN-4.2: the total must be above the difficulty; a longer weapon at a disadvantage adds 2 per point."""
    at = table("xian")
    made = begun(at)
    order = [at.one.ref, at.other.ref]
    combat.encounter_order_set(encounter=made, user=at.gm, key=key(), order=order, current=at.one.ref)
    facts = {"pairs": {f"{at.one.ref}>{at.other.ref}": {"reach_disadvantaged": "longer"}}}
    combat.encounter_state_set(encounter=fresh(made), user=at.gm, key=key(), stated=facts)
    page = at.client.get(reverse("encounter", args=[at.campaign.pk, made.pk]), {"figur": at.one.ref}).content.decode()
    address, said = next(offer for offer in offers_of(page) if "über" in offer[1])
    assert "Aktionswert 14, über 4: Reichweite +4" in said
    assert 'class="offer__ae"' not in page
    panel = words(at.client.get(address))
    assert "Die Summe muss liegen über 4" in panel
    assert "Reichweite im Nachteil" in panel
    weapon = at.one.items.filter(kind="weapon").earliest("pk")
    weapon.body |= {"weapon_kind": "ranged", "distances": {"near": 5, "middle": 20, "far": 80}}
    weapon.save()
    assert "Reichweite im Nachteil" not in words(at.client.get(address)), "reach is of no account to a shot (XIAN-7.5)"
    weapon.body["weapon_kind"] = "melee"
    weapon.save()
    cautious = {"combatants": {at.one.ref: {"flags": {"stance": 12}}}}
    combat.encounter_state_set(encounter=fresh(made), user=at.gm, key=key(), stated=cautious)
    hopeless = words(at.client.get(address))
    assert "Die Summe muss liegen über 16, unmöglich" in hopeless
    assert "kann nicht gelingen: Erschwernis 16 müsste unter Aktionswert 14 liegen" in hopeless


def test_a_raised_place_shows_its_number_at_once() -> None:
    """XIAN-3.4: the order's numbers are those of the newest order, not of the round's beginning."""
    at = table("xian")
    made = begun(at)
    part: Any = {"form": "blitz", "item": "", "targets": [], "parameters": {"bonus": 20, "action_points": 0}}
    request: Any = {"fight": {"encounter": made.pk}, "intent": {"actor": at.one.ref, "parts": [part]}}
    combat.act(campaign=at.campaign, user=at.gm, request=request, key=key(), decline=True)
    rows = as_user(at.gm).get(reverse("encounter", args=[at.campaign.pk, made.pk])).content.decode()
    assert f'rail__ini num">{at.one.body["initiative"] + 20}<' in rows


def test_what_play_adds_up_without_an_end_stands_with_the_pools() -> None:
    """XIAN-1.7."""
    at = table("xian")
    at.one.body |= {"trauma": 2}
    at.one.save()
    made = begun(at)
    page = at.client.get(reverse("encounter", args=[at.campaign.pk, made.pk]), {"figur": at.one.ref}).content.decode()
    assert re.search(r'Trauma</dt><dd class="num">2</dd>', page)


def test_a_dash_among_the_numbers_of_a_weapon_is_explained() -> None:
    """XIAN-4.7: two blows of a war hammer at the head, E 4 + 12 against 14, cannot succeed."""
    at = table("xian")
    text = at.client.get(reverse("sheet", args=[at.one.pk])).content.decode()
    assert "<td>–</td>" in text
    assert "–: kann nicht gelingen." in text
