"""The attack panel: built from what the ruleset says of itself, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from chaos_sheets import policy
from chaos_sheets.selectors.log import question_label
from chaos_sheets.trace import check_view, reason_views
from chaos_sheets.words import listed, signed
from combat.core.description import Flag
from combat.core.intent import Preview, Reason
from combat.core.procedure import Ask, Question, Roll
from combat.core.schema import Field, FieldKind
from combat.core.value import Json, value_at
from combat.selectors.announce import ASK_PERSON, NO_CHOICE
from combat.selectors.draft import PERSON, THING, parameter_name
from combat.selectors.effects import Effect, Effects
from combat.selectors.panel_view import Announced, Control, DieField, Option, PanelView, Toggle
from combat.selectors.scene import Scene

MOST_PICKS = 6
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
        scene, typed = self.scene, self.scene.typed
        preview, offer = self.effects.preview, scene.offer
        asks, first, refused = self.asked
        checks = tuple(check_view(scene.reader, check) for check in preview.checks)
        reasons = reason_views(scene.reader, preview.reasons or refused)
        parameters = tuple(self._parameters())
        return PanelView(
            attackers=attackers,
            weapons=tuple(self._weapons()),
            forms=tuple(self._forms()),
            targets=tuple(self._targets()),
            several=scene.several,
            controls=tuple(control for control, group in parameters if not group),
            spend=tuple(control for control, group in parameters if group),
            facts=tuple(self._facts()),
            toggles=tuple(_each_once(self._toggles())),
            checks=checks,
            cost=self._cost(preview),
            reasons=reasons,
            warnings=reason_views(scene.reader, preview.warnings),
            asks=tuple(self._announced(ask) for ask in asks),
            die=self._die(first) if self.own_dice and isinstance(first, Roll) else None,
            next_dice=tuple(f"{check.title} {check.dice}" for check in checks[1:]),
            own_dice=self.own_dice,
            is_gm=scene.who.is_gm,
            gm_value=typed.one("gm.value"),
            gm_reason=typed.one("gm.reason"),
            form=offer.form if offer else "",
            form_word=scene.word(offer.form) if offer else "",
            actor_name=scene.known.name(scene.actor_ref),
            refs=(scene.actor_ref, *scene.targets, scene.item, *scene.covers),
            kept=tuple(self._kept()),
            errors=tuple(typed.errors),
        )

    def _kept(self) -> Iterator[tuple[str, str]]:
        """Facts stated of people who are not chosen at the moment."""
        here = {self.scene.actor_ref, *self.scene.targets}
        names = [name for name in self.scene.typed.values if name.startswith(("pair.", "flag."))]
        for name in names[:MOST_KEPT]:
            ref = name.split(".")[1]
            value = self.scene.typed.one(name)
            if ref not in here and ref.startswith("character:") and len(name) + len(value) < MOST_KEPT:
                yield name, value

    def _cost(self, preview: Preview) -> str:
        words = self.scene.words
        return ", ".join(f"{units} {words.short(key)}" for key, units in preview.cost.items() if units)

    # --- with what, on whom ---------------------------------------------------------------------------------

    def _weapons(self) -> Iterator[Option]:
        scene = self.scene
        for item in scene.items:
            offers = [offer for offer in scene.offers if offer.item == item]
            refused = offers[0].reasons if all(offer.reasons for offer in offers) else ()
            yield Option(
                value=item,
                label=scene.known.name(item) or scene.word(offers[0].form),
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
        here = [offer for offer in self.scene.offers if offer.item == self.scene.item]
        for offer in here if len(here) > 1 else ():
            yield Option(
                value=offer.form,
                label=self.scene.word(offer.form),
                note=_("SL") if offer.by == "gm" else "",
                chosen=offer is self.scene.offer,
                reasons=reason_views(self.scene.reader, offer.reasons),
            )

    def _targets(self) -> Iterator[Option]:
        scene = self.scene
        pair = next((flag for flag in scene.stated("pair") if flag.field.kind is FieldKind.INTEGER), None)
        for ref in scene.possible_targets:
            number = ""
            if pair is not None and ref in scene.targets:
                stated = scene.fight.between(scene.actor_ref, ref, pair.field.path)
                number = f"{stated} {unit_word(pair.field.unit)}".strip() if stated is not None else ""
            yield Option(
                value=ref,
                label=scene.known.name(ref),
                note=self._cover_words(ref),
                number=number,
                chosen=ref in scene.targets,
            )

    def _cover_words(self, ref: str) -> str:
        """What the target stands behind, as far as it was stated."""
        scene = self.scene
        if ref not in scene.targets:
            return ""
        flags = scene.fight.combatants[ref].flags
        stated = [value_at(flags, flag.field.path) for flag in scene.stated("combatant") if flag.field.unit == THING]
        names = [scene.known.name(value) for value in stated if isinstance(value, str)]
        return _("hinter: %(names)s") % {"names": ", ".join(names)} if any(names) else ""

    # --- parameters -----------------------------------------------------------------------------------------

    def _parameters(self) -> Iterator[tuple[Control, str]]:
        """Controls of the form that is announced, each with the heading it belongs to."""
        for known in self.scene.offer.parameters if self.scene.offer else ():
            if known.kind is FieldKind.BOOLEAN or (known.kind is FieldKind.CHOICES and not known.group):
                continue
            if _counts_targets(known) and len(self.scene.targets) < 2:
                continue
            value = self.scene.parameters.get(known.path)
            yield self._control(parameter_name(known), known, value, self._parameter_variant(known)), known.group

    def _parameter_variant(self, known: Field) -> Callable[[Json], Preview]:
        return lambda value: self.effects.with_parameter(known.path, value)

    def _control(
        self, name: str, known: Field, value: Json, variant: Callable[[Json], Preview] | None = None
    ) -> Control:
        scene, typed = self.scene, self.scene.typed
        kind = {FieldKind.INTEGER: "number", FieldKind.CHOICE: "pick", FieldKind.CHOICES: "checks"}.get(
            known.kind, "text"
        )
        options = tuple(self._choices(known, value, variant)) if known.choices else ()
        return Control(
            name=name,
            label=scene.word(known.label),
            kind="select" if kind == "pick" and len(options) > MOST_PICKS else kind,
            options=options,
            value=typed.one(name) or ("" if value is None or options else str(value)),
            unit=unit_word(known.unit),
            error=typed.error(name),
            minimum=known.minimum,
            maximum=known.maximum,
            cites=tuple(known.rules),
        )

    def _choices(self, known: Field, value: Json, variant: Callable[[Json], Preview] | None) -> Iterator[Option]:
        scene = self.scene
        chosen = value if isinstance(value, list | tuple) else [value]
        if known.optional and known.kind is FieldKind.CHOICE:
            yield Option(value=NO_CHOICE, label=_("nein"), chosen=value is None)
        for index, choice in enumerate(known.choices):
            label = scene.words.word(known.choice_label(choice))
            if _counts_targets(known):
                label = scene.known.name(scene.targets[index]) if index < len(scene.targets) else ""
                if not label:
                    continue
            other = variant(choice) if variant is not None and known.kind is FieldKind.CHOICE else None
            closed = _only_there(other, self.effects.preview) if other is not None and choice not in chosen else ()
            yield Option(
                value=choice,
                label=label,
                number=self._cost(other) if other is not None and not known.optional else "",
                chosen=choice in chosen,
                reasons=reason_views(scene.reader, closed),
            )

    # --- stated facts ---------------------------------------------------------------------------------------

    def _facts(self) -> Iterator[Control]:
        scene = self.scene
        for target in scene.targets:
            for flag in scene.stated("pair"):
                stated = scene.fight.between(scene.actor_ref, target, flag.field.path)
                yield self._named(self._control(scene.pair_name(target, flag), flag.field, stated), target)
            for flag in scene.stated("combatant"):
                if flag.field.unit == THING:
                    yield self._named(self._pointing(target, flag), target)
        chosen = False
        for flag in scene.stated("combatant"):
            of, value = scene.actor_ref, value_at(scene.fight.combatants[scene.actor_ref].flags, flag.field.path)
            if flag.field.kind is FieldKind.CHOICE:
                chosen = chosen or value is not None
                yield self._control(f"flag.{of}.{flag.field.path}", flag.field, value)
            elif flag.field.unit == PERSON and chosen:
                yield self._pointing(of, flag)

    def _named(self, control: Control, target: str) -> Control:
        """With several targets each field says whom it means."""
        if len(self.scene.targets) < 2:
            return control
        return replace(control, label=f"{control.label}: {self.scene.known.name(target)}")

    def _pointing(self, of: str, flag: Flag) -> Control:
        """A fact that names a thing on the table or somebody."""
        scene, name = self.scene, f"flag.{of}.{flag.field.path}"
        value = value_at(scene.fight.combatants[of].flags, flag.field.path)
        refs = scene.targets if flag.field.unit == PERSON else scene.pointed_at(of)
        options = [Option(value=NO_CHOICE, label=_("keine"), chosen=value is None)]
        options += [Option(value=ref, label=scene.known.name(ref), chosen=ref == value) for ref in refs]
        return Control(
            name=name,
            label=scene.word(flag.field.label),
            kind="select",
            options=tuple(options),
            error=scene.typed.error(name),
            cites=tuple(flag.field.rules),
        )

    # --- does that hold? ------------------------------------------------------------------------------------

    def _toggles(self) -> Iterator[Toggle]:
        scene = self.scene
        for known in scene.offer.parameters if scene.offer else ():
            if known.kind is FieldKind.CHOICES and not known.group and not _counts_targets(known):
                yield from self._choice_toggles(known)
            elif known.kind is FieldKind.BOOLEAN:
                on = scene.parameters.get(known.path) is True
                found = self.effects.toggled(on, self._thunk(known.path, not on))
                if on or found.differs:
                    yield self._toggle(parameter_name(known), "1", scene.word(known.label), on, found, known.rules)
        for flag in scene.stated("combatant"):
            if flag.field.kind is FieldKind.BOOLEAN:
                for of in (scene.actor_ref, *scene.targets):
                    yield from self._flag_toggle(flag, of)
        for flag in scene.stated("fight"):
            if flag.field.kind is FieldKind.BOOLEAN:
                yield from self._flag_toggle(flag, "")

    def _thunk(self, path: str, value: Json) -> Callable[[], Preview]:
        return lambda: self.effects.with_parameter(path, value)

    def _choice_toggles(self, known: Field) -> Iterator[Toggle]:
        found = self.scene.parameters.get(known.path)
        chosen: list[Json] = list(found) if isinstance(found, list | tuple) else []
        for choice in known.choices:
            on = choice in chosen
            other = [each for each in chosen if each != choice] if on else [*chosen, choice]
            label = self.scene.word(known.choice_label(choice))
            done = self.effects.toggled(on, self._thunk(known.path, other))
            yield self._toggle(parameter_name(known), choice, label, on, done, known.rules)

    def _flag_toggle(self, flag: Flag, of: str) -> Iterator[Toggle]:
        scene, path = self.scene, flag.field.path
        flags = scene.fight.combatants[of].flags if of else scene.fight.flags
        on = value_at(flags, path) is True
        found = self.effects.toggled(on, lambda: self.effects.with_flag(of, path, not on))
        if on or found.differs:
            name = f"flag.{of}.{path}" if of else f"fight.{path}"
            label = scene.word(flag.field.label)
            named = f"{label}: {scene.known.name(of)}" if of else label
            yield self._toggle(name, "1", named, on, found, flag.field.rules)

    def _toggle(self, name: str, value: str, label: str, on: bool, found: Effect, rules: Sequence[str]) -> Toggle:
        scene = self.scene
        notes = [
            f"{scene.words.word(term)} {signed(points)}" for who, term, points in found.others if scene.reader.sees(who)
        ]
        notes += [_("kein %(what)s") % {"what": scene.words.word(term)} for term in found.gone]
        return Toggle(
            name=name,
            value=value,
            label=label,
            on=on,
            amount=signed(found.amount) if found.amount else "",
            note=listed(dict.fromkeys(notes)),
            cites=tuple(dict.fromkeys(found.rules)) or tuple(rules),
        )

    # --- questions before the first die, and the die ------------------------------------------------------------

    @cached_property
    def asked(self) -> tuple[list[Ask], Question | None, tuple[Reason, ...]]:
        return self.effects.asked(self.scene.choices)

    def _may_answer(self, ask: Ask) -> bool:
        character = self.scene.known.characters.get(ask.who)
        return policy.may_answer(self.scene.who, character)

    def _announced(self, ask: Ask) -> Announced:
        scene = self.scene
        title = question_label(ask.name, scene.reader)
        if not self._may_answer(ask):
            return Announced(name=ask.name, title=title, who=scene.reader.name(ask.who), waits_for=_("Spielleitung"))
        character = scene.known.characters.get(ask.who)
        typed = scene.typed.one(f"choose.{ask.name}")
        if typed != ASK_PERSON and not any(choice.key == typed and not choice.reasons for choice in ask.choices):
            typed = ask.default
        options = [
            Option(
                value=choice.key,
                label=scene.reader.choice(choice.key),
                chosen=choice.key == typed,
                reasons=reason_views(scene.reader, choice.reasons),
            )
            for choice in ask.choices
        ]
        if character is not None and character.owner_id and not scene.who.owns(character):
            options.append(Option(value=ASK_PERSON, label=_("Spieler fragen"), chosen=typed == ASK_PERSON))
        return Announced(name=ask.name, title=title, who=scene.reader.name(ask.who), options=tuple(options))

    def _die(self, roll: Roll) -> DieField:
        typed = self.scene.typed
        return DieField(
            name=roll.name,
            label=question_label(roll.name, self.scene.reader),
            dice=str(roll.dice),
            count=roll.dice.count,
            sides=roll.dice.sides,
            values=tuple(typed.many(f"die.{roll.name}")),
            error=typed.error(f"die.{roll.name}"),
        )


# --- words ----------------------------------------------------------------------------------------------------


def unit_word(unit: str) -> str:
    """The unit behind a number as it is written."""
    return {"metres": "m", "percent": "%", "rounds": _("Runden")}.get(unit, "")


def _each_once(toggles: Iterator[Toggle]) -> Iterator[Toggle]:
    """Facts that can be stated in two places are asked for once."""
    told: set[tuple[str, str]] = set()
    for toggle in toggles:
        same = (toggle.label, toggle.amount)
        if toggle.on or same not in told:
            yield toggle
        told.add(same)


def _counts_targets(known: Field) -> bool:
    """Whether its choices are the targets' places: "0", "1", …"""
    return bool(known.choices) and all(choice.isdigit() for choice in known.choices)


def _only_there(other: Preview, here: Preview) -> tuple[Reason, ...]:
    """Reasons that would come with a choice and are not there without it."""
    present = {reason.code for reason in here.reasons}
    return tuple(reason for reason in other.reasons if reason.code not in present)
