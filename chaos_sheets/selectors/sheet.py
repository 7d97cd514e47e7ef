"""A character's sheet as one viewer may know it: the one source of page, API and print."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from chaos_sheets import mapping, policy
from chaos_sheets.drawing import TrackMark
from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Character, Item, User
from chaos_sheets.policy import Sight, Viewer
from chaos_sheets.prepared import Prepared
from chaos_sheets.records import Record
from chaos_sheets.selectors.fields import Desk, fields_by_path
from chaos_sheets.selectors.groups import Numbers
from chaos_sheets.selectors.knowledge import Catalogue, Shelfmark, catalogue_of, with_catalogue
from chaos_sheets.selectors.news import newest_entry
from chaos_sheets.selectors.sheet_view import (
    ArmourView,
    Coarse,
    FieldView,
    ItemView,
    OfferView,
    PoolView,
    ProblemView,
    SheetView,
    StatusView,
)
from chaos_sheets.selectors.things import Shelf, armour_views, body_zones
from chaos_sheets.trace import Reader, reason_view
from chaos_sheets.words import Words, listed, signed
from combat.core import sheet as core
from combat.core.derived import Derived
from combat.core.description import Pool, RulesetInfo
from combat.core.fight import Combatant, Fight
from combat.core.schema import FieldKind
from combat.core.value import Json, JsonMap, value_at
from combat.registry import ruleset, ruleset_info

MOST_HARM = 4


@dataclass(frozen=True, slots=True)
class Loaded:
    """A sheet and all that was read to show it."""

    character: Character
    who: Viewer
    info: RulesetInfo
    items: tuple[Record[Item], ...]
    sources: dict[int, Record[Item]]
    catalogue: Catalogue
    sheet: core.Sheet
    derived: Derived
    entry: int


_character = Prepared(
    lambda pk: Character.objects.select_related("campaign", "owner__user").filter(pk=pk, template=False)
)


def character_of(pk: int) -> Character:
    """The character of a campaign with this number; raises NotVisible."""
    found = _character.first(pk) if pk < policy.LARGEST_NUMBER else None
    if found is None or found.campaign is None:
        raise NotVisible
    return found


def sheet_view(
    *, user: User | AnonymousUser, character_id: int, language: str | None = None, details: bool = False
) -> SheetView:
    """What this user may know of this character; raises NotVisible where that is nothing."""
    character = character_of(character_id)
    assert character.campaign is not None
    who = policy.viewer(user=user, campaign=character.campaign_id or 0)
    return sheet_view_for(who, character, language=language, details=details)


def sheet_view_for(
    who: Viewer,
    character: Character,
    *,
    language: str | None = None,
    details: bool = False,
    writing: bool = True,
) -> SheetView:
    """The same for a viewer that is known already; where nothing can be written, numbers stand as they are read."""
    seen = policy.sight(who, character)
    if seen is Sight.NOTHING:
        raise NotVisible
    words = Words.of(ruleset_info(character.ruleset).glossary, language)
    found = load(who, character, whole=seen is Sight.ALL)
    if seen is not Sight.ALL:
        return _coarse(found, words)
    return whole_view(found, words, details=details, writing=writing)


def whole_view(found: Loaded, words: Words, *, details: bool, writing: bool) -> SheetView:
    """All of a sheet, for whoever may read it."""
    return _Whole.of(found, words, details, writing).view()


def info_of(row: Character | Item) -> RulesetInfo:
    """What the ruleset of a character or a thing says of itself."""
    return ruleset_info(row.ruleset)


def load(who: Viewer, character: Character, *, whole: bool) -> Loaded:
    # Read before what it tells of: an open page that knows an older entry reads itself again, the other way never.
    newest = newest_entry(who.campaign)
    info = ruleset_info(character.ruleset)
    items = tuple(mapping.carried_items([character.pk])[character.pk])
    catalogue = catalogue_of(info, who.campaign) if whole else {}
    sheet = mapping.core_sheet(character, items, info)
    if whole:
        sheet = core.Sheet(body=with_catalogue(sheet.body, info, catalogue), items=sheet.items)
    sources = {record.row.source_id for record in items if record.row.source_id} if whole else set()
    rows = mapping.items_numbered(sources)
    return Loaded(
        character=character,
        who=who,
        info=info,
        items=items,
        sources={record.row.pk: record for record in rows},
        catalogue=catalogue,
        sheet=sheet,
        derived=ruleset(info.id).derive(sheet, who.campaign.options),
        entry=newest,
    )


# --- what others know -----------------------------------------------------------------------------------------


def coarse_state(derived: Derived, info: RulesetInfo, words: Words, sheet: core.Sheet) -> Coarse:
    """How somebody fares, without a number: all that is gravest; nobody who has lost health is called unhurt."""
    known = {status.key: status for status in info.statuses}
    held = [known[key] for key in derived.statuses if key in known and known[key].severity]
    if not held:
        return Coarse("", _("angeschlagen") if _has_lost(sheet, info) else _("unverletzt"), 0)
    most = max(status.severity for status in held)
    worst = [status for status in held if status.severity == most]
    return Coarse(worst[0].key, ", ".join(words.word(status.key) for status in worst), most)


def _has_lost(sheet: core.Sheet, info: RulesetInfo) -> bool:
    """Whether somebody has less health than he may have, or more harm than none; where nothing is kept, he is well."""
    return any(_is_harmed(pool, sheet.value(pool.current), sheet.value(pool.maximum)) for pool in info.pools)


def _is_harmed(pool: Pool, now: Json, most: Json) -> bool:
    if not pool.health or not isinstance(now, int):
        return False
    return now > 0 if pool.rising else isinstance(most, int) and now < most


def _coarse(found: Loaded, words: Words) -> SheetView:
    character, campaign = found.character, found.who.campaign
    coarse = coarse_state(found.derived, found.info, words, found.sheet)
    return SheetView(
        id=character.pk,
        ref=character.ref,
        whole=False,
        name=policy.shown_name(found.who, character) or _("jemand"),
        line="",
        ruleset=found.info.id,
        ruleset_name=found.info.name,
        ruleset_version=found.info.version,
        campaign_id=campaign.pk,
        campaign=campaign.name,
        currency="",
        owner=_owner_name(character),
        is_template=False,
        retired=False,
        version=0,
        entry=found.entry,
        may_edit=False,
        may_rule=False,
        coarse_key=coarse.key,
        coarse=coarse.word,
        coarse_harm=coarse.harm,
        refs=(character.ref,),
    )


def _owner_name(character: Character) -> str:
    if character.owner is None:
        return ""
    user = character.owner.user
    return user.get_full_name() or user.get_username()


# --- what the owner and the game master know --------------------------------------------------------------------


def desk_for(found: Loaded, words: Words, *, editable: bool) -> Desk:
    """How this viewer reads the sheet: everything on it is his to know."""
    names = {record.row.ref: record.row.name for record in found.items}
    names[found.character.ref] = found.character.name
    kinds = {record.row.ref: record.row.kind for record in found.items}
    reader = Reader(info=found.info, words=words, names=names, whole=frozenset(names), kinds=kinds)
    return Desk(reader=reader, editable=editable)


def shelf_for(found: Loaded, desk: Desk, *, details: bool, offers: dict[str, tuple[OfferView, ...]]) -> Shelf:
    """The things of the sheet, ready to be shown."""
    return Shelf(
        desk=desk,
        ruleset=found.info.id,
        rows={record.row.ref: record for record in found.items},
        sources=found.sources,
        derived=found.derived,
        offers=offers,
        actor=found.character.ref,
        details=details,
    )


@dataclass(frozen=True, slots=True)
class _Whole:
    found: Loaded
    words: Words
    desk: Desk
    shelf: Shelf
    free_offers: tuple[OfferView, ...]

    @classmethod
    def of(cls, found: Loaded, words: Words, details: bool, writing: bool) -> _Whole:
        may_edit = writing and policy.may_act(found.who, found.character) and not found.character.retired
        desk = desk_for(found, words, editable=may_edit and not found.who.campaign.retired)
        offers = offers_of(found, desk) if desk.editable else {}
        shelf = shelf_for(found, desk, details=details, offers=offers)
        return cls(found, words, desk, shelf, offers.get("", ()))

    def view(self) -> SheetView:
        found, character, campaign = self.found, self.found.character, self.found.who.campaign
        things = {item.id: self.shelf.view(item) for item in found.sheet.items}
        armour = armour_views(self.shelf, things)
        identity = self._identity()
        numbers = Numbers(self.desk, character.ref, found.info, found.sheet.body, found.derived)
        groups = numbers.groups()
        statuses = self._statuses()
        coarse = coarse_state(found.derived, found.info, self.words, found.sheet)
        return SheetView(
            id=character.pk,
            ref=character.ref,
            whole=True,
            name=character.name,
            line=listed(field.text for field in identity if field.is_set),
            ruleset=found.info.id,
            ruleset_name=found.info.name,
            ruleset_version=found.info.version,
            campaign_id=campaign.pk,
            campaign=campaign.name,
            currency=campaign.currency or found.info.currency,
            owner=_owner_name(character),
            is_template=character.template,
            retired=character.retired,
            version=character.version,
            entry=found.entry,
            may_edit=self.desk.editable,
            may_rule=self.desk.editable and found.who.is_gm,
            dead=any(status.held and status.severity == MOST_HARM and not status.stored for status in statuses),
            coarse_key=coarse.key,
            coarse=coarse.word,
            coarse_harm=coarse.harm,
            title=self.desk.column(character.ref, "name", _("Name"), character.name, length=120),
            identity=identity,
            pools=tuple(self._pool(pool) for pool in found.info.pools),
            statuses=statuses,
            figure=found.info.figure,
            zone_dice=found.info.zone_dice,
            points_per_step=found.info.points_per_step,
            armour=armour,
            zones=body_zones(self.shelf, armour),
            weapons=tuple(item for item in things.values() if item.use == "weapon"),
            gear=_gear(things.values(), armour),
            groups=groups,
            values=numbers.values(groups),
            offers=self.free_offers,
            collections=Shelfmark(self.desk, character.ref, found.derived, found.catalogue, found.info).collections(
                found.sheet.body
            ),
            notes=self.desk.column(character.ref, "notes", _("Notizen"), character.notes, length=20_000),
            money=character.money,
            problems=self._problems(),
            refs=(character.ref, *(record.row.ref for record in found.items)),
        )

    def _body(self) -> JsonMap:
        return self.found.sheet.body

    def _identity(self) -> tuple[FieldView, ...]:
        """The texts that say who he is."""
        texts = (field for field in self.found.info.sheet.fields if field.kind is FieldKind.TEXT and not field.state)
        return self.desk.fields(self.found.character.ref, texts, self._body())

    def _pool(self, pool: Pool) -> PoolView:
        fields = fields_by_path(self.found.info.id, "")
        body = self._body()
        current, maximum = value_at(body, pool.current), value_at(body, pool.maximum)
        top = maximum if isinstance(maximum, int) else 0
        now = current if isinstance(current, int) else top
        return PoolView(
            key=pool.key,
            label=self.words.word(pool.key),
            short=self.words.short(pool.key),
            now=self.desk.field(self.found.character.ref, fields[pool.current], now, maximum=top),
            current=now,
            maximum=top,
            ceiling=pool.maximum,
            health=pool.health,
            marks=self._marks(pool, top),
            rules=tuple(pool.rules),
            rising=pool.rising,
            zone=pool.zone,
        )

    def _marks(self, pool: Pool, maximum: int) -> tuple[TrackMark, ...]:
        """Where a state begins is a tick with its word; what is no state of its own is a dot in the boxes."""
        states = {status.key: status for status in self.found.info.statuses}
        held = set(self.found.derived.statuses)
        marks = []
        for mark in pool.marks(maximum):
            status = states.get(mark.term)
            effect = signed(status.effect) if status and status.effect else ""
            word = self.words.short(mark.term)
            marks.append(TrackMark(mark.at, word, effect, dot=status is None, now=mark.term in held))
        return tuple(marks)

    def _statuses(self) -> tuple[StatusView, ...]:
        held = set(self.found.derived.statuses)
        known = [
            StatusView(
                key=status.key,
                label=self.words.word(status.key),
                severity=status.severity,
                held=status.key in held,
                follows=status.follows,
                effect=signed(status.effect) if status.effect else "",
                means=self.words.means(status.key),
                rules=tuple(status.rules),
                stored=f"statuses.{status.key}" in fields_by_path(self.found.info.id, ""),
            )
            for status in self.found.info.statuses
        ]
        return tuple(known)

    def _problems(self) -> tuple[ProblemView, ...]:
        found = []
        for path, reason in self.found.derived.problems:
            shown = reason_view(self.desk.reader, reason)
            found.append(ProblemView(field=path, code=reason.code, text=shown.text, cites=shown.cites))
        return tuple(found)


def _gear(things: Iterable[ItemView], armour: tuple[ArmourView, ...]) -> tuple[ItemView, ...]:
    """Everything that is neither a weapon nor worn."""
    worn = {one.item.ref for one in armour}
    return tuple(item for item in things if item.use != "weapon" and item.ref not in worn)


def offers_of(found: Loaded, desk: Desk) -> dict[str, tuple[OfferView, ...]]:
    """What he may do in free play, by the thing he does it with ("" where that is none)."""
    ref = found.character.ref
    fight = Fight(
        ruleset=found.info.id,
        combatants={ref: Combatant(id=ref, sheet=found.sheet)},
        options=found.who.campaign.options,
    )
    budget = found.info.budgets
    unit = desk.short(budget[0].key) if budget else ""
    gathered: dict[str, list[OfferView]] = {}
    for offer in ruleset(found.info.id).offers(fight, ref):
        if offer.by != "actor" and not found.who.is_gm:
            continue
        reasons = [reason_view(desk.reader, reason) for reason in offer.reasons]
        cost = next(iter(offer.cost.values()), None)
        query = f"actor={ref}&form={offer.form}" + (f"&item={offer.item}" if offer.item else "")
        gathered.setdefault(offer.item, []).append(
            OfferView(
                form=offer.form,
                label=desk.word(offer.form),
                cost="" if cost is None else f"{cost} {unit}".strip(),
                query=query,
                needs_target=offer.needs_target,
                refused=tuple(reasons),
                cites=tuple(cite for reason in reasons for cite in reason.cites) or tuple(offer.rules),
            )
        )
    return {item: tuple(offers) for item, offers in gathered.items()}
