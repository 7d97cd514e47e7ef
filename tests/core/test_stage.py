"""What is told is at once true, and the event told next names the house rules that acted."""

from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fight import Combatant, Fight
from combat.core.sheet import Sheet
from combat.core.stage import Stage

CITED = cite("CHA-1.2")


def stage() -> Stage:
    return Stage(Fight(ruleset="chaos", combatants={"one": Combatant(id="one", sheet=Sheet(body={}))}))


def happened(*changes: Change) -> Happened:
    return Happened("hit", "one", {"lost": 2}, changes, CITED)


def test_what_is_told_holds_from_then_on() -> None:
    found = stage()
    found.tell(happened(Change("one", "flags.aim", None, "aim")))
    assert found.who("one").flags == {"aim": "aim"}


def test_the_next_event_names_what_acted_once() -> None:
    found = stage()
    found.acted("tie", "halving")
    found.acted("tie")
    assert found.tell() == ()
    first, second = found.tell(happened(), happened())
    assert (first.data, second.data) == ({"lost": 2, "option": ["tie", "halving"]}, {"lost": 2})
    assert found.tell(happened())[0].data == {"lost": 2}


def test_every_hit_has_a_number_of_its_own() -> None:
    found = stage()
    assert [found.next_hit(), found.next_hit(), found.hits] == [1, 2, 2]
