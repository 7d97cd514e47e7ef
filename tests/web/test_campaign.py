"""A campaign's pages: who sees what, and what the game master does there."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import journal
from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Campaign, Character, Invitation, JournalEntry, Membership, Role, User
from chaos_sheets.services import sheets
from tests import builders
from tests.cast import Cast

pytestmark = pytest.mark.django_db

PAGES = ("characters", "campaign", "rules", "rulings", "lookup", "armoury", "character_new")
MESSY_NAMES = ("a\x00b", "\u202egnirts", "x" * 200)


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(cast: Cast, user: User, name: str = "characters", **options: str) -> str:
    response = as_user(user).get(reverse(name, args=[cast.campaign.pk]), options)
    assert response.status_code == 200
    return response.content.decode()


def post(cast: Cast, user: User, page_name: str, /, *args: object, **given: object) -> int:
    address = reverse(page_name, args=[cast.campaign.pk, *args])
    return int(as_user(user).post(address, {"key": builders.key(), **given}).status_code)


# --- who sees what --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
def test_strangers_are_told_that_there_is_nothing(cast: Cast, name: str) -> None:
    client = as_user(cast.stranger)
    here, nowhere = (client.get(reverse(name, args=[pk])) for pk in (cast.campaign.pk, 987_654))
    assert (here.status_code, nowhere.status_code) == (404, 404)
    visitor = Client().get(reverse(name, args=[cast.campaign.pk]))
    assert visitor.headers["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("characters", {"gm", "owner", "fellow", "spectator"}),
        ("campaign", {"gm", "owner", "fellow", "spectator"}),
        ("armoury", {"gm", "owner", "fellow", "spectator"}),
        ("rules", {"gm", "owner", "fellow", "spectator"}),
        ("rulings", {"gm", "owner", "fellow", "spectator"}),
        ("lookup", {"gm", "owner", "fellow", "spectator"}),
        ("character_new", {"gm", "owner", "fellow"}),
    ],
)
def test_each_member_gets_to_what_is_his(cast: Cast, name: str, allowed: set[str]) -> None:
    for user in cast.insiders:
        status = as_user(user).get(reverse(name, args=[cast.campaign.pk])).status_code
        assert (user.username, status) == (user.username, 200 if user.username in allowed else 403)


POSTS = (
    ("campaign_edit", ()),
    ("campaign_retire", ()),
    ("invite", ()),
    ("rules_set", ()),
    ("member_role", ("member",)),
    ("member_password", ("member",)),
    ("member_remove", ("member",)),
    ("character_reveal", ("character",)),
    ("character_hand_over", ("character",)),
    ("character_retire", ("character",)),
)


@pytest.mark.parametrize(("name", "about"), POSTS)
def test_what_is_the_gms_alone_nobody_else_can_post(cast: Cast, name: str, about: tuple[str, ...]) -> None:
    numbers = {"member": cast.member(cast.fellow).pk, "character": cast.other.pk}
    args = [numbers[each] for each in about]
    before, entries = journal.stored(cast.campaign), JournalEntry.objects.count()
    roles = list(Membership.objects.order_by("pk").values_list("pk", "role"))
    given = {"name": "x", "rate": "1", "role": "gm", "known": "name", "uses": "1", "days": "1", "to": ""}
    assert post(cast, cast.stranger, name, *args, **given) == 404
    for user in (cast.owner, cast.spectator):
        assert post(cast, user, name, *args, **given) == 403
    assert journal.stored(cast.campaign) == before
    assert JournalEntry.objects.count() == entries
    assert list(Membership.objects.order_by("pk").values_list("pk", "role")) == roles
    assert not Invitation.objects.exists()


def test_a_hidden_character_is_nowhere_on_a_players_pages(cast: Cast) -> None:
    """Row I01: no channel carries the true name; row I13: it is absent, not masked."""
    for user in (cast.owner, cast.fellow, cast.spectator):
        text = page(cast, user)
        assert "Anselm" not in text
        assert "Brandt" not in text
        assert "Söldner" in text
        assert cast.named.name in text
        assert f"figuren/{cast.hidden.pk}/" not in text
        assert "Anselm" not in page(cast, user, q="Frater")
    assert "Frater Anselm" in page(cast, cast.gm)


def test_posting_about_a_hidden_character_tells_nothing(cast: Cast) -> None:
    for name in ("character_reveal", "character_hand_over", "character_retire"):
        assert post(cast, cast.owner, name, cast.hidden.pk, known="name") == 404
        assert post(cast, cast.owner, name, 987_654, known="name") == 404


def test_numbers_are_shown_to_gm_and_owner_alone(cast: Cast) -> None:
    def row(user: User) -> str:
        text = page(cast, user)
        start = text.index(f'data-key="{cast.hero.ref}"')
        return text[start : text.index("</li>", start)]

    for user in (cast.gm, cast.owner):
        assert re.search(r"TP \d+/\d+", row(user))
    for user in (cast.fellow, cast.spectator):
        assert not re.search(r"TP \d+/\d+", row(user))
        assert "tag--0" in row(user)


def test_covers_show_players_no_integrity(cast: Cast) -> None:
    assert "Integrität" in page(cast, cast.gm)
    for user in (cast.owner, cast.spectator):
        text = page(cast, user)
        assert cast.cover.name in text
        assert "Integrität" not in text


def test_only_the_part_that_changes_is_sent_to_a_page_that_follows(cast: Cast) -> None:
    client = as_user(cast.owner)
    address = reverse("characters", args=[cast.campaign.pk])
    part = client.get(address, headers={"HX-Request": "true", "HX-Target": "figuren"}).content.decode()
    assert part.lstrip().startswith('<div id="figuren"')
    assert "<html" not in part


# --- members --------------------------------------------------------------------------------------------------


def test_an_invitation_link_is_shown_once(cast: Cast) -> None:
    client = as_user(cast.gm)
    given = {"role": "player", "character": cast.hidden.pk, "uses": 5, "days": 7}
    answer = client.post(reverse("invite", args=[cast.campaign.pk]), given)
    # To load the page that follows anew repeats nothing.
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("campaign", args=[cast.campaign.pk]))
    text = client.get(answer.headers["Location"]).content.decode()
    assert 'data-copies="once"' in text
    link = re.search(r'href="(http://testserver/einladung/[^"]+/)"', text)
    assert link is not None
    made = Invitation.objects.get()
    assert (made.role, made.character, made.uses_left) == ("player", cast.hidden, 1)
    assert link[1] not in client.get(reverse("campaign", args=[cast.campaign.pk])).content.decode()
    assert Client().get(link[1].removeprefix("http://testserver")).status_code == 200
    client.post(reverse("invitation_withdraw", args=[cast.campaign.pk, made.pk]))
    assert Client().get(link[1].removeprefix("http://testserver")).status_code == 410


@pytest.mark.parametrize(
    "wrong", [{"role": "king"}, {"uses": "0"}, {"uses": "-1"}, {"days": "9999"}, {"days": "x"}, {"character": "987654"}]
)
def test_a_bad_invitation_is_refused_beside_its_field(cast: Cast, wrong: dict[str, str]) -> None:
    given = {"role": "player", "character": "", "uses": "1", "days": "14"} | wrong
    assert post(cast, cast.gm, "invite", **given) == 400
    assert not Invitation.objects.exists()


def test_roles_are_changed_but_somebody_always_leads(cast: Cast) -> None:
    post(cast, cast.gm, "member_role", cast.member(cast.owner).pk, role="gm")
    assert cast.member(cast.owner).role == Role.GM
    post(cast, cast.gm, "member_role", cast.member(cast.owner).pk, role="player")
    client = as_user(cast.gm)
    address = reverse("member_role", args=[cast.campaign.pk, cast.member(cast.gm).pk])
    text = client.post(address, {"role": "player"}, follow=True).content.decode()
    assert "Ernenne zuerst jemand anderen." in text
    assert cast.member(cast.gm).role == Role.GM
    client.post(reverse("member_role", args=[cast.campaign.pk, cast.member(cast.owner).pk]), {"role": "king"})
    assert cast.member(cast.owner).role == Role.PLAYER


def test_who_goes_leaves_his_characters(cast: Cast) -> None:
    post(cast, cast.gm, "member_remove", cast.member(cast.owner).pk)
    cast.hero.refresh_from_db()
    assert cast.hero.owner is None
    assert as_user(cast.owner).get(reverse("characters", args=[cast.campaign.pk])).status_code == 404
    assert post(cast, cast.fellow, "member_remove", cast.member(cast.fellow).pk) == 302
    assert not Membership.objects.filter(campaign=cast.campaign, user=cast.fellow).exists()
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def test_the_gm_hands_over_a_link_for_a_new_password(cast: Cast) -> None:
    client = as_user(cast.gm)
    address = reverse("member_password", args=[cast.campaign.pk, cast.member(cast.owner).pk])
    text = client.post(address, follow=True).content.decode()
    link = re.search(r'href="http://testserver(/neues-passwort/[^"]+/)"', text)
    assert link is not None
    assert "Neues Passwort für owner" in text
    assert link[1] not in client.get(reverse("campaign", args=[cast.campaign.pk])).content.decode()
    assert Client().get(link[1]).status_code == 200


def test_no_link_for_who_plays_at_another_table(cast: Cast) -> None:
    elsewhere = Campaign.objects.get(name="Fremde Runde")
    Membership.objects.create(campaign=elsewhere, user=cast.owner, role=Role.PLAYER)
    client = as_user(cast.gm)
    address = reverse("member_password", args=[cast.campaign.pk, cast.member(cast.owner).pk])
    text = client.post(address, follow=True).content.decode()
    assert "die du nicht leitest" in text
    assert "/neues-passwort/" not in text


def test_a_link_is_shown_on_the_page_of_its_own_campaign_alone(cast: Cast) -> None:
    other, client = builders.campaign(cast.gm, "Zweite Runde"), as_user(cast.gm)
    client.post(reverse("invite", args=[cast.campaign.pk]), {"role": "player", "character": "", "uses": 1, "days": 7})
    given = client.cookies["once"].value
    for row, cookie, shown in ((other, given, 0), (cast.campaign, f"{given}x", 0), (cast.campaign, given, 1)):
        client.cookies["once"] = cookie
        assert ("once__what" in client.get(reverse("campaign", args=[row.pk])).content.decode()) == bool(shown)


# --- figures --------------------------------------------------------------------------------------------------


def test_a_character_is_made_blank_or_after_a_template(cast: Cast) -> None:
    template = builders.template("saela_nim")
    name = 'Élodie "2 Zoll" <b>&Söhne</b>'
    assert post(cast, cast.owner, "character_new", name=name, template=template.pk) == 302
    made = Character.objects.get(name=name)
    assert made.owner == cast.member(cast.owner)
    assert made.items.exists()
    assert name not in page(cast, cast.owner)
    assert "Élodie &quot;2 Zoll&quot; &lt;b&gt;&amp;Söhne&lt;/b&gt;" in page(cast, cast.owner)
    given = {"name": "Wache", "template": "", "owner": "", "known": "kind", "public_name": "Gestalt"}
    assert post(cast, cast.gm, "character_new", **given) == 302
    guard = Character.objects.get(name="Wache")
    assert (guard.owner, guard.known, guard.public_name) == (None, "kind", "Gestalt")
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


@pytest.mark.parametrize("name", MESSY_NAMES)
def test_a_bad_name_is_refused_and_kept(cast: Cast, name: str) -> None:
    count = Character.objects.count()
    address = reverse("character_new", args=[cast.campaign.pk])
    response = as_user(cast.owner).post(address, {"name": name, "template": ""})
    assert response.status_code == 400
    assert 'id="id_name_error"' in response.content.decode()
    assert Character.objects.count() == count


def test_a_template_of_another_campaign_is_no_choice(cast: Cast) -> None:
    foreign = Character.objects.get(name="Fremder Plünderer")
    assert post(cast, cast.owner, "character_new", name="x", template=foreign.pk) == 400
    assert post(cast, cast.owner, "character_new", name="x", template="\x00") == 400


def test_whoever_may_not_know_of_it_meanwhile_is_told_nothing_of_templates(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Out of the campaign between the page and the click: not there, and no fault of the template."""

    def gone(**_given: object) -> None:
        raise NotVisible

    monkeypatch.setattr(sheets, "character_create", gone)
    assert post(cast, cast.owner, "character_new", name="x", template="") == 404


def test_what_players_know_is_set_by_the_gm(cast: Cast) -> None:
    post(cast, cast.gm, "character_reveal", cast.hidden.pk, known="kind", public_name="Gestalt im Mantel")
    text = page(cast, cast.owner)
    assert "Gestalt im Mantel" in text
    assert "Anselm" not in text
    post(cast, cast.gm, "character_reveal", cast.hidden.pk, known="everything", public_name="x")
    cast.hidden.refresh_from_db()
    assert cast.hidden.known == "kind"
    post(cast, cast.gm, "character_reveal", cast.hidden.pk, known="name", public_name="\u202ex")
    cast.hidden.refresh_from_db()
    assert cast.hidden.known == "kind"


def test_a_character_is_handed_over_put_away_and_brought_back(cast: Cast) -> None:
    post(cast, cast.gm, "character_hand_over", cast.hero.pk, to=cast.member(cast.fellow).pk)
    cast.hero.refresh_from_db()
    assert cast.hero.owner == cast.member(cast.fellow)
    foreign = Membership.objects.get(campaign__name="Fremde Runde")
    for wrong in (foreign.pk, "x", "²", "9" * 40):
        assert post(cast, cast.gm, "character_hand_over", cast.hero.pk, to=wrong) == 404
    post(cast, cast.gm, "character_retire", cast.hero.pk)
    assert f'data-key="{cast.hero.ref}"' not in page(cast, cast.fellow)
    assert "1 stillgelegte Figur" in page(cast, cast.gm)
    post(cast, cast.gm, "character_retire", cast.hero.pk, restore="1")
    assert f'data-key="{cast.hero.ref}"' in page(cast, cast.fellow)
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def test_the_same_form_sent_twice_is_done_once(cast: Cast) -> None:
    given = {"name": "Zwilling", "template": "", "key": "the-same-key"}
    for _ in range(2):
        assert post(cast, cast.owner, "character_new", **given) == 302
    assert Character.objects.filter(name="Zwilling").count() == 1


# --- the campaign ---------------------------------------------------------------------------------------------


def test_a_campaign_is_made_by_anybody_who_then_leads_it(cast: Cast) -> None:
    given = {"name": 'Äther & "Öl" <1>', "ruleset": "chaos", "currency": "EUR", "rate": "0,13", "key": "new"}
    response = as_user(cast.owner).post(reverse("campaign_new"), given)
    made = Campaign.objects.get(name='Äther & "Öl" <1>')
    assert response.headers["Location"] == reverse("campaign", args=[made.pk])
    assert str(made.rate.normalize()) == "0.13"
    assert made.memberships.get().role == Role.GM
    text = as_user(cast.owner).get(reverse("campaign", args=[made.pk])).content.decode()
    assert "Äther &amp; &quot;Öl&quot; &lt;1&gt;" in text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("name", name) for name in (*MESSY_NAMES, "", "   ")),
        ("ruleset", "monopoly"),
        ("rate", "-1"),
        ("rate", "viel"),
        ("rate", "1e999"),
        ("currency", "\u202e"),
    ],
)
def test_a_bad_campaign_is_refused_beside_its_field(cast: Cast, field: str, value: str) -> None:
    count = Campaign.objects.count()
    given = {"name": "Gut", "ruleset": "chaos", "currency": "", "rate": "1"} | {field: value}
    response = as_user(cast.gm).post(reverse("campaign_new"), given)
    assert response.status_code == 400
    assert f'id="id_{field}_error"' in response.content.decode()
    assert Campaign.objects.count() == count


def test_name_and_money_are_edited(cast: Cast) -> None:
    assert post(cast, cast.gm, "campaign_edit", name="Neu", currency="EUR", rate="0,5") == 302
    cast.campaign.refresh_from_db()
    assert (cast.campaign.name, cast.campaign.currency, float(cast.campaign.rate)) == ("Neu", "EUR", 0.5)
    assert post(cast, cast.gm, "campaign_edit", name="\u202e", currency="EUR", rate="0,5") == 400
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def test_a_retired_campaign_is_read_only_until_it_is_brought_back(cast: Cast) -> None:
    post(cast, cast.gm, "campaign_retire")
    assert "stillgelegt" in page(cast, cast.owner)
    before = journal.stored(cast.campaign)
    assert post(cast, cast.gm, "character_reveal", cast.hidden.pk, known="name") == 302
    assert post(cast, cast.owner, "character_new", name="x", template="") == 400
    assert journal.stored(cast.campaign) == before
    post(cast, cast.gm, "campaign_retire", restore="1")
    assert post(cast, cast.owner, "character_new", name="x", template="") == 302


def test_pages_are_english_for_who_reads_english(cast: Cast) -> None:
    cast.owner.language = "en"
    cast.owner.save()
    response = as_user(cast.owner).get(reverse("characters", args=[cast.campaign.pk]))
    assert response.headers["Content-Language"] == "en"
