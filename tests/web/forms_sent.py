"""Every form of the product as somebody sends it, each with the world it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from chaos_sheets import services
from chaos_sheets.models import Item, User
from combat import services as combat
from combat.models import Resolution
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import prepared, running, shot
from tests.web.attacks import announcement, decided

PASSWORD = "Kartoffelsalat-7"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A form as somebody sends it."""

    user: User | None
    address: str
    values: Mapping[str, Any]
    part: bool = False
    """An open page asks for what changed, not for a whole page."""


type Form = Callable[[Cast], Sent]


def of_campaign(name: str, user: str = "gm", /, *args: str, **values: Any) -> Form:
    """A form of the campaign's pages; an argument names the number of somebody or something of the cast."""

    def form(cast: Cast) -> Sent:
        return Sent(
            user=getattr(cast, user),
            address=reverse(name, args=[cast.campaign.pk, *(number_of(cast, each) for each in args)]),
            values={field: value(cast) if callable(value) else value for field, value in values.items()},
        )

    return form


def number_of(cast: Cast, name: str) -> int | str:
    found = getattr(cast, name, name)
    return found if isinstance(found, str) else int(found.pk)


def of_sheet(name: str, /, *args: str, user: str = "owner", **values: Any) -> Form:
    def form(cast: Cast) -> Sent:
        found = {field: value(cast) if callable(value) else value for field, value in values.items()}
        return Sent(
            user=getattr(cast, user), address=reverse(name, args=[cast.hero.pk, *args]), values=found, part=True
        )

    return form


def ref(name: str) -> Callable[[Cast], str]:
    return lambda cast: str(getattr(cast, name).ref)


def pk(name: str) -> Callable[[Cast], str]:
    return lambda cast: str(getattr(cast, name).pk)


def weapon(cast: Cast) -> str:
    return cast.weapon().ref


def of_fight(name: str, /, **values: Any) -> Form:
    """A form of a fight's pages."""

    def form(cast: Cast) -> Sent:
        made = running(cast)
        found = {field: value(cast) if callable(value) else value for field, value in values.items()}
        return Sent(user=cast.gm, address=reverse(name, args=[cast.campaign.pk, made.pk]), values=found)

    return form


# --- the forms whose world has to be made first ---------------------------------------------------------------


def invitation_taken_back(cast: Cast) -> Sent:
    made, _token = services.member_invite(campaign=cast.campaign, user=cast.gm, role="player")
    return of_campaign("invitation_withdraw", "gm", str(made.pk))(cast)


def joining(cast: Cast) -> Sent:
    _made, token = services.member_invite(campaign=cast.campaign, user=cast.gm, role="player")
    return Sent(user=cast.stranger, address=reverse("invitation", args=[token]), values={})


def joining_anew(cast: Cast) -> Sent:
    _made, token = services.member_invite(campaign=cast.campaign, user=cast.gm, role="player")
    values = {"name": "frieda", "password": PASSWORD}
    return Sent(user=None, address=reverse("invitation", args=[token]), values=values)


def new_password(cast: Cast) -> Sent:
    token = services.password_link_create(membership=cast.member(cast.fellow), user=cast.gm)
    return Sent(user=None, address=reverse("new_password", args=[token]), values={"password": PASSWORD})


def member_form(name: str, /, **values: Any) -> Form:
    def form(cast: Cast) -> Sent:
        return of_campaign(name, "gm", str(cast.member(cast.fellow).pk), **values)(cast)

    return form


def leaving(cast: Cast) -> Sent:
    return of_campaign("member_remove", "fellow", str(cast.member(cast.fellow).pk))(cast)


def template_form(act: str, /, **values: Any) -> Form:
    def form(cast: Cast) -> Sent:
        made = services.template_save(character=cast.named, user=cast.gm, key=key())
        return of_campaign("template_act", "gm", str(made.pk), act, **values)(cast)

    return form


def undone(cast: Cast) -> Sent:
    entry = services.money_change(character=cast.hero, user=cast.gm, key=key(), by=5)
    return of_campaign("undo", "gm", str(entry.pk))(cast)


def taken(cast: Cast) -> Sent:
    stock = builders.stock("weapon", "faehrmann")
    return of_campaign("armoury_take", "gm", str(stock.pk), figure=pk("hero"), quantity="1", pay="1")(cast)


def offered(cast: Cast) -> Sent:
    return of_sheet("sheet_add", source=str(builders.stock("weapon", "faehrmann").pk), quantity="1")(cast)


def mended(cast: Cast) -> Sent:
    armour = Item.objects.get(character=cast.hero, kind="armour")
    armour.zones.filter(zone="body").update(damage_points=3)
    values = {"actor": cast.hero.ref, "form": "repair", "item": armour.ref, "payer": "gm"}
    return Sent(user=cast.gm, address=reverse("task", args=[cast.campaign.pk]), values=values)


def attacked(cast: Cast) -> Sent:
    values = decided(announcement(cast, cast.kind, cast.hero))
    return Sent(user=cast.gm, address=reverse("attack", args=[cast.campaign.pk]), values=values, part=True)


def saved(cast: Cast) -> Sent:
    """CHA-7.19: whoever is mortally wounded is saved; then he is so no more."""
    services.pool_change(character=cast.other, user=cast.gm, key=key(), pool="hit_points", by=-17)
    services.status_set(character=cast.other, user=cast.gm, key=key(), status="mortally_wounded", reason="Treffer")
    values = {
        "sent": "1", "actor": cast.hero.ref, "target": cast.other.ref, "form": "stabilise", "item": "", "dice": "app",
    }  # fmt: skip
    return Sent(user=cast.gm, address=reverse("attack", args=[cast.campaign.pk]), values=values, part=True)


def waiting(cast: Cast) -> Resolution:
    """A shot that stands at its first die."""
    made = running(cast)
    request = shot(made, cast.hero, cast.kind, pairs={f"{cast.hero.ref}>{cast.kind.ref}": {"distance": 20}})
    acted = combat.act(campaign=cast.campaign, user=cast.gm, request=request, key=key(), app_dice=False, decline=True)
    assert acted.resolution is not None
    return acted.resolution


def answered(cast: Cast) -> Sent:
    row = waiting(cast)
    values = {"app": "1", "question": row.waits_for}
    return of_campaign("answer", "gm", str(row.pk), **values)(cast)


def discarded(cast: Cast) -> Sent:
    return of_campaign("give_up", "gm", str(waiting(cast).pk))(cast)


def cover_gone(cast: Cast) -> Sent:
    made = running(cast)
    combat.encounter_cover_place(encounter=made, user=cast.gm, key=key(), source=cast.cover)
    address = reverse("encounter_cover_remove", args=[cast.campaign.pk, made.pk])
    return Sent(user=cast.gm, address=address, values={"cover": str(cast.cover.pk)})


def ordered(cast: Cast) -> Sent:
    made = running(cast)
    order = [str(each) for each in made.body["order"]]
    places = {f"place.{each}": str(number) for number, each in enumerate(reversed(order), start=1)}
    values = {**places, "shown": " ".join(order), "was": made.body["current"], "current": order[-1]}
    return Sent(user=cast.gm, address=reverse("encounter_order", args=[cast.campaign.pk, made.pk]), values=values)


def turn_ended(step: str) -> Form:
    def form(cast: Cast) -> Sent:
        made = running(cast) if step != "encounter_started" else prepared(cast)
        values = {
            "step": step, "round": str(made.body.get("round", 0)), "current": made.body.get("current", ""), "sure": "1",
        }  # fmt: skip
        return Sent(user=cast.gm, address=reverse("encounter_step", args=[cast.campaign.pk, made.pk]), values=values)

    return form


def learned(cast: Cast) -> Sent:
    return of_sheet("sheet_entry", field="skills", name="Kochen")(cast)


FORMS: dict[str, Form] = {
    "account": lambda cast: Sent(
        user=cast.owner, address=reverse("account"), values={"language": "de", "look": "dark", "first_name": "Jo"}
    ),
    "account_logout": lambda cast: Sent(user=cast.owner, address=reverse("account_logout"), values={}),
    "account_login": lambda cast: Sent(
        user=None, address=reverse("account_login"), values={"login": "owner", "password": "falsch"}
    ),
    "account_signup": lambda cast: Sent(user=None, address=reverse("account_signup"), values={}),
    "account_reauthenticate": lambda cast: Sent(
        user=cast.owner, address=reverse("account_reauthenticate"), values={"password": "falsch"}
    ),
    "account_change_password": lambda cast: Sent(
        user=cast.owner, address=reverse("account_change_password"), values={"old": "falsch", "password": PASSWORD}
    ),
    "token_create": lambda cast: Sent(user=cast.owner, address=reverse("token_create"), values={}),
    "token_revoke": lambda cast: Sent(user=cast.owner, address=reverse("token_revoke"), values={}),
    "language": lambda cast: Sent(user=cast.owner, address=reverse("language"), values={"language": "de"}),
    "look": lambda cast: Sent(user=None, address=reverse("look"), values={"look": "dark"}),
    "invitation": joining,
    "invitation, new account": joining_anew,
    "new_password": new_password,
    "campaign_new": lambda cast: Sent(
        user=cast.gm, address=reverse("campaign_new"), values={"name": "Neu", "ruleset": builders.RULESET, "rate": "1"}
    ),
    "campaign_edit": of_campaign("campaign_edit", name="Konvoi Nord", currency="DKK", rate="1"),
    "campaign_retire": of_campaign("campaign_retire"),
    "campaign_retire, back": of_campaign("campaign_retire", restore="1"),
    "invite": of_campaign("invite", role="player", uses="1", days="3"),
    "invitation_withdraw": invitation_taken_back,
    "member_role": member_form("member_role", role="gm"),
    "member_remove": member_form("member_remove"),
    "member_remove, oneself": leaving,
    "member_password": member_form("member_password"),
    "character_new": of_campaign("character_new", name="Rolf"),
    "character_reveal": of_campaign("character_reveal", "gm", "hidden", known="name"),
    "character_hand_over": of_campaign(
        "character_hand_over", "gm", "named", to=lambda cast: str(cast.member(cast.fellow).pk)
    ),
    "character_retire": of_campaign("character_retire", "gm", "named"),
    "template_save": of_campaign("template_save", "gm", "named", name="Vorlage"),
    "template_act, rename": template_form("aendern", name="Anders", shown_name="Plünderer (11)"),
    "template_act, retire": template_form("stilllegen"),
    "template_act, restore": template_form("zurueckholen"),
    "rules_set": of_campaign("rules_set"),
    "undo": undone,
    "armoury_take": taken,
    "sheet_edit": of_sheet(
        "sheet_edit", of=ref("hero"), field="notes", shown=lambda cast: cast.hero.notes, value="Neu"
    ),
    "sheet_edit, step": of_sheet("sheet_edit", of=ref("hero"), field="pools.hit_points", by="-1"),
    "sheet_edit, step of a thing": of_sheet("sheet_edit", of=weapon, field="loaded", by="-1"),
    "sheet_status": of_sheet("sheet_status", status="prone", set="1"),
    "sheet_money": of_sheet("sheet_money", by="-10", reason="Bier"),
    "sheet_entry": learned,
    "sheet_thing": of_sheet("sheet_thing", "ablegen", of=weapon),
    "sheet_thing, from the catalogue": of_sheet("sheet_thing", "katalog", of=weapon),
    "sheet_add": offered,
    "sheet_override": of_sheet("sheet_override", user="gm", value_key="toughness_bonus", value="3", reason="Wut"),
    "sheet_override, lifted": of_sheet("sheet_override", user="gm", value_key="toughness_bonus", lift="1"),
    "encounters": of_campaign("encounters", name="Am Tor"),
    "encounter_step, start": turn_ended("encounter_started"),
    "encounter_step, turn": turn_ended("encounter_turn"),
    "encounter_step, round": turn_ended("encounter_round"),
    "encounter_step, end": turn_ended("encounter_ended"),
    "encounter_state": of_fight("encounter_state", acts=ref("hero"), round="1"),
    "encounter_rename": of_fight("encounter_rename", name="Am Wall"),
    "encounter_join": of_fight("encounter_join", character=pk("named"), party="Plünderer"),
    "encounter_copies": of_fight(
        "encounter_copies", template=lambda cast: str(builders.template("looter").pk), count="2", party="Plünderer"
    ),
    "encounter_leave": of_fight("encounter_leave", character=pk("kind")),
    "encounter_party": of_fight("encounter_party", character=pk("kind"), party="Konvoi"),
    "encounter_side": of_fight("encounter_side", party="Konvoi", flag="in_motion", on="1"),
    "encounter_order": ordered,
    "encounter_cover": of_fight("encounter_cover", cover=pk("cover")),
    "encounter_cover, from the catalogue": of_fight(
        "encounter_cover", cover=lambda cast: str(builders.stock("cover", "tree").pk)
    ),
    "encounter_cover_remove": cover_gone,
    "task": mended,
    "attack": attacked,
    "attack, saved": saved,
    "answer": answered,
    "give_up": discarded,
}
"""Each form that can be sent, by the name of its address."""
