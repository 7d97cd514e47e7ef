"""A campaign's own templates: sheets to copy from, beside those of the stock."""

from __future__ import annotations

from chaos_sheets import journal, mapping, policy
from chaos_sheets.errors import Invalid, NotVisible
from chaos_sheets.models import Character, JournalEntry, Known, User
from chaos_sheets.services.catalogue import slug
from chaos_sheets.services.common import at_work, column_errors
from chaos_sheets.services.copies import State, copy_carried, new_template
from chaos_sheets.writing import writing
from combat.core.event import Change
from combat.core.value import Json
from combat.registry import ruleset_info


def template_save(
    *, character: Character, user: User, key: str, name: str = "", for_players: bool = False
) -> Character:
    """Keep a sheet with all it carries as a template, without what play has done to it; the sheet stays as it is.

    ``for_players``: they may choose it for a character of their own.
    """
    if character.campaign is None or character.template:
        raise NotVisible
    who = at_work(user=user, campaign=character.campaign)
    policy.act_for(who, character)
    policy.lead(who)
    name = name.strip() or character.name
    request: Json = {"character": character.pk, "name": name, "for_players": for_players}
    cause, info = "template_saved", ruleset_info(character.ruleset)
    with writing(campaign=who.campaign.pk, key=key):
        first = journal.earlier(campaign=who.campaign, key=key, user=user, cause=cause, request=request)
        if first is not None:
            return Character.objects.get(pk=int(journal.changes_of(first)[0].of.partition(":")[2]))
        known = Known.NAME if for_players else Known.NOTHING
        row = new_template(character, name, _free_key(character, name), known)
        row.save()
        changes = [Change(row.ref, "", None, mapping.character_state(row))]
        changes += copy_carried(character, row, info, State.AS_CARRIED)
        journal.record(
            campaign=who.campaign, changes=changes, cause=cause, key=key, user=user, request=request, is_new_key=True
        )
    return row


def template_edit(
    *, template: Character, user: User, key: str, name: str, for_players: bool | None = None
) -> JournalEntry:
    """Call a template otherwise, or say anew whether players may choose it."""
    wanted: dict[str, Json] = {"name": name.strip()}
    if for_players is not None:
        wanted["known"] = str(Known.NAME if for_players else Known.NOTHING)
    errors = column_errors(template, wanted)
    if errors:
        raise Invalid(errors)
    return _set(template, user, key, wanted, "template_edited")


def template_retire(*, template: Character, user: User, key: str) -> JournalEntry:
    """Nobody is offered it any more; whoever was made after it stays."""
    return _set(template, user, key, {"retired": True}, "template_retired")


def template_restore(*, template: Character, user: User, key: str) -> JournalEntry:
    return _set(template, user, key, {"retired": False}, "template_restored")


def _set(template: Character, user: User, key: str, wanted: dict[str, Json], cause: str) -> JournalEntry:
    if template.campaign is None or not template.template:
        raise NotVisible
    who = at_work(user=user, campaign=template.campaign)
    policy.see_character(who, template)
    policy.lead(who)
    request: Json = {"template": template.pk, "set": wanted}
    with writing(campaign=who.campaign.pk, key=key):
        rows = journal.load(who.campaign, [template.ref], lock=True)
        changes = [journal.change(rows, template.ref, field, value) for field, value in wanted.items()]
        return journal.record(
            campaign=who.campaign, changes=changes, cause=cause, key=key, user=user, request=request, loaded=rows
        )


def _free_key(character: Character, name: str) -> str:
    """A key that no template has, so that it stands beside the stock's and not in the place of one."""
    rows = Character.objects.filter(template=True, ruleset=character.ruleset)
    wanted = slug(name)
    taken = set(rows.filter(key__startswith=wanted).values_list("key", flat=True))
    return next(key for number in range(1, len(taken) + 2) if (key := _numbered(wanted, number)) not in taken)


def _numbered(key: str, number: int) -> str:
    return key if number == 1 else f"{key}-{number}"
