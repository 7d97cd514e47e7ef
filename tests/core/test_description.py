"""A description finds its kinds."""

from combat.core.description import ItemKind, Pool, RulesetInfo, TraitInfo
from combat.core.glossary import Glossary
from combat.core.schema import Schema


def test_a_kind_is_found_by_its_key() -> None:
    weapon = ItemKind(key="weapon", use="weapon")
    info = RulesetInfo(
        id="x", prefix="X", name="X", version="1", sheet=Schema(), kinds=(weapon,), glossary=Glossary(terms={})
    )
    assert info.kind("weapon") is weapon
    assert info.kind("ship") is None


def test_a_trait_is_shown_under_its_key_unless_a_term_is_given() -> None:
    assert TraitInfo(key="cqb").label == "cqb"
    assert TraitInfo(key="explosive", term="trait.explosive").label == "trait.explosive"


def test_a_pool_has_no_marks_unless_it_says_so() -> None:
    assert Pool(key="action_points", current="a", maximum="b").marks(9) == ()
