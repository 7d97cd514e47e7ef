"""Whatever an intent or a flag holds, the rules answer with reasons or events, never with a fault of their own."""

import random
from contextlib import suppress
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from combat.core.fight import Fight
from combat.core.intent import GmModifier, Intent, Part, Refused
from combat.core.procedure import Answer, Provider, Question, Roll, chained, defaults, run
from combat.core.value import Json
from combat.rulesets.chaos.forms import offers, perform, preview
from combat.rulesets.chaos.melee import ACTIONS
from combat.rulesets.chaos.modifiers import STATED
from combat.rulesets.chaos.purse import SPEND
from combat.rulesets.chaos.words import MODES, TRAITS, WEAPON_KINDS, ZONES
from tests.rulesets.chaos.build import armour, duel, sheet, weapon

SHOOTER, TARGET = "character:1", "character:2"
scalars: st.SearchStrategy[Json] = (
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["", "aim", "semi", "head", TARGET, "item:9"])
)
anything: st.SearchStrategy[Json] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=2)
)
parameters = st.fixed_dictionaries(
    {},
    optional={
        "mode": st.sampled_from(MODES) | anything,
        "moving": st.booleans() | anything,
        "called_zone": st.sampled_from(ZONES) | anything,
        "modifiers": st.lists(st.sampled_from(STATED)) | anything,
        "guidance": st.sampled_from(["shooter", "self"]) | anything,
        "assign": st.lists(st.integers(0, 1)) | anything,
        "spend": st.lists(st.sampled_from(SPEND), max_size=4) | anything,
        "give_up_aim": st.booleans() | anything,
        "hits": st.integers(1, 5) | anything,
        "action": st.sampled_from(ACTIONS) | anything,
        "grip": st.sampled_from(["one_handed", "two_handed"]) | anything,
        "charge_by": st.sampled_from(["quick_move", "sprint"]) | anything,
        "off_weapon": st.sampled_from(["item:1"]) | anything,
        "as_reaction": st.booleans() | anything,
        "neck_break": st.booleans() | anything,
    },
)
flags = st.dictionaries(
    st.sampled_from(
        ["aim", "aim_target", "in_motion", "sprinted", "moved_quickly", "took_cover", "cover", "shooting_actions",
         "bought_units", "fired", "guarding", "unaware", "held_by", "shield_damage", "shield_bonus_lost"]
    ),
    anything,
    max_size=4,
)  # fmt: skip
bodies = st.dictionaries(
    st.sampled_from(
        ["weapon_kind", "skill", "damage", "damage_type", "element", "penetration", "recoil", "base_range", "shots",
         "loaded", "capacity", "heat", "shut_down", "jammed", "powered"]
    ),
    anything,
    max_size=3,
)  # fmt: skip
people = st.dictionaries(
    st.sampled_from(
        ["attributes", "pools", "maxima", "statuses", "skills", "talents", "overrides", "properties", "resistances",
         "shock_rounds", "weapon_skills_count", "melee_attacks"]
    ),
    anything,
    max_size=3,
)  # fmt: skip
traits = st.dictionaries(st.sampled_from(TRAITS), st.integers(1, 4), max_size=3)


def rolling(seed: int) -> Provider:
    source = random.Random(seed)

    def provide(question: Question) -> Answer | None:
        if not isinstance(question, Roll):
            return None
        return Answer(faces=tuple(source.randint(1, question.dice.sides) for _ in range(question.dice.count)))

    return provide


@given(st.data())
def test_every_announcement_ends_in_reasons_or_events(data: st.DataObject) -> None:
    rifle = weapon(traits=data.draw(traits))
    kind = data.draw(st.sampled_from(WEAPON_KINDS))
    rifle = replace(rifle, body={**rifle.body, "weapon_kind": kind, **data.draw(bodies)})
    fight = duel(
        sheet(rifle, **data.draw(people)),
        sheet(armour(), **data.draw(people)),
        distance=data.draw(st.none() | st.integers(-5, 200)),
    )
    fight = _with_flags(fight, data)
    part = Part(
        form=data.draw(st.sampled_from(["shoot", "hit", "throw", "strike", "grapple", "let_go", "stand_up"])),
        item="item:1",
        targets=data.draw(st.sampled_from([(TARGET,), (TARGET, TARGET), (SHOOTER,), ()])),
        parameters=data.draw(parameters),
    )
    intent = Intent(actor=SHOOTER, parts=(part,), gm_modifiers=(GmModifier(value=data.draw(st.integers(-50, 50))),))
    for each in offers(fight, SHOOTER):
        assert isinstance(each.cost.get("action_units", 0), int)
    told = preview(fight, intent)
    with suppress(Refused):
        outcome = run(perform(fight, intent), chained(rolling(data.draw(st.integers(0, 999))), defaults))
        assert (outcome.question, told.reasons) == (None, ())


def _with_flags(fight: Fight, data: st.DataObject) -> Fight:
    changed = {name: replace(each, flags=data.draw(flags)) for name, each in fight.combatants.items()}
    return replace(fight, combatants=changed, options=data.draw(st.dictionaries(st.sampled_from("ab"), anything)))
