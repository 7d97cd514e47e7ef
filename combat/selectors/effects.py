"""What a choice would change: the same announcement asked again with one thing different, without dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from combat.core.fight import Fight
from combat.core.intent import Check, GmModifier, Intent, Preview, Reason, Refused
from combat.core.procedure import Answer, Ask, BadAnswer, Question, run
from combat.core.schema import only_asked
from combat.core.value import Json, with_value
from combat.selectors.draft import is_said
from combat.selectors.scene import Scene


class Effect(NamedTuple):
    """``amount`` on the first roll of the deed, what else differs (who rolls, term, points), and the rules for it;
    ``refused``: why it would be refused with that.
    """

    amount: int
    others: tuple[tuple[str, str, int], ...]
    gone: tuple[str, ...]
    rules: tuple[str, ...]
    differs: bool
    refused: tuple[Reason, ...] = ()


NO_EFFECT = Effect(0, (), (), (), False)


@dataclass(kw_only=True)
class Effects:
    """Previews of one scene and of what it would be with one thing different."""

    scene: Scene

    @cached_property
    def preview(self) -> Preview:
        return self.ask(self.scene.fight, self.scene.request.intent)

    @cached_property
    def heeds_word(self) -> bool:
        """Whether a word of the game master would change anything; unknown as long as nothing is to be rolled."""
        if not self.preview.checks:
            return True
        intent = self.scene.request.intent
        word = GmModifier(value=1)
        return self.ask(self.scene.fight, replace(intent, gm_modifiers=(*intent.gm_modifiers, word))) != self.preview

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Which part of the turn each roll belongs to: it is not there as long as only those before are announced."""
        fight, intent = self.scene.fight, self.scene.request.intent
        before = [intent.parts[:number] for number in range(1, len(intent.parts))]
        counts = [len(self.ask(fight, replace(intent, parts=parts)).checks) for parts in before]
        return tuple(sum(place >= count for count in counts) for place in range(len(self.preview.checks)))

    def ask(self, fight: Fight, intent: Intent) -> Preview:
        return self.scene.rules.preview(fight, intent)

    def with_parameter(self, path: str, value: Json) -> Preview:
        scene = self.scene
        parameters = {name: kept for name, kept in scene.parameters.items() if name != path}
        known = scene.offer.parameters if scene.offer else ()
        if is_said(next((field for field in known if field.path == path), None), value):
            parameters[path] = value
        part = replace(scene.part, parameters=only_asked(known, parameters))
        return self.ask(scene.fight, replace(scene.request.intent, parts=(*scene.earlier, part)))

    def with_flag(self, of: str, path: str, value: Json) -> Preview:
        """``of``: a combatant's id, or "" for the fight itself."""
        fight = self.scene.fight
        stored = None if value is False else value
        if of:
            one = fight.combatants[of]
            changed = replace(one, flags=with_value(one.flags, path, stored))
            fight = replace(fight, combatants={**fight.combatants, of: changed})
        else:
            fight = replace(fight, flags=with_value(fight.flags, path, stored))
        return self.ask(fight, self.scene.request.intent)

    def with_pair(self, target: str, path: str, value: Json) -> Preview:
        """With another fact between the actor and a target."""
        fight, name = self.scene.fight, f"{self.scene.actor_ref}>{target}"
        pairs = {**fight.pairs, name: {**fight.pairs.get(name, {}), path: value}}
        return self.ask(replace(fight, pairs=pairs), self.scene.request.intent)

    def toggled(self, on: bool, other: Callable[[], Preview]) -> Effect:
        """What a fact does: the announcement with it, compared with the one without."""
        with_it, without = (self.preview, other()) if on else (other(), self.preview)
        before = len(self.scene.earlier)
        return effect(without, with_it, first=sum(place < before for place in self.places))

    # --- questions before the first die ---------------------------------------------------------------------

    def asked(self, choices: Mapping[str, str]) -> tuple[list[Ask], Question | None, tuple[Reason, ...]]:
        """Every choice that comes before the first die, the first die, and why it would be refused."""
        asks: list[Ask] = []

        def provide(question: Question) -> Answer | None:
            if not isinstance(question, Ask):
                return None
            asks.append(question)
            chosen = choices.get(question.name, question.default)
            is_open = any(choice.key == chosen and not choice.reasons for choice in question.choices)
            return Answer(choice=chosen if is_open else question.default)

        try:
            outcome = run(self.scene.rules.perform(self.scene.fight, self.scene.request.intent), provide)
        except Refused as refused:
            return asks, None, refused.reasons
        except BadAnswer as bad:
            return asks, None, bad.reasons
        return asks, outcome.question, ()


def effect(without: Preview, with_it: Preview, *, first: int = 0) -> Effect:
    """``first``: where the rolls of the deed begin at which the fact stands; those before it tell nothing of it."""
    if without == with_it:
        return NO_EFFECT
    before, after = _by_place(without), _by_place(with_it)
    amount, others, rules = 0, [], list[str]()
    rolls = list(after.items())[first:]
    for place, check in rolls:
        old = before.get(place)
        if old is None or old == check:
            continue
        # Where modifiers are added to the dice, the number to reach stays and the dice differ.
        # What a limit takes off again is a step of the bill; beside the fact stands the rule's own number.
        reached = check.target_number - old.target_number - (_limited(check) - _limited(old))
        difference = reached or check.dice.bonus - old.dice.bonus
        rules += [str(rule) for rule in _new_rules(old, check)]
        if place == rolls[0][0]:
            amount = difference
        elif difference and (check.term, difference) != (rolls[0][1].term, amount):
            others.append((check.who, check.term, difference))
    # What is refused rolls nothing: why it is refused says more than what is not rolled.
    refused = tuple(reason for reason in with_it.reasons if reason not in without.reasons)
    gone = () if refused else tuple(check.term for place, check in before.items() if place not in after)
    return Effect(amount, tuple(others), gone, tuple(dict.fromkeys(rules)), True, refused)


def _limited(check: Check) -> int:
    """What limits take off what a check adds up to."""
    return sum(modifier.value for modifier in check.modifiers if modifier.kind == "limit")


def _by_place(preview: Preview) -> dict[tuple[str, str, int], Check]:
    found: dict[tuple[str, str, int], Check] = {}
    for check in preview.checks:
        number = sum(1 for who, term, _count in found if (who, term) == (check.who, check.term))
        found[(check.who, check.term, number)] = check
    return found


def _new_rules(old: Check, new: Check) -> list[str]:
    known = {(modifier.key, modifier.value) for modifier in (*old.base, *old.modifiers)}
    other = {(modifier.key, modifier.value) for modifier in (*new.base, *new.modifiers)}
    rules: list[str] = []
    for modifier in (*new.modifiers, *old.modifiers):
        if (modifier.key, modifier.value) in known ^ other:
            rules += [str(rule) for rule in modifier.rules]
    return rules
