"""Der Zauber, wie er angesagt ist, CHA-9: what a cast names, what it costs, why it is refused."""

from typing import NamedTuple

from combat.core.bill import as_modifiers, words_of_gm
from combat.core.body import dice, inner, names_in, text, whole
from combat.core.citation import cite
from combat.core.dice import Dice
from combat.core.event import Modifier
from combat.core.fields import choice, choices, yes_no
from combat.core.fields import number as whole_number
from combat.core.fight import Combatant, Fight
from combat.core.intent import GmModifier, Intent, Part, Reason
from combat.core.schema import Field
from combat.core.sheet import Sheet
from combat.core.value import Json
from combat.rulesets.chaos.afford import UNIT
from combat.rulesets.chaos.cost import price_of
from combat.rulesets.chaos.data import TABLES, modifier, number
from combat.rulesets.chaos.deed import Asked, Deed, asked, deed_of, forbidden
from combat.rulesets.chaos.gathering import kept_round
from combat.rulesets.chaos.options import House, house_rules
from combat.rulesets.chaos.person import attribute_bill, points
from combat.rulesets.chaos.purse import ASKED_LATER, LATER, PRICES
from combat.rulesets.chaos.reaction import SPELL_POINTS_HIGHEST
from combat.rulesets.chaos.roll import Goal, goal
from combat.rulesets.chaos.skill_test import start
from combat.rulesets.chaos.state import SPELL_POINT, SPENT
from combat.rulesets.chaos.words import RESISTANCES

FORM = "cast"
CONCENTRATION = "concentration"
MAGIC = cite("CHA-9.1", "CHA-9.5")
GATHERED = cite("CHA-9.7")
EFFECT = cite("CHA-9.4", "CHA-9.8")
MISHAP = number("mishap_from")
MOST = 99
"""As many spell points as a field takes; the rules say how many are too many."""
CONCENTRATED = modifier("concentrate")


class Spell(NamedTuple):
    """A spell of the sheet: what its owner calls it, how hard it is, what resists it, what it does."""

    name: str
    grade: int
    resistance: str
    damage: Dice | None
    healing: Dice | None

    @property
    def needs_target(self) -> bool:
        """Whether it does something to somebody."""
        return bool(self.resistance or self.damage or self.healing)


class Cast(NamedTuple):
    """A cast as announced; ``effect``: spell points for damage or healing; ``gathering``: the Konzentration test."""

    fight: Fight
    deed: Deed
    spell: Spell
    target: Combatant | None
    house: House
    on_roll: int
    effect: int
    gathering: Goal | None
    kept: int | None
    goal: Goal

    def concentrated(self) -> Goal:
        """The goal after a Konzentration test that succeeded.

        Rule: CHA-9.7.
        """
        return goal(self.goal.base, (*self.goal.modifiers, CONCENTRATED), self.house.strict_under, MISHAP)


def spells_of(sheet: Sheet) -> tuple[str, ...]:
    """The spells and mutations of a sheet."""
    return tuple(inner(sheet.body, "spells"))


def spell_of(sheet: Sheet, key: str) -> Spell:
    """A spell as the sheet holds it."""
    record = inner(inner(sheet.body, "spells"), key)
    resistance = text(record.get("resistance"))
    return Spell(
        name=text(record.get("label")),
        grade=min(max(whole(record.get("grade"), 1), 1), 6),
        resistance=resistance if resistance in RESISTANCES else "",
        damage=dice(text(record.get("damage"))),
        healing=dice(text(record.get("healing"))),
    )


BUYS = ("extra_degree", UNIT)
"""What action points can bring whoever casts."""


def fields_of(actor: Combatant) -> tuple[Field, ...]:
    """What a cast may carry; who has concentrated at the end of the round before does so unless he says otherwise."""
    known = spells_of(actor.sheet)
    return (
        choice(
            "spell",
            known,
            default=known[0] if known else None,
            optional=not known,
            choice_names=names_in(inner(actor.sheet.body, "spells")),
            rules=MAGIC,
        ),
        yes_no("concentrate", default=kept_round(actor) is not None, rules=GATHERED),
        whole_number(
            "spell_points_roll", default=0, high=MOST, group="spell_points", pool="spell_points", rules=cite("CHA-9.1")
        ),
        whole_number(
            "spell_points_effect", default=0, high=MOST, group="spell_points", pool="spell_points", rules=EFFECT
        ),
        choices(
            "spend",
            BUYS,
            group="action_points",
            pool="action_points",
            prices=tuple([(key, PRICES[key]) for key in BUYS]),
            rules=cite("CHA-8.2", "CHA-9.5"),
        ),
        ASKED_LATER,
    )


def cast_goal(actor: Combatant, spell: Spell, on_roll: int, words: tuple[GmModifier, ...], house: House) -> Goal:
    """Magic in full with the grade's modifier, spell points and the game master's word; nothing else counts.

    Rule: CHA-9.1.
    """
    name = f"list.spell_grade.{spell.grade}"
    found = [Modifier("grade", TABLES.number(name), "add", TABLES.rules(name)),
             Modifier("spell_points", SPELL_POINT * on_roll, "add", SPENT)]  # fmt: skip
    found += words_of_gm(words, MAGIC)
    base = as_modifiers(attribute_bill(actor.sheet, "magic", MAGIC))
    return goal(base, tuple([each for each in found if each.value]), house.strict_under, MISHAP)


def read(fight: Fight, intent: Intent) -> tuple[Cast | None, tuple[Reason, ...]]:
    """A cast worked out as far as it goes before the dice, and everything that keeps it from being made."""
    actor = fight.combatants.get(intent.actor)
    request = asked(fight, intent, () if actor is None else fields_of(actor))
    if actor is None or request.reasons:
        return None, request.reasons
    known = spells_of(actor.sheet)
    if not known:
        return None, (Reason("no_spell", {"who": actor.id}, MAGIC),)
    found = _cast(fight, actor, request, spell_of(actor.sheet, text(request.given.get("spell"), known[0])), intent)
    gathers = _gathers(actor, request)
    return found, (
        *_target_reasons(fight, request.part, found.spell),
        *_spell_point_reasons(found),
        *(_unlearned() if gathers and found.gathering is None else ()),
        *forbidden(fight, found.deed),
    )


def _unlearned() -> tuple[Reason, ...]:
    return (Reason("not_learned", {"skill": CONCENTRATION}, GATHERED),)


def _gathers(actor: Combatant, request: Asked) -> bool:
    return request.given.get("concentrate", kept_round(actor) is not None) is True


def _cast(fight: Fight, actor: Combatant, request: Asked, spell: Spell, intent: Intent) -> Cast:
    """Concentrating in the same round is paid with the cast; at the end of the round before it has been paid.

    Rule: CHA-9.7.
    """
    house, given, kept = house_rules(fight.options), request.given, kept_round(actor)
    price = price_of(actor, FORM)
    base = start(actor.sheet, "skill", CONCENTRATION) if _gathers(actor, request) else None
    if base is not None and kept is None:
        price = (*price, *price_of(actor, "concentrate"))
    on_roll = whole(given.get("spell_points_roll"))
    targets = request.part.targets
    return Cast(
        fight=fight,
        deed=deed_of(fight, actor, FORM, price, request.spend)._replace(later=given.get(LATER) is True),
        spell=spell,
        target=fight.combatants.get(targets[0]) if targets else None,
        house=house,
        on_roll=on_roll,
        effect=whole(given.get("spell_points_effect")) if spell.damage or spell.healing else 0,
        gathering=None if base is None else goal(as_modifiers(base), (), house.strict_under),
        kept=kept,
        goal=cast_goal(actor, spell, on_roll, intent.gm_modifiers, house),
    )


def _target_reasons(fight: Fight, part: Part, spell: Spell) -> tuple[Reason, ...]:
    """A spell that does something needs somebody to do it to, the caster too; one at a time."""
    reasons = [
        Reason("unknown_target", {"target": name}, MAGIC) for name in part.targets if name not in fight.combatants
    ]
    if len(part.targets) > 1:
        reasons.append(Reason("too_many_targets", {}, MAGIC))
    if spell.needs_target and not part.targets:
        reasons.append(Reason("no_target", {}, MAGIC))
    return tuple(reasons)


def _spell_point_reasons(cast: Cast) -> tuple[Reason, ...]:
    """At most three spell points on a roll, and no more altogether than one owns.

    Rule: CHA-9.6.
    """
    left, needed = points(cast.deed.actor.sheet, "spell_points"), cast.on_roll + cast.effect
    data: dict[str, Json] = {"needed": needed, "left": left}
    reasons = []
    if cast.on_roll > SPELL_POINTS_HIGHEST:
        reasons.append(Reason("too_many_spell_points", {"limit": SPELL_POINTS_HIGHEST}, cite("CHA-9.1", "CHA-9.6")))
    if needed > left:
        reasons.append(Reason("not_enough_spell_points", data, cite("CHA-9.4", "CHA-9.6")))
    return tuple(reasons)
