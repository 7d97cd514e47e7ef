"""Campaigns and who is in them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal, InvalidOperation

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from chaos_sheets import journal, policy
from chaos_sheets.errors import FieldError, Invalid, NotAllowed, NotVisible, ServiceError
from chaos_sheets.mapping import campaign_state
from chaos_sheets.models import (
    Campaign,
    Character,
    Invitation,
    JournalEntry,
    Known,
    Language,
    Membership,
    Role,
    User,
)
from chaos_sheets.services.common import at_work, column_errors, hashed, option_errors
from chaos_sheets.writing import writing
from combat.core.event import Change
from combat.core.value import Json
from combat.registry import ruleset_ids, ruleset_info

INVITATION_DAYS = 14
# Whoever changes who leads a campaign does so alone: two GMs who dismiss each other would leave none.
MEMBERS = "members"
# Every switch of a campaign that is no house rule of its ruleset, with its default.
SWITCHES: Mapping[str, bool] = {policy.OPEN_SHEETS: False}


# --- campaigns ------------------------------------------------------------------------------------------------


def campaign_create(
    *, user: User, name: str, ruleset: str, key: str, currency: str = "", rate: Decimal | int | str = 1
) -> Campaign:
    """A new campaign that the user leads. The key belongs to the user: the same again returns the same campaign."""
    if ruleset not in ruleset_ids():
        raise Invalid.of("ruleset", "unknown_ruleset")
    row = Campaign(name=name.strip(), ruleset=ruleset, currency=currency or ruleset_info(ruleset).currency)
    errors = column_errors(row, {"name": row.name, "currency": row.currency})
    row.rate = _rate(rate, errors)
    if errors:
        raise Invalid(errors)
    journal_key = f"campaign-{user.pk}-{hashlib.sha256(key.encode(errors='replace')).hexdigest()[:32]}"
    with writing(campaign=0, key=journal_key):
        first = JournalEntry.objects.filter(key=journal_key, user=user, cause="campaign_created").first()
        if first is not None:
            return first.campaign
        row.save()
        Membership.objects.create(campaign=row, user=user, role=Role.GM)
        journal.record(
            campaign=row,
            changes=[Change(f"campaign:{row.pk}", "", None, campaign_state(row))],
            cause="campaign_created",
            key=journal_key,
            user=user,
        )
    return row


def _rate(rate: Decimal | int | str, errors: list[FieldError]) -> Decimal:
    try:
        found = Decimal(str(rate).replace(",", ".")).quantize(Decimal("0.000001"))
        if Decimal(0) < found < Decimal(1_000_000):
            return found
    except InvalidOperation:
        pass
    errors.append(FieldError("rate", "wrong_type", {"kind": "number"}))
    return Decimal(1)


def campaign_edit(
    *, campaign: Campaign, user: User, key: str, name: str, currency: str, rate: Decimal | int | str
) -> JournalEntry:
    who = at_work(user=user, campaign=campaign)
    policy.lead(who)
    errors = column_errors(campaign, {"name": name.strip(), "currency": currency})
    found = _rate(rate, errors)
    if errors:
        raise Invalid(errors)
    wanted: dict[str, Json] = {
        "name": name.strip(),
        "currency": currency,
        "rate": format(found.normalize(), "f"),
    }
    return _campaign_changed(who, key, "edit", wanted)


def campaign_options_set(
    *,
    campaign: Campaign,
    user: User,
    key: str,
    options: Mapping[str, Json] | None = None,
    switches: Mapping[str, bool] | None = None,
) -> JournalEntry:
    """Set the house rules named; only what differs from its default is kept."""
    who = at_work(user=user, campaign=campaign)
    policy.lead(who)
    known = {option.key: option for option in ruleset_info(who.campaign.ruleset).options}
    errors = []
    wanted: dict[str, Json] = {}
    for name, value in (options or {}).items():
        errors += option_errors(known.get(name), name, value)
        wanted[f"options.{name}"] = None if name in known and value == known[name].default else value
    for name, on in (switches or {}).items():
        if name not in SWITCHES or not isinstance(on, bool):
            errors.append(FieldError(f"switches.{name}", "unknown_field" if name not in SWITCHES else "wrong_type"))
        wanted[f"switches.{name}"] = None if on == SWITCHES.get(name) else on
    if errors:
        raise Invalid(errors)
    return _campaign_changed(who, key, "options", wanted)


def campaign_retire(*, campaign: Campaign, user: User, key: str) -> JournalEntry:
    who = policy.viewer(user=user, campaign=campaign)
    policy.lead(who)
    return _campaign_changed(who, key, "retired", {"retired": True})


def campaign_restore(*, campaign: Campaign, user: User, key: str) -> JournalEntry:
    who = policy.viewer(user=user, campaign=campaign)
    policy.lead(who)
    return _campaign_changed(who, key, "restored", {"retired": False})


def _campaign_changed(who: policy.Viewer, key: str, cause: str, wanted: dict[str, Json]) -> JournalEntry:
    with writing(campaign=who.campaign.pk, key=key):
        rows = journal.load(who.campaign, [f"campaign:{who.campaign.pk}"], lock=True)
        changes = [journal.change(rows, ref, field, value) for ref in rows for field, value in wanted.items()]
        return journal.record(
            campaign=who.campaign, changes=changes, cause=cause, key=key, user=who.user, request=wanted, loaded=rows
        )


# --- members --------------------------------------------------------------------------------------------------


def member_invite(
    *,
    campaign: Campaign,
    user: User,
    role: str = Role.PLAYER,
    character: Character | None = None,
    uses: int = 1,
    days: int = INVITATION_DAYS,
    key: str = "",
) -> tuple[Invitation, str]:
    """An invitation and its token, of which only the hash is kept; asked for again by the same key, the same one."""
    who = at_work(user=user, campaign=campaign)
    policy.lead(who)
    errors = []
    if role not in Role.values:
        errors.append(FieldError("role", "not_a_choice", {"choices": list(Role.values)}))
    if not 1 <= uses <= 50:
        errors.append(FieldError("uses", "too_small" if uses < 1 else "too_large", {"minimum": 1, "maximum": 50}))
    if not 1 <= days <= 365:
        errors.append(FieldError("days", "too_small" if days < 1 else "too_large", {"minimum": 1, "maximum": 365}))
    if character is not None and role == Role.SPECTATOR:
        errors.append(FieldError("character", "spectator_plays_nobody"))
    if errors:
        raise Invalid(errors)
    if character is not None and (character.campaign_id != campaign.pk or character.template):
        raise NotVisible
    request = [campaign.pk, user.pk, role, character and character.pk, uses, days, key or secrets.token_urlsafe(24)]
    token = salted_hmac("invitation", repr(request), algorithm="sha256").hexdigest()[:40]
    new = {
        "campaign": campaign,
        "role": role,
        "character": character,
        "expiry": timezone.now() + timedelta(days=days),
        "uses_left": 1 if character is not None else uses,
    }
    return Invitation.objects.get_or_create(token_hash=hashed(token), defaults=new)[0], token


def invitation_find(*, token: str) -> Invitation:
    """The invitation a token opens; raises a ServiceError if it is used up, too old or never was."""
    rows = Invitation.objects.filter(uses_left__gt=0, expiry__gt=timezone.now(), campaign__retired=False)
    found = rows.select_related("campaign", "character").filter(token_hash=hashed(token)).first()
    if found is None:
        raise ServiceError("invitation_invalid")
    if found.character is not None and (found.character.retired or found.character.owner_id is not None):
        raise ServiceError("invitation_character_taken")
    return found


def invitation_withdraw(*, invitation: Invitation, user: User) -> None:
    policy.lead(policy.viewer(user=user, campaign=invitation.campaign))
    Invitation.objects.filter(pk=invitation.pk).update(uses_left=0)


def invitation_accept(
    *, token: str, user: User | None = None, name: str = "", password: str = "", language: str = Language.GERMAN
) -> User:
    """Join the campaign, with an account one has or a new one, which needs a name and a password, no address."""
    with writing(campaign=0, key=hashed(token)):
        invitation = invitation_find(token=token)
        if user is None:
            user = _account(name=name, password=password, language=language)
        elif Membership.objects.filter(campaign=invitation.campaign, user=user).exists():
            raise ServiceError("already_member")
        member = Membership.objects.create(campaign=invitation.campaign, user=user, role=invitation.role)
        Invitation.objects.filter(pk=invitation.pk).update(uses_left=F("uses_left") - 1)
        if invitation.character is not None:
            _hand_over(
                invitation.campaign, invitation.character, member, user, key=f"invitation-{invitation.pk}-{member.pk}"
            )
    return user


def _account(*, name: str, password: str, language: str) -> User:
    user = User(username=User.normalize_username(name.strip()), language=language)
    errors = column_errors(user, {"username": user.username, "language": language})
    if not errors and User.objects.filter(username__iexact=user.username).exists():
        errors.append(FieldError("username", "name_taken"))
    errors += _password_errors(user, password)
    if errors:
        raise Invalid(errors)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        # Somebody else took the name a moment ago, by another invitation.
        raise Invalid.of("username", "name_taken") from None
    return user


def _password_errors(user: User, password: str) -> list[FieldError]:
    try:
        validate_password(password, user)
    except ValidationError:
        return [FieldError("password", "weak_password")]
    return []


def member_role_set(*, membership: Membership, user: User, role: str) -> None:
    who = at_work(user=user, campaign=membership.campaign)
    policy.lead(who)
    if role not in Role.values:
        raise Invalid.of("role", "not_a_choice", choices=list(Role.values))
    with writing(campaign=membership.campaign_id, key=MEMBERS):
        if role != Role.GM:
            _keep_a_gm(membership)
        membership.role = role
        membership.save(update_fields=["role"])


def _keep_a_gm(leaving: Membership) -> None:
    roles = dict(Membership.objects.filter(campaign=leaving.campaign_id).values_list("pk", "role"))
    if leaving.pk not in roles:
        raise NotVisible
    if roles.pop(leaving.pk) == Role.GM and Role.GM not in roles.values():
        raise ServiceError("last_gm")


def member_remove(*, membership: Membership, user: User, key: str) -> JournalEntry | None:
    """Let a member go (or leave oneself); his characters stay, without an owner. The entry, if he had any."""
    who = policy.viewer(user=user, campaign=membership.campaign)
    if membership.user_id != user.pk:
        policy.lead(who)
    with writing(campaign=membership.campaign_id, key=MEMBERS):
        _keep_a_gm(membership)
        characters = Character.objects.filter(owner=membership, template=False).order_by("pk")
        changes = [Change(row.ref, "owner", membership.pk, None) for row in characters]
        entry = None
        if changes:
            entry = journal.record(
                campaign=membership.campaign, changes=changes, cause="member_left", key=key, user=user,
                request={"member": membership.user.get_username()},
            )  # fmt: skip
        membership.delete()
    return entry


def character_hand_over(*, character: Character, user: User, to: Membership | None, key: str) -> JournalEntry:
    """Give a character to another member, or take it back into the GM's hands."""
    who = at_work(user=user, campaign=_campaign_of(character))
    policy.lead(who)
    if to is not None and to.campaign_id != who.campaign.pk:
        raise NotVisible
    if to is not None and to.role == Role.SPECTATOR:
        raise Invalid.of("to", "spectator_plays_nobody")
    return _hand_over(who.campaign, character, to, user, key=key)


def _hand_over(
    campaign: Campaign, character: Character, to: Membership | None, user: User, *, key: str
) -> JournalEntry:
    with writing(campaign=campaign.pk, key=key):
        rows = journal.load(campaign, [character.ref], lock=True)
        wanted: dict[str, Json] = {"owner": to.pk if to else None}
        if to is not None:
            wanted["known"] = Known.NAME.value
        changes = [journal.change(rows, character.ref, field, value) for field, value in wanted.items()]
        return journal.record(
            campaign=campaign, changes=changes, cause="handed_over", key=key, user=user,
            request={"character": character.pk, "to": to.pk if to else None}, loaded=rows,
        )  # fmt: skip


def _campaign_of(character: Character) -> Campaign:
    if character.campaign is None or character.template:
        raise NotVisible
    return character.campaign


# --- passwords ------------------------------------------------------------------------------------------------

_password_links = PasswordResetTokenGenerator()


def password_link_create(*, membership: Membership, user: User) -> str:
    """The token of a link by which a member sets a new password; it works once, for three days."""
    who = policy.viewer(user=user, campaign=membership.campaign)
    policy.lead(who)
    if not policy.may_reset_password(who, membership):
        raise NotAllowed("leads_elsewhere")
    member = membership.user
    return f"{urlsafe_base64_encode(str(member.pk).encode())}.{_password_links.make_token(member)}"


def password_link_find(*, token: str) -> User:
    number, _, secret = token.partition(".")
    try:
        member = User.objects.get(pk=int(urlsafe_base64_decode(number)), is_active=True)
    except (ValueError, OverflowError, User.DoesNotExist):
        raise ServiceError("link_invalid") from None
    if not _password_links.check_token(member, secret):
        raise ServiceError("link_invalid")
    return member


def password_link_redeem(*, token: str, password: str) -> User:
    member = password_link_find(token=token)
    errors = _password_errors(member, password)
    if errors:
        raise Invalid(errors)
    member.set_password(password)
    member.save(update_fields=["password"])
    return member
