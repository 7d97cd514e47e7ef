"""A campaign as its members see it: who plays whom, how they fare, what stands on the table, who is in it."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from chaos_sheets import policy
from chaos_sheets.errors import NotVisible
from chaos_sheets.mapping import carried_items, core_item, core_sheet, read_items
from chaos_sheets.models import Campaign, Character, Invitation, Item, Membership, Role, User
from chaos_sheets.models import Known as KnownLevel
from chaos_sheets.policy import Sight, Viewer
from chaos_sheets.records import Record
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.log import LineView, line_view, refs_told, visible_entries
from chaos_sheets.selectors.sheet import coarse_state
from chaos_sheets.words import Words, number
from combat.core import sheet as core
from combat.core.derived import Derived
from combat.core.description import RulesetInfo
from combat.core.schema import FieldKind
from combat.core.value import value_at
from combat.registry import ruleset, ruleset_ids, ruleset_info


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignLine:
    """A campaign in the list of one's own; `ruleset` and `role` are keys, the words for them stand beside."""

    id: int
    name: str
    ruleset: str
    ruleset_name: str
    role: str
    role_word: str
    leads: bool
    members: int
    figures: tuple[str, ...]
    retired: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureLine:
    """A character as far as the viewer knows it. ``whole``: the sheet may be opened; ``pools`` only then."""

    id: int
    ref: str
    name: str
    sub: str
    coarse_key: str
    coarse: str
    harm: int
    pools: tuple[str, ...]
    whole: bool
    mine: bool
    owner: str
    owner_id: int | None
    known: str
    known_word: str
    public_name: str
    retired: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverLine:
    id: int
    ref: str
    name: str
    facts: str
    state: str
    harm: int
    detail: str
    said: tuple[str, ...] = ()
    """What is true of it, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """``name`` signs in, ``figures`` are the characters that are his."""

    id: int
    name: str
    display: str
    role: str
    role_word: str
    figures: tuple[str, ...]
    me: bool
    may_reset: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    players: tuple[FigureLine, ...]
    others: tuple[FigureLine, ...]
    retired: tuple[FigureLine, ...]
    covers: tuple[CoverLine, ...]
    refs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    members: tuple[MemberLine, ...]
    invitations: tuple[Invitation, ...]
    free: tuple[tuple[int, str], ...] = field(default_factory=tuple)
    """Characters nobody plays, to be taken over with an invitation."""


def led_by(user: User | AnonymousUser) -> list[Campaign]:
    """The campaigns somebody leads, by name."""
    return list(policy.led_by(user)) if isinstance(user, User) and user.is_authenticated else []


def ruleset_of(campaign: Campaign) -> RulesetInfo:
    return ruleset_info(campaign.ruleset)


class RulesetLine(NamedTuple):
    """A system one can play; ``about`` says in a sentence what it is like."""

    id: str
    name: str
    about: str


def rulesets() -> list[RulesetLine]:
    """Every system there is."""
    infos = [ruleset_info(ruleset_id) for ruleset_id in ruleset_ids()]
    return [RulesetLine(info.id, info.name, Words.of(info.glossary).means("ruleset")) for info in infos]


def my_campaigns(*, user: User) -> list[CampaignLine]:
    """The campaigns somebody is in, those in use first."""
    mine = Membership.objects.filter(user=user).select_related("campaign")
    members = Counter(
        Membership.objects.filter(campaign__in=[each.campaign_id for each in mine]).values_list("campaign", flat=True)
    )
    figures: dict[int, list[str]] = {}
    owned = Character.objects.in_play().filter(owner__in=mine).values_list("campaign", "name")
    for number_of, name in owned:
        figures.setdefault(number_of or 0, []).append(name)
    lines = [
        CampaignLine(
            id=each.campaign_id,
            name=each.campaign.name,
            ruleset=each.campaign.ruleset,
            ruleset_name=ruleset_info(each.campaign.ruleset).name,
            role=each.role,
            role_word=each.get_role_display(),
            leads=each.role == Role.GM,
            members=members[each.campaign_id],
            figures=tuple(figures.get(each.campaign_id, ())),
            retired=each.campaign.retired,
        )
        for each in mine
    ]
    return sorted(lines, key=lambda line: (line.retired, line.name.casefold(), line.id))


# --- figures --------------------------------------------------------------------------------------------------


def figures(*, who: Viewer, search: str = "") -> Figures:
    """Everybody the viewer knows of, how they fare, and the covers on the table."""
    info = ruleset_of(who.campaign)
    rows = _visible(who)
    items = carried_items([row.pk for row in rows])
    lines = [_figure(who, row, items[row.pk], info) for row in rows]
    lines = [line for line in lines if _found(line, search)]
    covers = tuple(cover_lines(who, info))
    return Figures(
        players=tuple(line for line in lines if line.owner_id is not None and not line.retired),
        others=tuple(line for line in lines if line.owner_id is None and not line.retired),
        retired=tuple(line for line in lines if line.retired),
        covers=covers,
        refs=("*",),
    )


def _visible(who: Viewer) -> list[Character]:
    rows: QuerySet[Character] = policy.visible_characters(who)
    if who.is_gm:
        rows = Character.objects.filter(campaign=who.campaign, template=False)
    return list(rows.select_related("owner__user").order_by("name", "pk"))


def _found(line: FigureLine, search: str) -> bool:
    text = f"{line.name} {line.sub} {line.owner}".casefold()
    return all(word in text for word in search.casefold().split())


def _figure(who: Viewer, row: Character, items: list[Record[Item]], info: RulesetInfo) -> FigureLine:
    seen = policy.sight(who, row)
    words = Words.of(info.glossary)
    sheet = core_sheet(row, items, info)
    held = Derived(values={}, statuses=statuses_held(who, row, items, sheet))
    coarse = coarse_state(held, info, words, sheet)
    whole = seen is Sight.ALL
    owner = row.owner.user if row.owner else None
    return FigureLine(
        id=row.pk,
        ref=row.ref,
        name=policy.shown_name(who, row) or _("Unbekannt"),
        sub=_kind_of(row, info, words) if whole else "",
        coarse_key=coarse.key,
        coarse=coarse.word,
        harm=coarse.harm,
        pools=tuple(_pools(sheet, info, words)) if whole else (),
        whole=whole,
        mine=who.owns(row),
        owner=display_name(owner) if owner else "",
        owner_id=row.owner_id,
        known=row.known if who.is_gm else "",
        known_word=str(KnownLevel(row.known).label) if who.is_gm else "",
        public_name=row.public_name if who.is_gm else "",
        retired=row.retired,
    )


def statuses_held(who: Viewer, row: Character, items: list[Record[Item]], sheet: core.Sheet) -> tuple[str, ...]:
    """What holds of somebody now. All that follows from a sheet is worked out for it, so it is kept by its content."""
    content = json.dumps([row.ruleset, who.campaign.options, row.body, [record.state for record in items]])
    cache, key = caches["process"], f"statuses-{hashlib.blake2b(content.encode(), digest_size=16).hexdigest()}"
    found: tuple[str, ...] | None = cache.get(key)
    if found is None:
        found = ruleset(row.ruleset).derive(sheet, who.campaign.options).statuses
        cache.set(key, found)
    return found


def _kind_of(row: Character, info: RulesetInfo, words: Words) -> str:
    """The first texts that say what somebody is: species, class."""
    known = [each for each in info.sheet.fields if each.kind is FieldKind.TEXT and "." not in each.path]
    texts = [str(found) for each in known if (found := value_at(row.body, each.path)) and len(str(found)) <= 60]
    return " · ".join(texts[:2])


def _pools(sheet: core.Sheet, info: RulesetInfo, words: Words) -> Iterable[str]:
    """What he has of each pool; one of which he has none and can have none is left out."""
    for pool in info.pools:
        current, maximum = sheet.value(pool.current), sheet.value(pool.maximum)
        if isinstance(current, int) and isinstance(maximum, int) and (maximum or current):
            yield f"{words.short(pool.key)} {number(current)}/{number(maximum)}"


def display_name(user: User) -> str:
    return user.get_full_name() or user.get_username()


def newest_lines(*, who: Viewer, most: int) -> tuple[LineView, ...]:
    """What happened last, as far as the viewer may know."""
    known = Known.of(who)
    entries = list(visible_entries(who, known).order_by("-pk")[:most])
    reader = known.reader(refs_told(entries))
    return tuple(line_view(each, reader, who) for each in entries)


# --- covers ---------------------------------------------------------------------------------------------------


def cover_lines(who: Viewer, info: RulesetInfo) -> Iterable[CoverLine]:
    """What stands on the table; how much it still takes is the GM's to know."""
    words = Words.of(info.glossary)
    for record in read_items(Item.objects.on_table(who.campaign).order_by("name")):
        if policy.may_see_cover(who, record.row):
            yield cover_line(record, who, info, words)


def cover_line(record: Record[Item], who: Viewer, info: RulesetInfo, words: Words) -> CoverLine:
    kind = info.kind(record.row.kind)
    thing = core_item(record, kind)
    fields = kind.schema.fields if kind else ()
    states = [each for each in fields if each.state]
    gone = next((each for each in states if each.kind is FieldKind.BOOLEAN and thing.value(each.path) is True), None)
    worn = [each for each in states if each.counter and thing.value(each.path)]
    state, harm = _("unversehrt"), 0
    if gone is not None:
        state, harm = words.word(gone.label), 4
    elif worn:
        state, harm = _("beschädigt"), 2
    shown = [each for each in fields if kind and each.path in kind.summary]
    shown = shown if who.is_gm else shown[:1]
    said = [words.word(each.label) for each in shown if thing.value(each.path) is True]
    stands = {kind.summary[0]: kind.worth(thing).now} if kind and kind.worth else {}
    numbers = [
        f"{words.word(each.label)} {number(value)}"
        for each in shown
        if each.kind is FieldKind.INTEGER and isinstance(value := stands.get(each.path, thing.value(each.path)), int)
    ]
    detail = [
        f"{words.word(each.label)} {number(value)}" for each in worn if isinstance(value := thing.value(each.path), int)
    ]
    return CoverLine(
        id=record.row.pk,
        ref=record.row.ref,
        name=record.row.name,
        facts=" · ".join([*said, *numbers]),
        said=tuple(said),
        state=state,
        harm=harm,
        detail=" · ".join(detail) if who.is_gm else "",
    )


# --- people ---------------------------------------------------------------------------------------------------


def people(*, who: Viewer) -> People:
    """The members; for the GM also what has been handed out and whom it could be for."""
    rows = Membership.objects.filter(campaign=who.campaign).select_related("user").prefetch_related("characters")
    members = [_member(who, row) for row in rows]
    order = list(Role.values)
    members.sort(key=lambda line: (order.index(line.role), line.display.casefold()))
    if not who.is_gm:
        return People(members=tuple(members), invitations=())
    invitations = Invitation.objects.open().filter(campaign=who.campaign).select_related("character")
    free = Character.objects.in_play().filter(campaign=who.campaign, owner=None).values_list("pk", "name")
    return People(members=tuple(members), invitations=tuple(invitations.order_by("expiry")), free=tuple(free))


def owners(*, who: Viewer) -> list[tuple[int, str]]:
    """Members to whom a character can belong, by the names they are shown under."""
    rows = Membership.objects.filter(campaign=who.campaign).exclude(role=Role.SPECTATOR).select_related("user")
    return sorted(((row.pk, display_name(row.user)) for row in rows), key=lambda each: each[1].casefold())


def _member(who: Viewer, row: Membership) -> MemberLine:
    figures = [
        name
        for each in row.characters.all()
        if not each.retired and not each.template and (name := policy.shown_name(who, each))
    ]
    return MemberLine(
        id=row.pk,
        name=row.user.get_username(),
        display=display_name(row.user),
        role=row.role,
        role_word=row.get_role_display(),
        figures=tuple(sorted(figures)),
        me=row.pk == who.membership.pk,
        may_reset=policy.may_reset_password(who, row),
    )


class TemplateLine(NamedTuple):
    """Something a new sheet can be copied from; `own`: kept by the campaign itself."""

    id: int
    name: str
    own: bool
    for_players: bool
    retired: bool

    @property
    def label(self) -> str:
        return _("%(name)s (eigene Vorlage)") % {"name": self.name} if self.own else self.name


def templates(*, who: Viewer) -> list[TemplateLine]:
    """What a new sheet can be copied from."""
    rows = Character.objects.templates(ruleset=who.campaign.ruleset, campaign=who.campaign).order_by("name")
    return [template_line(row) for row in rows if policy.may_use_template(who, row)]


def own_templates(*, who: Viewer) -> list[TemplateLine]:
    """The campaign's own, for who keeps them: those that are put away last."""
    rows = Character.objects.filter(campaign=who.campaign, template=True).order_by("retired", "name", "pk")
    return [template_line(row) for row in rows] if who.is_gm else []


def template_of(who: Viewer, number: int) -> Character:
    """One of the campaign's own; raises NotVisible for every other number."""
    found = Character.objects.filter(campaign=who.campaign, template=True, pk=number).select_related("campaign").first()
    if found is None or policy.sight(who, found) is Sight.NOTHING:
        raise NotVisible
    return found


def template_line(row: Character) -> TemplateLine:
    return TemplateLine(row.pk, row.name, row.campaign_id is not None, row.known == KnownLevel.NAME, row.retired)
