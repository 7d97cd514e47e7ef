"""What an action without a die comes to is told before it is done."""

from dataclasses import replace

from combat.core.sheet import Item
from tests.rulesets.chaos.build import sheet
from tests.rulesets.chaos.test_deeds import CHAOS, ONE, TWO, caster, done, offered, refused, scene, to


def test_a_move_tells_its_metres_and_taking_cover_what_the_cover_comes_to() -> None:
    """CHA-2.3: BEB + 1 metres, twice, five times; CHA-5.2: 30 + 10, CHA-5.10: halved after a quick move."""
    metres = [
        CHAOS.preview(scene(), to(form)).notes[0].data["metres"] for form in ("covered_move", "quick_move", "sprint")
    ]
    assert metres == [5, 10, 25]
    wall = Item(id="item:9", kind="cover", body={"bonus": 30, "integrity": 10, "barrier_class": 1})
    for moved, before, after in ((False, 30, 40), (True, 15, 20)):
        behind = replace(scene(cover="item:9", moved_quickly=moved), things={"item:9": wall})
        note = CHAOS.preview(behind, to("take_cover")).notes[0]
        assert (note.code, note.data["before"], note.data["after"]) == ("cover_becomes", before, after)
    gone = replace(wall, body={**wall.body, "destroyed": True})
    behind = replace(scene(cover="item:9"), things={"item:9": gone})
    assert refused(behind, to("take_cover")) == ["no_cover"]
    assert CHAOS.preview(scene(cover=TWO), to("take_cover")).notes == ()
    assert CHAOS.preview(scene(), to("take_cover")).notes == ()


def test_only_who_knows_a_spell_is_offered_to_concentrate() -> None:
    assert (offered(scene(), "concentrate"), offered(scene(caster()), "concentrate")) == ({}, {"": []})


def test_what_a_player_has_named_himself_is_offered_under_that_name() -> None:
    """CHA-9.1, CHA-0.3: spells of one's own design, free attributes and own skills keep the names on the sheet."""
    own = sheet(
        spells={"ember_lance": {"label": "Glutlanze"}, "b": {"grade": 2}},
        extra_attributes={"luck": {"label": "Massel", "value": 30}},
        skills={"wall_running": {"label": "Wandlauf", "rank": 1}},
    )
    fields = {
        field.path: field
        for offer in CHAOS.offers(scene(own), ONE)
        if offer.form in ("cast", "test")
        for field in offer.parameters
    }
    assert fields["spell"].choice_names == (("ember_lance", "Glutlanze"),)
    assert fields["extra_attribute"].choice_names == (("luck", "Massel"),)
    assert fields["skill"].choice_names == (("wall_running", "Wandlauf"),)
    events, _ = done(scene(own), to("cast", TWO, spell="ember_lance"), 99)
    assert [event.data["spell"] for event in events if event.term == "cast"] == ["Glutlanze"]


def test_a_cast_tells_the_resistance_it_meets_and_what_each_degree_takes_off_it() -> None:
    """CHA-9.2: 40 less 10 for each degree; whoever casts on himself does not resist."""
    fight = scene(caster(resistance="mental"), sheet())
    told = CHAOS.preview(fight, to("cast", TWO))
    resist = [(check.who, check.target_number) for check in told.checks if check.term == "resist"]
    assert resist == [(TWO, 40)]
    assert [(note.code, note.data) for note in told.notes] == [("resistance_falls", {"resistance_penalty": 10})]
    alone = CHAOS.preview(fight, to("cast", ONE))
    assert ([check.term for check in alone.checks], alone.notes) == (["cast"], ())
