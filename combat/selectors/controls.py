"""The fields of the panel: what the announced form asks for, and the facts that people state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from chaos_sheets.records import is_ref
from chaos_sheets.trace import reason_views
from chaos_sheets.words import listed, metres_of, number, signed, unit_word
from combat.core.description import PERSON, THINGS, Flag
from combat.core.intent import Preview, Reason
from combat.core.length import length
from combat.core.schema import Field, FieldKind, asked_for
from combat.core.value import Json, value_at
from combat.selectors.announce import NO_CHOICE
from combat.selectors.bought import points_left, times_of
from combat.selectors.draft import parameter_name
from combat.selectors.effects import Effect, Effects
from combat.selectors.panel_view import Control, Option, Toggle
from combat.selectors.panel_words import cost_words
from combat.selectors.scene import Scene

MOST_PICKS = 6
KINDS = {FieldKind.INTEGER: "number", FieldKind.CHOICE: "pick", FieldKind.CHOICES: "checks", FieldKind.BOOLEAN: "check"}


@dataclass(kw_only=True)
class Controls:
    """Fields for one scene; what each would change is asked of the rules."""

    scene: Scene
    effects: Effects

    # --- parameters -----------------------------------------------------------------------------------------

    def parameters(self) -> Iterator[tuple[Control, str]]:
        """Controls of the form that is announced, each with the heading it belongs to."""
        for known in self._known():
            if _is_fact(known) or self._is_toggled(known):
                continue
            if _counts_targets(known) and len(self.scene.targets) < 2:
                continue
            value = self.scene.parameters.get(known.path)
            yield self._control(parameter_name(known), known, value, self._parameter_variant(known)), known.group

    def _known(self) -> tuple[Field, ...]:
        offer, is_gm = self.scene.offer, self.scene.who.is_gm
        known = asked_for(offer.parameters, self.scene.parameters) if offer else ()
        return tuple(field for field in known if is_gm or field.by != "gm")

    def _is_toggled(self, known: Field) -> bool:
        """Whether its choices stand in the bill, each as a fact; where nothing is rolled there is no such bill."""
        is_rolled = bool(self.effects.preview.checks) or self.scene.needs_target
        is_several = known.kind is FieldKind.CHOICES and not known.group and not _counts_targets(known)
        # Where two fields have the same answers (whose modifiers count), each keeps its own heading.
        return (
            is_several
            and is_rolled
            and not any(other is not known and set(other.choices) & set(known.choices) for other in self._known())
        )

    def _parameter_variant(self, known: Field) -> Callable[[Json], Preview]:
        return lambda value: self.effects.with_parameter(known.path, value)

    def _control(
        self, name: str, known: Field, value: Json, variant: Callable[[Json], Preview] | None = None
    ) -> Control:
        scene, typed = self.scene, self.scene.typed
        options = tuple(self._choices(known, value, variant)) if known.choices else ()
        if known.kind is FieldKind.BOOLEAN:
            options = (Option(value="1", label=scene.word(known.label), chosen=value is True),)
        kind = KINDS.get(known.kind, "text")
        here = "" if value is None or options else str(value)
        return Control(
            name=name,
            label=scene.word(known.label),
            kind="select" if kind == "pick" and len(options) > MOST_PICKS else kind,
            options=options,
            value=(typed.one(name) if scene.is_stated(name) else "") or here,
            unit=unit_word(scene.words, known.unit),
            note=self._in_metres(known, value) or self._owned(known),
            error=typed.error(name),
            minimum=known.minimum,
            maximum=known.maximum,
            cites=tuple(known.rules),
        )

    def _in_metres(self, known: Field, value: Json) -> str:
        """What a length on the table is in the world."""
        found = length(value)
        metres = "" if found is None else metres_of(self.scene.info, found, known.unit)
        return f"= {metres}" if metres else ""

    def _owned(self, known: Field) -> str:
        """The points that pay for it, as many as are left: 2 AP; of a number of them, out of how many."""
        actor = self.scene.fight.combatants.get(self.scene.actor_ref)
        if not known.pool or actor is None:
            return ""
        said = f"{number(points_left(self.scene.info, known, actor))} {self.scene.words.short(known.pool)}"
        return said if known.prices else _("von %(points)s") % {"points": said}

    def _price(self, known: Field, choice: str) -> str:
        price = dict(known.prices).get(choice)
        return f"{price} {self.scene.words.short(known.pool)}" if price else ""

    def _times(self, known: Field, choice: str, chosen: Sequence[Json]) -> tuple[bool, ...]:
        """A box for each time it may be named, if that is more than once."""
        actor, named = self.scene.fight.combatants.get(self.scene.actor_ref), list(chosen).count(choice)
        most = times_of(self.scene.info, known, choice, actor, named) if actor else 0
        return tuple(index < named for index in range(most))

    def _choices(self, known: Field, value: Json, variant: Callable[[Json], Preview] | None) -> Iterator[Option]:
        counted = ""
        chosen = value if isinstance(value, list | tuple) else [known.default if value is None else value]
        if known.optional and known.default is None and known.kind is FieldKind.CHOICE:
            counted = self._counted_if_empty(known, value)
            label = self.scene.words.choice(known, counted) if counted else _("keine Angabe")
            yield Option(value=NO_CHOICE, label=label, chosen=value is None)
        # In a long list nobody sees what each would cost or why it is closed.
        tried = variant if known.kind is FieldKind.CHOICE and len(known.choices) <= MOST_PICKS else None
        for index, choice in enumerate(known.choices):
            label = self._choice_label(known, choice, index)
            if label and choice != counted:
                yield self._option(known, choice, label, chosen, tried)

    def _choice_label(self, known: Field, choice: str, index: int) -> str:
        """What a choice is called; empty where it counts a target that is not named."""
        scene = self.scene
        if _counts_targets(known):
            return scene.known.name(scene.targets[index]) if index < len(scene.targets) else ""
        return scene.known.name(choice) if is_ref(choice) else scene.words.choice(known, choice)

    def _option(
        self,
        known: Field,
        choice: str,
        label: str,
        chosen: Sequence[Json],
        tried: Callable[[Json], Preview] | None,
    ) -> Option:
        """One choice with what it would cost and why it is closed, as far as that is tried."""
        other = tried(choice) if tried is not None and choice not in chosen else None
        here = other or (self.effects.preview if choice in chosen else None)
        closed = _only_there(other, self.effects.preview) if other is not None else ()
        return Option(
            value=choice,
            label=label,
            number=cost_words(self.scene.words, here.cost)
            if here and tried and not known.optional
            else self._price(known, choice),
            chosen=choice in chosen,
            times=self._times(known, choice, chosen),
            reasons=reason_views(self.scene.reader, closed),
        )

    def _counted_if_empty(self, known: Field, value: Json) -> str:
        """The choice that counts while none is made, as the announcement stands: an aimed shot goes for the torso."""
        if not known.empty_as or value is not None:
            return ""
        return known.empty_as if self.effects.with_parameter(known.path, known.empty_as) == self.effects.preview else ""

    # --- stated facts ---------------------------------------------------------------------------------------

    def facts(self) -> Iterator[Control]:
        scene = self.scene
        if scene.may_target:
            yield from self._target_facts()
            yield from self._aim()
        else:
            yield from self._own_place()
        yield from self._people()

    def _people(self) -> Iterator[Control]:
        """Who is tied to whom (rides him, holds him), said of everybody the action is about; folded until it holds."""
        scene = self.scene
        flags = () if scene.goes_with_choice else [flag for flag in scene.stated("combatant") if is_person(flag.field)]
        for of in (scene.actor_ref, *scene.aimed_at):
            for flag in flags if scene.may_state("combatant", of) else ():
                control = self._pointing(of, flag)
                is_unset = control.options[0].chosen and not control.error
                yield replace(control, label=f"{control.label}: {scene.known.name(of)}", folded=is_unset)

    def _target_facts(self) -> Iterator[Control]:
        scene = self.scene
        for target in scene.aimed_at:
            for place, flag in enumerate(scene.stated("pair")):
                stated = scene.fight.between(scene.actor_ref, target, flag.field.path, flag.through)
                # In free play only the page remembers what was said; a fight keeps it where it is not asked for.
                may_be_left = place and (stated is None or scene.row is not None)
                if may_be_left and not self._matters_between(flag, target):
                    continue
                yield self._named(self._control(scene.fact_name("pair", target, flag), flag.field, stated), target)
            for flag in scene.stated("combatant") if scene.may_state("combatant", target) else ():
                if flag.field.unit in THINGS:
                    yield self._named(self._pointing(target, flag), target)
                elif self._is_of_target(flag, target):
                    value = value_at(scene.fight.combatants[target].flags, flag.field.path)
                    yield self._control_of(flag, target, value)

    def _control_of(self, flag: Flag, of: str, value: Json) -> Control:
        """A fact about somebody who is aimed at; it says whom it means."""
        control = self._control(self.scene.fact_name("combatant", of, flag), flag.field, value)
        return replace(control, label=f"{control.label}: {self.scene.known.name(of)}")

    def _is_of_target(self, flag: Flag, target: str) -> bool:
        """Whether a choice or a number about the target is stated already, or would change what is rolled."""
        if flag.field.kind not in (FieldKind.CHOICE, FieldKind.INTEGER):
            return False
        value = value_at(self.scene.fight.combatants[target].flags, flag.field.path)
        if value not in (None, flag.field.default):
            return True
        return self._changes(flag, target)

    def _changes(self, flag: Flag, of: str) -> bool:
        """Whether any value of a fact about somebody would change what is shown."""
        return any(self._matters(flag, of, value) for value in _tried(flag.field))

    def _matters_between(self, flag: Flag, target: str) -> bool:
        """Whether any value of a fact about the two would change what is shown."""
        others = (self.effects.with_pair(target, flag.field.path, value) for value in _tried(flag.field))
        return any(other != self.effects.preview for other in others)

    def _aim(self) -> Iterator[Control]:
        """What somebody took time for before, and at whom."""
        scene, of, chosen = self.scene, self.scene.actor_ref, False
        for flag in scene.stated("combatant"):
            value = value_at(scene.fight.combatants[of].flags, flag.field.path)
            if flag.field.kind is FieldKind.CHOICE:
                stated = value not in (None, flag.field.default)
                chosen = chosen or stated
                # As long as something is missing (a target, a distance), nobody can tell whether an aim would matter.
                preview = self.effects.preview
                is_open = scene.goes_with_choice and not preview.checks and bool(preview.reasons or not scene.targets)
                if not stated and not is_open and not self._changes(flag, of):
                    continue
                control = self._control(scene.fact_name("combatant", of, flag), flag.field, value)
                both = any(self._is_of_target(flag, target) for target in scene.aimed_at)
                yield replace(control, label=f"{control.label}: {scene.known.name(of)}") if both else control
            elif is_person(flag.field) and chosen:
                yield self._pointing(of, flag)

    def _own_place(self) -> Iterator[Control]:
        """What the actor himself stands behind, where the action depends on it."""
        scene, of = self.scene, self.scene.actor_ref
        for flag in scene.stated("combatant"):
            if flag.field.unit not in THINGS:
                continue
            value, things = (
                value_at(scene.fight.combatants[of].flags, flag.field.path),
                scene.pointed_at(of, flag.field),
            )
            if value is not None or (things and self._matters(flag, of, things[0])):
                yield self._pointing(of, flag)

    def _matters(self, flag: Flag, of: str, value: Json) -> bool:
        return self.effects.with_flag(of, flag.field.path, value) != self.effects.preview

    def _named(self, control: Control, target: str) -> Control:
        """With several targets each field says whom it means."""
        if len(self.scene.targets) < 2:
            return control
        return replace(control, label=f"{control.label}: {self.scene.known.name(target)}")

    def _pointing(self, of: str, flag: Flag) -> Control:
        """A fact that names a thing on the table or somebody."""
        scene, name = self.scene, self.scene.fact_name("combatant", of, flag)
        value = value_at(scene.fight.combatants[of].flags, flag.field.path)
        refs = scene.targets if is_person(flag.field) and scene.goes_with_choice else scene.pointed_at(of, flag.field)
        if is_person(flag.field):
            refs = tuple(ref for ref in refs if ref not in scene.covers)
        nothing = _("niemand") if is_person(flag.field) else _("nichts")
        options = [Option(value=NO_CHOICE, label=nothing, chosen=value is None)]
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

    def toggles(self) -> Iterator[Toggle]:
        return _each_once(self._toggles())

    def _toggles(self) -> Iterator[Toggle]:
        scene = self.scene
        for known in self._known():
            if self._is_toggled(known):
                yield from self._choice_toggles(known)
            elif _is_fact(known):
                # Shown whether or not the bill tells of it: a grip that kills changes nothing before the dice.
                on = scene.parameters.get(known.path) is True
                found = self.effects.toggled(on, self._thunk(known.path, not on))
                toggle = self._toggle(parameter_name(known), "1", scene.word(known.label), on, found, known.rules)
                yield replace(toggle, needs_no=known.default is True)
        for flag in scene.stated("combatant"):
            if flag.field.kind is FieldKind.BOOLEAN:
                for of in filter(lambda of: scene.may_state("combatant", of), (scene.actor_ref, *scene.aimed_at)):
                    yield from self._flag_toggle(flag, of)
        for flag in scene.stated("fight"):
            if flag.field.kind is FieldKind.BOOLEAN and scene.may_state("fight", ""):
                yield from self._flag_toggle(flag, "")

    def _thunk(self, path: str, value: Json) -> Callable[[], Preview]:
        return lambda: self.effects.with_parameter(path, value)

    def _choice_toggles(self, known: Field) -> Iterator[Toggle]:
        found = self.scene.parameters.get(known.path)
        chosen: list[Json] = list(found) if isinstance(found, list | tuple) else []
        for choice in known.choices:
            on = choice in chosen
            other = [each for each in chosen if each != choice] if on else [*chosen, choice]
            label = capfirst(self.scene.words.choice(known, choice))
            done = self.effects.toggled(on, self._thunk(known.path, other))
            yield self._toggle(parameter_name(known), choice, label, on, done, known.rules)

    def _flag_toggle(self, flag: Flag, of: str) -> Iterator[Toggle]:
        scene, path = self.scene, flag.field.path
        flags = scene.fight.combatants[of].flags if of else scene.fight.flags
        on = value_at(flags, path) is True
        found = self.effects.toggled(on, lambda: self.effects.with_flag(of, path, not on))
        # What holds already and changes nothing has nothing to do with it, once all that is announced is known.
        if found.differs or (on and self.effects.preview.reasons):
            name = scene.fact_name(flag.scope, of, flag)
            label = scene.word(flag.field.label)
            named = f"{label}: {scene.known.name(of)}" if of else label
            yield self._toggle(name, "1", named, on, found, flag.field.rules)

    def _toggle(self, name: str, value: str, label: str, on: bool, found: Effect, rules: Sequence[str]) -> Toggle:
        scene = self.scene
        notes = [
            f"{scene.words.word(term)} {signed(points)}" for who, term, points in found.others if scene.reader.sees(who)
        ]
        notes += [_("ohne %(what)s") % {"what": scene.words.word(term)} for term in found.gone]
        notes += [reason.text for reason in reason_views(scene.reader, found.refused)] if not on else []
        return Toggle(
            name=name,
            value=value,
            label=label,
            on=on,
            amount=signed(found.amount) if found.amount else "",
            note=listed(dict.fromkeys(notes)),
            cites=tuple(dict.fromkeys(found.rules)) or tuple(rules),
        )


def is_person(known: Field) -> bool:
    """Whether a fact names somebody."""
    return known.unit == PERSON


def _tried(known: Field) -> tuple[Json, ...]:
    """The values that tell whether a fact matters: every choice, both ends of a number, yes."""
    if known.kind is FieldKind.BOOLEAN:
        return (True,)
    return known.choices or tuple(value for value in (known.minimum, known.maximum) if value is not None)


def _each_once(toggles: Iterator[Toggle]) -> Iterator[Toggle]:
    """Facts that can be stated in two places are asked for once."""
    told: set[tuple[str, str]] = set()
    for toggle in toggles:
        same = (toggle.label, toggle.amount)
        if toggle.on or same not in told:
            yield toggle
        told.add(same)


def _is_fact(known: Field) -> bool:
    """Whether it is said by a box of its own in the bill; one that belongs to a heading stands under it."""
    return known.kind is FieldKind.BOOLEAN and not known.group


def _counts_targets(known: Field) -> bool:
    """Whether its choices are the targets' places: "0", "1", …"""
    return bool(known.choices) and all(choice.isdigit() for choice in known.choices)


def _only_there(other: Preview, here: Preview) -> tuple[Reason, ...]:
    """Reasons that would come with a choice and are not there without it."""
    present = {reason.code for reason in here.reasons}
    return tuple(reason for reason in other.reasons if reason.code not in present)
