"""The panel of an action: built from what the ruleset says of itself, whichever it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from chaos_sheets import policy
from chaos_sheets.records import is_ref
from chaos_sheets.selectors.log import question_label
from chaos_sheets.trace import CheckView, check_view, reason_views
from chaos_sheets.words import listed, measured, number
from combat.core.body import whole
from combat.core.description import THINGS
from combat.core.event import COST
from combat.core.intent import Check, Offer, Part, Preview, Reason
from combat.core.procedure import Ask, Question, Roll
from combat.core.schema import Field, FieldKind
from combat.core.value import Json, value_at
from combat.requests import HOUSE, MOST_PARTS
from combat.selectors.announce import ASK_PERSON, NO_CHOICE
from combat.selectors.bill_view import bill_view
from combat.selectors.bought import bought_by, price_of
from combat.selectors.controls import Controls
from combat.selectors.draft import AIMED, KEPT
from combat.selectors.effects import Effects
from combat.selectors.panel_view import Announced, Control, DieField, Instead, Option, PanelView
from combat.selectors.panel_words import choice_options, cost_words, die_field, heading_of, not_rolled
from combat.selectors.parts import EARLIER, as_text, joined_views, part_words, without_defaults
from combat.selectors.scene import Scene
from combat.selectors.task import payers_of

MOST_KEPT = 200


def panel_view(scene: Scene, *, own_dice: bool) -> PanelView:
    """What the panel shows for an announcement, complete or not."""
    attackers = tuple(
        Option(value=ref, label=scene.known.name(ref), chosen=ref == scene.actor_ref) for ref in scene.attackers
    )
    if scene.actor is None:
        return PanelView(attackers=attackers, errors=tuple(scene.typed.errors))
    return _Builder(scene=scene, effects=Effects(scene=scene), own_dice=own_dice).view(attackers)


@dataclass(kw_only=True)
class _Builder:
    scene: Scene
    effects: Effects
    own_dice: bool

    def view(self, attackers: tuple[Option, ...]) -> PanelView:
        scene, typed, preview = self.scene, self.scene.typed, self.effects.preview
        offer = scene.offer
        asks, first, refused = self._seen_asks(), self._seen_first(), self.asked[2]
        reasons = preview.reasons or refused
        places = self._rolled(preview)
        checks = tuple(self._check(check, place) for check, place in places)
        controls = Controls(scene=scene, effects=self.effects)
        parameters = tuple(controls.parameters())
        facts, toggles = tuple(controls.facts()), tuple(controls.toggles())
        priced = [warning for warning in preview.warnings if COST in warning.data]
        bills = tuple(bill_view(scene.reader, scene.who, warning) for warning in priced)
        return PanelView(
            attackers=attackers,
            weapons=tuple(self._weapons()),
            forms=tuple(self._forms()),
            targets=tuple(self._targets()) if scene.may_target else (),
            takes_target=scene.may_target,
            needs_target=scene.needs_target,
            several=scene.several,
            one_target=scene.offer is not None and scene.offer.one_target,
            controls=tuple(control for control, group in parameters if not group),
            spend=tuple(control for control, group in parameters if group),
            facts=facts,
            toggles=toggles,
            checks=checks,
            announced=next((at for at, (_check, place) in enumerate(places) if place == len(scene.earlier)), 0),
            bills=bills,
            payer=self._payer(sum(bill.price for bill in bills)) if not reasons else None,
            cost=cost_words(scene.words, {**preview.cost, **price_of(scene.info, scene.parameters)}),
            has=self._has(),
            left=self._left(preview),
            reasons=reason_views(scene.reader, reasons),
            warnings=reason_views(scene.reader, [each for each in preview.warnings if each not in priced]),
            notes=reason_views(scene.reader, preview.notes),
            # That somebody is asked whom the viewer does not know is nothing for him to see.
            asks=tuple(self._announced(ask) for ask in asks if not is_ref(ask.who) or scene.reader.knows(ask.who)),
            die=self._die(first, places),
            next_dice=tuple(f"{check.title} {check.dice}" for check in checks[1:] if not check.same_die),
            own_dice=self.own_dice,
            rolls=isinstance(first, Roll) or bool(checks) or (scene.needs_target and not scene.targets),
            heeds_word=scene.who.is_gm and self.effects.heeds_word,
            gm_value=typed.one("gm.value"),
            gm_reason=typed.one("gm.reason"),
            form=offer.form if offer else "",
            form_word=scene.word(offer.form) if offer else "",
            joined=joined_views(scene.reader, self._announced_parts[:-1]),
            may_join=offer is not None and offer.joins and not reasons and len(scene.earlier) + 1 < MOST_PARTS,
            instead=self._instead((*reasons, *(offer.reasons if offer else ()))),
            actor_name=scene.known.name(scene.actor_ref),
            refs=(scene.actor_ref, *scene.targets, scene.item, *scene.covers, *self._fight_ref()),
            encounter=scene.row.name if scene.row is not None else "",
            encounter_id=scene.encounter,
            round=scene.fight.round,
            is_turn=scene.fight.current == scene.actor_ref,
            turn=scene.known.name(scene.fight.current) if scene.fight.current else "",
            kept=(*self._kept(), *self._held({control.name for control in facts} | {each.name for each in toggles})),
            errors=tuple(typed.errors),
        )

    def _payer(self, price: int) -> Control | None:
        """Whose money it takes: the actor's, unless somebody else is named for whom the viewer acts."""
        scene = self.scene
        if not price:
            return None
        chosen = scene.payer or scene.actor_ref
        currency = scene.who.campaign.currency or scene.info.currency
        found = payers_of(scene.known, scene.actor_ref, price, chosen)
        options = [
            Option(
                value=one.ref,
                label=one.name,
                note=_("hat %(money)s %(currency)s") % {"money": number(one.money), "currency": currency},
                chosen=one.ref == chosen,
            )
            for one in found
        ]
        if scene.is_gm:
            house = _("niemand am Tisch: Die Spielleitung lässt es bezahlen")
            options.append(Option(value=HOUSE, label=house, chosen=chosen == HOUSE))
        short = any(one.ref == chosen and not one.enough for one in found)
        said = _("So viel Geld ist dort nicht da. Wähl, wer sonst bezahlt, oder weniger Zonen.") if short else ""
        error = scene.typed.error("payer") or said
        return Control(name="payer", label=_("Wer bezahlt"), kind="select", options=tuple(options), error=error)

    def _fight_ref(self) -> tuple[str, ...]:
        return (self.scene.row.ref,) if self.scene.row is not None else ()

    def _kept(self) -> Iterator[tuple[str, str]]:
        """The fight it belongs to, whom the last action was for, and facts about people who are not chosen now."""
        scene = self.scene
        yield from ((AIMED, ref) for ref in scene.meant or ("",))
        if scene.encounter is not None:
            yield "encounter", str(scene.encounter)
            yield "round", str(scene.fight.round)
            yield "current", scene.fight.current
        yield from ((EARLIER, as_text(part)) for part in scene.earlier)
        if not scene.may_target:
            yield from (("mark", ref) for ref in scene.targets)
        here = {scene.actor_ref, *scene.targets}
        names = [name for name in scene.typed.values if name.startswith(("pair.", "flag."))]
        for name in names[:MOST_KEPT]:
            ref = name.split(".")[1]
            value = scene.typed.one(name)
            if ref not in here and ref.startswith("character:") and len(name) + len(value) < MOST_KEPT:
                yield name, value

    def _held(self, shown: set[str]) -> Iterator[tuple[str, str]]:
        """What the fight holds of each fact that is shown, so that only what is said otherwise is stated anew."""
        scene = self.scene
        if scene.encounter is None:
            return
        scopes = {"fight": ("",), "pair": scene.aimed_at, "combatant": (scene.actor_ref, *scene.aimed_at)}
        for scope, people in scopes.items():
            for of in people:
                for flag in scene.stated(scope):
                    name = scene.fact_name(scope, of, flag)
                    if name in shown:
                        yield KEPT + name, _as_typed(scene.kept(scope, of, flag.field.path), flag.field)

    def _has(self) -> str:
        """What he has of each budget; nothing in free play."""
        if self.scene.row is None:
            return ""
        budget, words = self.scene.fight.combatants[self.scene.actor_ref].budget, self.scene.words
        return ", ".join(f"{budget.get(each.key, 0)} {words.short(each.key)}" for each in self.scene.info.budgets)

    def _left(self, preview: Preview) -> str:
        """What is left of what it is paid with; nothing in free play, where all of it is there for every action."""
        actor, given, info = self.scene.fight.combatants[self.scene.actor_ref], self.scene.parameters, self.scene.info
        if self.scene.row is None:
            return ""
        held = {pool.key: whole(value_at(actor.sheet.body, pool.current)) for pool in info.pools}
        held |= {each.key: actor.budget.get(each.key, 0) + bought_by(each, given) for each in info.budgets}
        left = {key: held.get(key, 0) - units for key, units in preview.cost.items() if units}
        return ", ".join(f"{max(units, 0)} {self.scene.words.short(key)}" for key, units in left.items())

    def _instead(self, reasons: tuple[Reason, ...]) -> Instead | None:
        """What would mend it, as a way to announce that."""
        offer = self.scene.instead(reasons)
        if offer is None:
            return None
        return Instead(form=offer.form, label=self._priced(offer))

    def _priced(self, offer: Offer) -> str:
        cost = cost_words(self.scene.words, offer.cost)
        return f"{self.scene.word(offer.form)}, {cost}" if cost else self.scene.word(offer.form)

    # --- with what, on whom ---------------------------------------------------------------------------------

    def _weapons(self) -> Iterator[Option]:
        scene = self.scene
        for item in scene.items:
            offers = [offer for offer in scene.offers if offer.item == item]
            refused = offers[0].reasons if all(offer.reasons for offer in offers) else ()
            alone = scene.word(offers[0].form) if len(offers) == 1 else _("ohne Gegenstand")
            yield Option(
                value=item,
                label=scene.known.name(item) or alone,
                number=self._magazine(item),
                chosen=item == scene.item,
                reasons=reason_views(scene.reader, refused),
            )

    def _magazine(self, ref: str) -> str:
        item = self.scene.fight.combatants[self.scene.actor_ref].sheet.item(ref)
        kind = self.scene.info.kind(item.kind) if item else None
        if item is None or kind is None or kind.magazine is None:
            return ""
        loaded, capacity = (item.value(path) for path in kind.magazine)
        return f"{loaded} / {capacity}" if isinstance(loaded, int) and isinstance(capacity, int) else ""

    def _forms(self) -> Iterator[Option]:
        """What can be done with this thing; why not, where the rules say so whatever else is announced."""
        scene = self.scene
        here = [offer for offer in scene.offers if offer.item == scene.item]
        for offer in here if len(here) > 1 else ():
            yield Option(
                value=offer.form,
                label=scene.word(offer.form),
                note=listed(
                    [
                        scene.word(offer.tool) if offer.tool else "",
                        cost_words(scene.words, offer.cost),
                        _("SL") if offer.by == "gm" else "",
                    ]
                ),
                chosen=offer is scene.offer,
                reasons=reason_views(scene.reader, offer.reasons),
                group=heading_of(scene.words, offer),
            )

    def _targets(self) -> Iterator[Option]:
        scene = self.scene
        pair = next((flag for flag in scene.stated("pair") if flag.field.kind is FieldKind.INTEGER), None)
        # Whoever was chosen first stays first: with several targets the action is for him before the others.
        first = [ref for ref in scene.targets if ref in scene.possible_targets] if scene.several else []
        for ref in dict.fromkeys((*first, *scene.possible_targets)):
            number = ""
            if pair is not None and (ref in scene.targets or scene.row is not None):
                stated = scene.fight.between(scene.actor_ref, ref, pair.field.path, pair.through)
                number = measured(scene.info, scene.words, stated, pair.field.unit)
            yield Option(
                value=ref,
                label=scene.known.name(ref),
                note=listed([_("erstes Ziel") if ref in first[:1] and first[1:] else "", self._cover_words(ref)]),
                number=number,
                chosen=ref in scene.targets,
            )
        if scene.offer is not None and scene.offer.takes_target:
            name = _("%(name)s selbst") % {"name": scene.known.name(scene.actor_ref)}
            yield Option(value=scene.actor_ref, label=name, chosen=scene.actor_ref in scene.targets)

    def _cover_words(self, ref: str) -> str:
        """What the target stands behind, as far as it was stated."""
        scene = self.scene
        if ref not in scene.fight.combatants or ref not in scene.targets:
            return ""
        flags = scene.fight.combatants[ref].flags
        stated = [value_at(flags, flag.field.path) for flag in scene.stated("combatant") if flag.field.unit in THINGS]
        names = [scene.known.name(value) for value in stated if isinstance(value, str)]
        if not any(names):
            return ""
        said = _("hinter: %(names)s") if scene.info.is_behind_cover(flags) else _("steht bei: %(names)s")
        return said % {"names": ", ".join(names)}

    # --- what is rolled ---------------------------------------------------------------------------------------

    def _rolled(self, preview: Preview) -> list[tuple[Check, int]]:
        """The rolls that may be asked for, each with its part of the turn; not those of an answer not given."""
        asks = self.asked[0]
        out = not_rolled([(ask, self._chosen(ask)) for ask in asks if self._chosen(ask) != ASK_PERSON])
        return [
            (check, place)
            for check, place in zip(preview.checks, self.effects.places, strict=True)
            if (check.who, check.term) not in out and self.scene.reader.knows(check.who)
        ]

    @cached_property
    def _announced_parts(self) -> list[Part]:
        """All parts of the turn, of each what does not go without saying."""
        scene = self.scene
        parts = (*scene.earlier, scene.part)
        return [without_defaults(part, scene.parameter_fields(place)) for place, part in enumerate(parts)]

    def _named(self, title: str, place: int) -> str:
        """A roll, where there are several parts with what it is for."""
        parts = self._announced_parts
        about = part_words(self.scene.reader, parts[place]) if len(parts) > 1 else ""
        return f"{title}: {about}" if about else title

    def _check(self, check: Check, place: int) -> CheckView:
        view = check_view(self.scene.reader, check)
        return replace(view, title=self._named(view.title, place))

    def _die(self, first: Question | None, places: list[tuple[Check, int]]) -> DieField | None:
        """Where one's own dice are typed: those of the roll that comes first by the rules."""
        if not isinstance(first, Roll) or not self._types(first):
            return None
        field = die_field(self.scene.reader, first, self.scene.typed)
        return replace(field, label=self._named(field.label, places[0][1])) if places else field

    @cached_property
    def asked(self) -> tuple[list[Ask], Question | None, tuple[Reason, ...]]:
        return self.effects.asked(self.scene.choices)

    def _seen_asks(self) -> list[Ask]:
        """The choices that say nothing of somebody he does not know: who lies in wait stays unsaid."""
        reader = self.scene.reader
        named = [[value for value in ask.data.values() if isinstance(value, str)] for ask in self.asked[0]]
        hidden = [any(is_ref(value) and not reader.knows(value) for value in values) for values in named]
        return [ask for ask, unsaid in zip(self.asked[0], hidden, strict=True) if not unsaid]

    def _seen_first(self) -> Question | None:
        """The first die, if it is not that of somebody he does not know."""
        first = self.asked[1]
        return None if isinstance(first, Roll) and not self.scene.reader.knows(first.who) else first

    def _types(self, roll: Roll) -> bool:
        """Whether he types what his dice show: of a roll that is not his to make nothing of it would count."""
        return self.own_dice and self._may_answer(roll)

    def _may_answer(self, ask: Question) -> bool:
        return policy.may_answer(self.scene.who, ask.who, self.scene.known.characters)

    def _chosen(self, ask: Ask) -> str:
        """The answer as it is announced; a player is asked himself unless the game master has decided for him."""
        if not self._may_answer(ask):
            return ASK_PERSON
        typed = self.scene.choices.get(ask.name)
        if any(choice.key == typed and not choice.reasons for choice in ask.choices):
            return typed or ask.default
        return ASK_PERSON if self._is_anothers(ask) else ask.default

    def _is_anothers(self, ask: Ask) -> bool:
        """Whether somebody else plays whoever is asked, so that he can decide himself."""
        character = self.scene.known.characters.get(ask.who)
        return character is not None and bool(character.owner_id) and not self.scene.who.owns(character)

    def _announced(self, ask: Ask) -> Announced:
        scene = self.scene
        title, who = question_label(ask.name, scene.reader), scene.reader.name(ask.who)
        if not self._may_answer(ask):
            # Said even where every answer but the usual one is closed: what is left unsaid would tell what he can do.
            return Announced(name=ask.name, title=title, who=who, waits_for=_("Spielleitung"))
        chosen = self._chosen(ask)
        options = choice_options(scene.reader, ask, self.effects.preview.checks, chosen)
        if self._is_anothers(ask):
            options += (Option(value=ASK_PERSON, label=_("Spieler fragen"), chosen=chosen == ASK_PERSON),)
        return Announced(name=ask.name, title=title, who=who, options=options)


def _as_typed(value: Json, known: Field) -> str:
    """A fact as its field sends it; of a choice that was not made what counts without one, if anything does."""
    if known.kind is FieldKind.BOOLEAN:
        return "1" if value is True else ""
    if value is None:
        if known.kind is FieldKind.CHOICE and known.default is not None:
            return str(known.default)
        return "" if known.kind is FieldKind.INTEGER else NO_CHOICE
    return str(value)
