"""What is made for a fight: opponents after templates, each a character of his own, and covers on the table."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext

from chaos_sheets import mapping, policy
from chaos_sheets.errors import Invalid, NotVisible
from chaos_sheets.journal import change as set_to
from chaos_sheets.models import Character, Item, JournalEntry, Known, Place, User
from chaos_sheets.services.common import Retired, of_this_system
from chaos_sheets.services.copies import copy_carried, copy_item, new_character, numbered, with_fittings
from chaos_sheets.services.fields import item_errors
from chaos_sheets.services.things import take_from
from combat.core.description import THINGS
from combat.core.event import Change
from combat.core.value import Json
from combat.encounter_records import COVERS
from combat.mapping import Table
from combat.models import Encounter
from combat.registry import ruleset_info
from combat.services.encounter import begin, joining, party_named, record_of, recorded, refuse_absent

MOST_COPIES = 20
MOST_COVERS = 40


def encounter_join_copies(
    *,
    encounter: Encounter,
    user: User,
    key: str,
    template: Character,
    count: int = 1,
    party: str = "",
    name: str = "",
    known: str = Known.KIND,
) -> JournalEntry:
    """So many characters after a template, with all it carries, come in on one side: one entry.

    `known`: what the players know of them. Where it is only the kind, they see the same number as the game master,
    and where the template has no word for the kind, one that gives nothing away.
    """
    who = begin(encounter, user)
    party = party_named(party)
    of_this_system(who, template, "template")
    if not template.template or not policy.may_use_template(who, template):
        raise NotVisible
    if not 1 <= count <= MOST_COPIES:
        raise Invalid.of("count", "too_large" if count > 0 else "too_small", maximum=MOST_COPIES, minimum=1)
    name = name.strip() or template.name
    request: dict[str, Json] = {
        "encounter": encounter.pk, "template": template.pk, "count": count, "party": party, "name": name,
        "known": str(known),
    }  # fmt: skip

    def changes(table: Table) -> list[Change]:
        if template.retired:
            raise Retired("retired")
        there = Character.objects.filter(campaign=who.campaign, template=False)
        made: list[Change] = []
        rows = []
        named = numbered(name, count, there.values_list("name", flat=True))
        seen = _public_names(template, name, named, there.values_list("public_name", flat=True))
        for each, public in zip(named, seen, strict=True):
            row = new_character(who.campaign, each, template, None, known, public)
            row.save()
            made.append(Change(row.ref, "", None, mapping.character_state(row)))
            made += copy_carried(template, row, ruleset_info(who.campaign.ruleset))
            rows.append(row)
        return made + joining(who, table, rows, party)

    return recorded(who, request, changes, cause="encounter_joined", key=key)


def _public_names(template: Character, name: str, named: list[str], taken: Iterable[str]) -> list[str]:
    """What the players call them: never by the name of the template, which may tell what they are to find out."""
    if template.public_name:
        return [template.public_name + each.removeprefix(name) for each in named]
    return numbered(gettext("Gegner"), len(named), taken)


# --- covers ---------------------------------------------------------------------------------------------------


def encounter_cover_place(*, encounter: Encounter, user: User, key: str, source: Item, name: str = "") -> JournalEntry:
    """Put a cover into the fight: a copy of a catalogue entry, or what stands on the table already."""
    who = begin(encounter, user)
    info = ruleset_info(who.campaign.ruleset)
    stands = source.place == Place.TABLE and source.campaign_id == who.campaign.pk and not source.retired
    if not stands:
        take_from(who, source)
    kind = info.kind(source.kind)
    if kind is None or kind.use != "cover":
        raise Invalid.of("source", "not_a_choice", choices=[kind.key for kind in info.kinds if kind.use == "cover"])
    name = name.strip()
    errors = item_errors(source, {"name": name}, info) if name else []
    if errors:
        raise Invalid(errors)
    request: dict[str, Json] = {"encounter": encounter.pk, "source": source.pk, "name": name}

    def changes(table: Table) -> list[Change]:
        if len(table.covers) >= MOST_COVERS:
            raise Invalid.of("source", "too_large", maximum=MOST_COVERS)
        made: list[Change] = []
        if not stands:
            made = copy_item(with_fittings(source), info=info, campaign=who.campaign, character=None, name=name)
        number = source.pk if stands else int(made[0].of.partition(":")[2])
        return [*made, set_to(table.records, record_of(table).ref, f"{COVERS}.{number}", True)]

    return recorded(who, request, changes, cause="cover_placed", key=key)


def encounter_cover_remove(*, encounter: Encounter, user: User, key: str, cover: Item) -> JournalEntry:
    """Take a cover out of the fight; whoever was behind it stands in the open. It stays on the table."""
    who = begin(encounter, user)
    request: dict[str, Json] = {"encounter": encounter.pk, "cover": cover.pk}
    pointing = [
        flag.field.path
        for flag in ruleset_info(who.campaign.ruleset).flags
        if flag.scope == "combatant" and flag.field.unit in THINGS
    ]

    def changes(table: Table) -> list[Change]:
        refuse_absent(table, cover)
        record = record_of(table)
        found = [set_to(table.records, record.ref, f"{COVERS}.{cover.pk}", None)]
        for ref, one in table.fight.combatants.items():
            above = f"combatants.{ref.partition(':')[2]}.flags"
            found += [
                set_to(table.records, record.ref, f"{above}.{path}", None)
                for path in pointing
                if one.flags.get(path) == cover.ref
            ]
        return found

    return recorded(who, request, changes, cause="encounter_stated", key=key, answered=True)
