"""An announcement as it was sent, without looking anything up: enough to ask for it to be done.

What it names may not be there or not be his to see; the service that does it refuses that. The panel looks closer
(`combat.selectors.scene`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from chaos_sheets.errors import sentence
from chaos_sheets.numbers import count_in
from chaos_sheets.words import Words
from combat.core.description import POINTING, Flag, RulesetInfo
from combat.core.intent import GmModifier, Intent, Part
from combat.core.schema import Field, FieldKind
from combat.core.value import Json
from combat.requests import Request, request_to_json
from combat.selectors.announce import (
    ASK_PERSON,
    LONGEST_REASON,
    MOST_MODIFIER,
    NO_CHOICE,
    Typed,
    face_of,
    face_words,
)
from combat.selectors.parts import earlier_parts

AIMED = "aimed"
"""Whom the action was for when the page showed what they can decide."""
KEPT = "kept."
"""Before the name of a stated fact: what the fight held when the page was made."""
PREFIXES = {FieldKind.BOOLEAN: "b.", FieldKind.INTEGER: "n.", FieldKind.CHOICES: "m."}


def parameter_name(known: Field) -> str:
    """The name of a parameter's field: its kind stands before it, so that it can be read without the offer."""
    return f"{PREFIXES.get(known.kind, 'p.')}{known.path}"


def is_said(known: Field | None, value: Json) -> bool:
    """Whether an answer has to be sent: a no only where the ruleset would take silence for a yes."""
    if value is False:
        return known is not None and known.default is True
    return value not in (None, [])


@dataclass(kw_only=True)
class Draft:
    """What was typed, read by the ruleset's schemas alone."""

    typed: Typed
    info: RulesetInfo
    is_gm: bool

    @cached_property
    def words(self) -> Words:
        return Words.of(self.info.glossary)

    def word(self, term: str) -> str:
        return capfirst(self.words.word(term))

    @property
    def actor_ref(self) -> str:
        return self.typed.one("actor")

    @cached_property
    def several(self) -> bool:
        return self.typed.one("several") == "1"

    @cached_property
    def encounter(self) -> int | None:
        """The fight it belongs to; None: free play."""
        return count_in(self.typed.one("encounter"))

    @cached_property
    def earlier(self) -> tuple[Part, ...]:
        """Parts of the same turn that were announced before this one."""
        return earlier_parts(self.typed)

    @cached_property
    def meant(self) -> tuple[str, ...]:
        """Everybody any part is for."""
        return tuple(dict.fromkeys((*self.targets, *(ref for part in self.earlier for ref in part.targets))))

    @property
    def shown(self) -> tuple[int, str] | None:
        """Round and turn as the page showed them; None where it did not say."""
        number = count_in(self.typed.one("round")) if self.encounter is not None else None
        return None if number is None else (number, self.typed.one("current"))

    @cached_property
    def targets(self) -> tuple[str, ...]:
        found = tuple(dict.fromkeys(self.typed.many("target")))
        return found if self.several else found[:1]

    # --- stated facts ---------------------------------------------------------------------------------------

    def stated(self, scope: str) -> tuple[Flag, ...]:
        return tuple(flag for flag in self.info.flags if flag.stated and flag.scope == scope)

    def stated_value(self, name: str, known: Field, of: str) -> Json:
        """A stated fact about somebody, or about the fight."""
        return self.typed.value(name, known, self.word(known.label))

    def fact_name(self, scope: str, of: str, flag: Flag) -> str:
        """The field in which a stated fact stands; a link may give one about two for all targets."""
        path = flag.field.path
        if scope != "pair":
            return f"flag.{of}.{path}" if scope == "combatant" else f"fight.{path}"
        own, common = f"pair.{of}.{path}", f"pair.{path}"
        return own if own in self.typed.values or common not in self.typed.values else common

    def is_stated(self, name: str) -> bool:
        """Whether the page says otherwise than the fight did when it was made; in free play it alone says."""
        if self.encounter is None:
            return True
        if KEPT + name not in self.typed.values:
            return name in self.typed.values
        return self.typed.one(name) != self.typed.one(KEPT + name)

    def _facts(self, scope: str, of: str) -> dict[str, Json]:
        """What is stated. Where a fight keeps facts, one that no longer holds is stated too."""
        found: dict[str, Json] = {}
        for flag in self.stated(scope):
            name = self.fact_name(scope, of, flag)
            if self.is_stated(name):
                value = self.stated_value(name, flag.field, of)
                if self.encounter is not None or value not in (None, False):
                    found[flag.field.path] = value
        return found

    # --- the request ----------------------------------------------------------------------------------------

    @cached_property
    def gm_modifiers(self) -> tuple[GmModifier, ...]:
        if not self.is_gm:
            return ()
        value = self.typed.whole("gm.value", _("Ermessen"))
        reason = self.typed.text("gm.reason", _("Begründung"), LONGEST_REASON)
        if value is not None and abs(value) > MOST_MODIFIER:
            most = {"most": MOST_MODIFIER}
            self.typed.wrong("gm.value", _("Ermessen"), _("Gib eine Zahl von −%(most)s bis %(most)s ein.") % most)
            return ()
        return (GmModifier(value=value, reason=reason),) if value else ()

    @cached_property
    def parameters(self) -> dict[str, Json]:
        found: dict[str, Json] = {}
        for name in self.typed.values:
            prefix, path = name[:2], name[2:]
            value: Json = None
            if prefix == "b.":
                value = {"1": True, NO_CHOICE: False}.get(self.typed.one(name))
            elif prefix == "n.":
                value = self.typed.whole(name, self.word(path.rpartition(".")[2]))
            elif prefix == "m.":
                value = [choice for choice in self.typed.many(name) if choice != NO_CHOICE] or None
            elif prefix == "p.":
                value = self.typed.one(name)
            if value not in (None, "", NO_CHOICE):
                found[path] = value
        return found

    @cached_property
    def part(self) -> Part:
        form, item = self.typed.one("form"), self.typed.one("item")
        return Part(form=form, item=item, targets=self.targets, parameters=self.parameters)

    @cached_property
    def payer(self) -> str:
        """Who pays instead of the actor; empty: he himself. A page means by it whoever it was shown for."""
        named = self.typed.one("payer")
        if named == self.actor_ref or self.typed.one("was", self.actor_ref) != self.actor_ref:
            return ""
        return named

    def request_for(self, part: Part) -> Request:
        actor = self.actor_ref
        combatants = {ref: self._facts("combatant", ref) for ref in (actor, *self.meant)}
        pairs = {f"{actor}>{target}": self._facts("pair", target) for target in self.meant}
        # Whoever serves as cover takes part, and so does every thing that is pointed at.
        things = []
        for ref in self._pointed_at(combatants):
            if ref.startswith("character:"):
                combatants.setdefault(ref, {})
            elif ref not in things:
                things.append(ref)
        return Request(
            intent=Intent(actor=actor, parts=(*self.earlier, part), gm_modifiers=self.gm_modifiers),
            combatants=combatants,
            things=tuple(things),
            flags=self._facts("fight", ""),
            pairs={name: stated for name, stated in pairs.items() if stated},
            encounter=self.encounter,
            shown=self.shown,
            payer=self.payer,
        )

    def _pointed_at(self, combatants: dict[str, dict[str, Json]]) -> list[str]:
        pointing = {flag.field.path for flag in self.stated("combatant") if flag.field.unit in POINTING}
        stated = [flags[path] for flags in combatants.values() for path in pointing if path in flags]
        return [value for value in stated if isinstance(value, str)]

    @cached_property
    def request(self) -> Request:
        return self.request_for(self.part)

    def as_json(self) -> dict[str, Json]:
        return request_to_json(self.request)

    # --- answers given with it --------------------------------------------------------------------------------

    @cached_property
    def choices(self) -> dict[str, str]:
        """What was chosen for those who are asked before the first die; whoever is asked himself is left out.

        A page says for which action its choices were shown: it means nobody else by them.
        """
        shown_for = self.typed.one("was") or self.typed.one("actor")
        is_for_others = AIMED in self.typed.values and set(self.typed.many(AIMED)) != set(self.meant)
        if is_for_others or shown_for != self.typed.one("actor"):
            return {}
        names = [name.removeprefix("choose.") for name in self.typed.values if name.startswith("choose.")]
        chosen = {name: self.typed.one(f"choose.{name}") for name in names}
        return {name: choice for name, choice in chosen.items() if choice and choice != ASK_PERSON}

    def answers(self) -> dict[str, Json]:
        """Choices, and what one's own dice showed. Which dice are meant stands in the page; the rules check it."""
        found: dict[str, Json] = {name: {"choice": choice} for name, choice in self.choices.items()}
        for name in self.typed.values:
            if not name.startswith("die.") or not self.typed.many(name):
                continue
            question = name.removeprefix("die.")
            sides = self.typed.whole(f"sides.{question}", "") or 0
            faces = [face_of(text, sides) for text in self.typed.many(name)]
            if None in faces or not faces:
                said = face_words(sides) if sides else sentence("face_not_on_die")
                self.typed.wrong(name, self.typed.one(f"label.{question}"), said)
            else:
                found[question] = {"faces": list(faces)}
        return found
