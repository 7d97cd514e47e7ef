"""A fight that is over: its summary, and the way on to what is to be mended, to its log and to the other fights."""

from __future__ import annotations

import re
from typing import Any

from django.urls import reverse

from chaos_sheets import services
from chaos_sheets.models import Character, Item, JournalEntry, Membership, Role
from combat import services as combat
from combat.models import Encounter
from combat.steps import Step
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import apart, fresh, running, shot, step
from tests.web.attacks import as_user, words
from tests.web.fight_pages import look


def worn(character: Character) -> Item:
    """His armour, hit once."""
    armour = Item.objects.get(character=character, kind="armour", retired=False)
    gm = Membership.objects.get(campaign=character.campaign_id, role=Role.GM).user
    services.item_edit(item=armour, user=gm, key=key(), edits={"zones.body.damage_points": services.Edit(0, 4)})
    return armour


def dead(character: Character) -> None:
    """As the rules would leave him; nobody sets this by hand."""
    body = {**Character.objects.get(pk=character.pk).body, "statuses": {"dead": True}}
    Character.objects.filter(pk=character.pk).update(body=body)


ONE_SHOT = re.compile(r"(?<!:\d)1 Schießen")
"""Of all that was done one shot; "22:01 Schießen" is when it was fired."""


def over(cast: Cast) -> Encounter:
    """One shot was fired, one is dead, one is hurt, and the fight is at its end."""
    made = running(cast)
    what = shot(made, cast.hero, cast.kind, **apart(cast.hero, cast.kind))
    done = combat.act(campaign=cast.campaign, user=cast.gm, request=what, key=key(), decline=True)
    assert done.entry is not None
    edits = {"pools.hit_points": services.Edit(cast.hero.body["maxima"]["hit_points"], 7)}
    services.character_edit(character=cast.hero, user=cast.gm, key=key(), edits=edits, reason="getroffen")
    dead(cast.other)
    return step(fresh(made), cast.gm, Step.END)


def task(cast: Cast, user: Any, **query: str) -> Any:
    return as_user(user).get(reverse("task", args=[cast.campaign.pk]), query)


def test_the_end_is_summed_up_and_leads_on(cast: Cast) -> None:
    """Who fell, who is hurt, what was done; the log of this fight and the list of all."""
    made = over(cast)
    answer = look(cast.gm, made)
    shown, page = words(answer), answer.content.decode()
    fallen, hurt = page.index("Gefallen"), page.index("Verletzt")
    assert fallen < page.index(cast.other.name, fallen) < hurt
    assert page.index(cast.hero.name, hurt) > hurt
    assert ONE_SHOT.search(shown)
    assert f"?about=encounter%3A{made.pk}" in page
    assert reverse("encounters", args=[cast.campaign.pk]) in page
    told = as_user(cast.gm).get(reverse("log", args=[cast.campaign.pk]), {"about": made.ref})
    assert told.status_code == 200
    assert "Kampf beendet" in words(told)
    assert "Runde angelegt" not in words(told).split("Anlass")[-1].split("Filtern")[-1]


def test_what_was_taken_back_and_counts_again_was_done(cast: Cast) -> None:
    """An undo that was itself taken back leaves the deed standing."""
    made = over(cast)
    entry = JournalEntry.objects.get(campaign=cast.campaign, cause="shoot")
    undone = services.entry_undo(entry=entry, user=cast.gm, key=key())
    assert not ONE_SHOT.search(words(look(cast.gm, made)))
    services.entry_undo(entry=undone, user=cast.gm, key=key())
    assert ONE_SHOT.search(words(look(cast.gm, made)))
    assert 'aria-current="step"' not in look(cast.gm, made).content.decode(), "nobody has the turn any more"


def test_the_summary_tells_a_player_nothing_of_the_hidden(cast: Cast) -> None:
    """I01: nor how many fell that he does not know of."""
    made = running(cast)
    dead(cast.hidden)
    worn(cast.kind)
    step(made, cast.gm, Step.END)
    page = look(cast.owner, made).content.decode()
    assert "Gefallen" not in page
    assert "Anselm" not in page
    assert "Was zu richten ist" not in page, "another's armour is not his to mend"


def test_nobody_is_said_to_be_unharmed_whose_numbers_one_does_not_see(cast: Cast) -> None:
    """I02: a scratch does not show; the summary then says nothing of him."""
    made = running(cast, hidden=False)
    services.pool_change(character=cast.kind, user=cast.gm, key=key(), pool="hit_points", by=-3)
    step(fresh(made), cast.gm, Step.END)
    assert "1 Beteiligter kam ohne Schaden davon" in words(look(cast.owner, made))
    told = words(look(cast.spectator, made))
    assert "ohne Schaden" not in told
    assert "Niemand war dabei" not in told
    address = f"/api/v1/campaigns/{cast.campaign.pk}/encounters/{made.pk}/"
    assert as_user(cast.spectator).get(address).json()["end"]["unhurt"] == 0


def test_each_damaged_thing_leads_to_its_bill(cast: Cast) -> None:
    """CHA-7.8: the price stands there, the link opens the bill; what is whole is not listed."""
    made = running(cast)
    armour = worn(cast.hero)
    step(made, cast.gm, Step.END)
    for user in (cast.gm, cast.owner):
        page = look(user, made).content.decode()
        start = page.index("Was zu richten ist")
        assert page.count("form=repair") == 1
        assert f"actor=character%3A{cast.hero.pk}&amp;form=repair&amp;item=item%3A{armour.pk}" in page[start:]
        bill = task(cast, user, actor=cast.hero.ref, form="repair", item=armour.ref)
        assert bill.status_code == 200
        price = page[start:].split('<b class="num">')[1].split("</b>")[0]
        assert price in bill.content.decode()


def zones(character: Character, **points: int) -> Item:
    armour = Item.objects.get(character=character, kind="armour", retired=False)
    for zone, worn_off in points.items():
        armour.zones.filter(zone=zone).update(damage_points=worn_off)
    return armour


def test_nothing_that_is_damaged_is_left_out(cast: Cast) -> None:
    """CHA-7.7, 7.8: of the dead as of the living; notches short of a point are free, what is destroyed says so."""
    made = running(cast)
    dead(cast.other)
    zones(cast.other, body=40)
    zones(cast.hero, body=1)
    zones(cast.kind, body=3)
    step(made, cast.gm, Step.END)
    shown = words(look(cast.gm, made)).split("Was zu richten ist")[1].split("Protokoll des Kampfes")[0]
    assert "Infanterie-Kampfanzug Jonna Velder frei" in shown
    assert "Unterziehweste Das ist zerstört" in shown
    assert "Infanterie-Kampfanzug Ulf Brandt 1.200 DKK" in shown
    assert "Ulf Brandt" not in words(look(cast.owner, made)).split("Was zu richten ist")[1].split("Protokoll des")[0]


def test_without_a_thing_the_address_of_a_repair_leads_to_a_choice(cast: Cast) -> None:
    """No 404 for a question left open: what can be mended, and of the rest why not."""
    armour = worn(cast.hero)
    answer = task(cast, cast.owner, actor=cast.hero.ref, form="repair")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert f"item=item%3A{armour.pk}" in page
    assert "Womit?" in words(answer)
    whole = task(cast, cast.fellow, actor=cast.other.ref, form="repair")
    assert whole.status_code == 200
    assert "Nichts davon ist so beschädigt, dass es etwas kostet." in words(whole)
    whom = task(cast, cast.owner, form="repair")
    assert cast.hero.name in words(whom)
    assert cast.other.name not in words(whom)


def test_no_choice_is_made_up_for_what_is_not_there(cast: Cast) -> None:
    assert task(cast, cast.owner, actor=cast.hero.ref, form="unfug").status_code == 404
    assert task(cast, cast.owner, form="unfug").status_code == 404
    assert task(cast, cast.owner, actor=cast.other.ref, form="repair").status_code in (403, 404)
    assert task(cast, cast.stranger, form="repair").status_code == 404
