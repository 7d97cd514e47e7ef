"""Fights as people set them up: who is in them, what is stated, what stands about; recorded once, taken back whole."""

from __future__ import annotations

import pytest

from chaos_sheets import journal, services
from chaos_sheets.errors import Invalid, KeyReused, NotAllowed, NotVisible, ServiceError, StaleEdit
from chaos_sheets.models import Character, JournalEntry, User
from chaos_sheets.services.copies import numbered
from combat import services as combat
from combat.core.value import Json
from combat.models import Combatant, Encounter
from combat.steps import Step
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import THEIRS, apart, folds, fresh, one, prepared, running, shot, step, undo_newest

# --- set up ---------------------------------------------------------------------------------------------------


def test_a_fight_is_made_once_with_one_key(cast: Cast) -> None:
    """A02: the same form sent twice makes one fight."""
    made = [
        combat.encounter_create(campaign=cast.campaign, user=cast.gm, key="tor", name=" Am Tor ") for _twice in range(2)
    ]
    assert made[0].pk == made[1].pk
    assert made[0].name == "Am Tor"
    assert Encounter.objects.count() == 1
    with pytest.raises(KeyReused):
        combat.encounter_create(campaign=cast.campaign, user=cast.gm, key="tor", name="Anderswo")
    assert folds(cast)


@pytest.mark.parametrize("name", ["", "  ", "x" * 500, "a\0b", "zwei\nZeilen"])
def test_a_fight_needs_a_name_on_one_line(cast: Cast, name: str) -> None:
    with pytest.raises(Invalid):
        combat.encounter_create(campaign=cast.campaign, user=cast.gm, key=key(), name=name)
    assert not Encounter.objects.exists()


def test_making_a_fight_is_the_game_masters(cast: Cast) -> None:
    for user in (cast.owner, cast.fellow, cast.spectator):
        with pytest.raises(NotAllowed):
            combat.encounter_create(campaign=cast.campaign, user=user, key=key(), name="Mein Kampf")
    with pytest.raises(NotVisible):
        combat.encounter_create(campaign=cast.campaign, user=cast.stranger, key=key(), name="Fremd")


def test_a_fight_that_was_taken_back_is_gone_and_comes_back(cast: Cast) -> None:
    made = combat.encounter_create(campaign=cast.campaign, user=cast.gm, key=key(), name="Am Tor")
    undo_newest(cast)
    with pytest.raises(NotVisible):
        combat.encounter_rename(encounter=fresh(made), user=cast.gm, key=key(), name="Am Fluss")
    undo_newest(cast)
    combat.encounter_rename(encounter=fresh(made), user=cast.gm, key=key(), name="Am Fluss")
    assert fresh(made).name == "Am Fluss"
    assert folds(cast)


def test_who_comes_in_is_a_row_and_goes_with_an_undo(cast: Cast) -> None:
    made = prepared(cast)
    assert {each.character for each in made.combatants.all()} == {cast.hero, cast.other, cast.kind, cast.hidden}
    assert one(made, cast.kind).party == THEIRS
    assert folds(cast)
    before = journal.stored(cast.campaign)
    undo_newest(cast)
    assert not Combatant.objects.filter(encounter=made, party=THEIRS).exists()
    assert folds(cast)
    undo_newest(cast)
    assert journal.stored(cast.campaign) == before
    assert one(made, cast.hidden).party == THEIRS


def test_nobody_comes_in_twice(cast: Cast) -> None:
    made = prepared(cast)
    with pytest.raises(ServiceError) as error:
        combat.encounter_join(encounter=made, user=cast.gm, key=key(), characters=[cast.hero], party=THEIRS)
    assert error.value.code == "already_in_encounter"


def test_a_stranger_of_another_campaign_cannot_come_in(cast: Cast) -> None:
    made = prepared(cast)
    foreign = Character.objects.exclude(campaign=cast.campaign).filter(template=False).first()
    assert foreign is not None
    with pytest.raises(NotVisible):
        combat.encounter_join(encounter=made, user=cast.gm, key=key(), characters=[foreign])


# --- copies ---------------------------------------------------------------------------------------------------


def test_copies_are_numbered_on() -> None:
    assert numbered("Söldner", 1, []) == ["Söldner"]
    assert numbered("Söldner", 3, []) == ["Söldner 1", "Söldner 2", "Söldner 3"]
    assert numbered("Söldner", 1, ["Söldner"]) == ["Söldner 2"]
    assert numbered("Söldner", 2, ["Söldner 4", "Söldnerin 9", "Plünderer (11)"]) == ["Söldner 5", "Söldner 6"]


def test_copies_of_one_template_are_independent(cast: Cast) -> None:
    """P01, P02: copies share nothing with each other or with their template."""
    made = prepared(cast)
    before = journal.stored(cast.campaign)
    template = builders.template("mercenary")
    entry = combat.encounter_join_copies(
        encounter=made, user=cast.gm, key="drei", template=template, count=3, party=THEIRS
    )
    again = combat.encounter_join_copies(
        encounter=made, user=cast.gm, key="drei", template=template, count=3, party=THEIRS
    )
    assert entry == again
    assert folds(cast)
    copies = list(Character.objects.filter(campaign=cast.campaign, name__startswith=template.name).order_by("pk"))
    assert [row.name for row in copies] == [f"{template.name} {number}" for number in (1, 2, 3)]
    assert len({row.public_name for row in copies}) == 3
    assert all(row.items.count() == template.items.count() for row in copies)
    services.pool_change(character=copies[0], user=cast.gm, key=key(), pool="hit_points", by=-4)
    assert all("pools" not in Character.objects.get(pk=row.pk).body for row in copies[1:])
    services.entry_undo(entry=JournalEntry.objects.latest("pk"), user=cast.gm, key=key())
    services.entry_undo(entry=entry, user=cast.gm, key=key())
    assert Combatant.objects.filter(encounter=made).count() == 4
    assert all(Character.objects.get(pk=row.pk).retired for row in copies)
    assert journal.stored(cast.campaign)[made.ref] == before[made.ref]
    assert folds(cast)


@pytest.mark.parametrize("count", [0, -1, 21, 10**9])
def test_so_many_copies_are_not_made(cast: Cast, count: int) -> None:
    made = prepared(cast)
    with pytest.raises(Invalid):
        combat.encounter_join_copies(
            encounter=made, user=cast.gm, key=key(), template=builders.template("looter"), count=count
        )
    assert Character.objects.filter(campaign=cast.campaign, template=False).count() == 5


# --- order, coming and going ----------------------------------------------------------------------------------


def test_whoever_leaves_neither_skips_nor_repeats_a_turn(cast: Cast) -> None:
    """H07: removal of a fighter neither skips nor repeats a turn."""
    made = step(prepared(cast), cast.gm, Step.START)
    order = made.body["order"]
    going = Character.objects.get(pk=int(order[0].partition(":")[2]))
    before = journal.stored(cast.campaign)
    combat.encounter_leave(encounter=made, user=cast.gm, key=key(), character=going)
    made = fresh(made)
    assert made.body["current"] == order[1]
    assert made.body["order"] == order[1:]
    assert one(made, going).left
    assert folds(cast)
    undo_newest(cast)
    assert journal.stored(cast.campaign) == before
    last = Character.objects.get(pk=int(order[-1].partition(":")[2]))
    combat.encounter_leave(encounter=fresh(made), user=cast.gm, key=key(), character=last)
    assert fresh(made).body["current"] == order[0]


def test_whoever_comes_back_is_last_in_the_order(cast: Cast) -> None:
    made = running(cast)
    combat.encounter_leave(encounter=made, user=cast.gm, key=key(), character=cast.kind)
    combat.encounter_join(encounter=fresh(made), user=cast.gm, key=key(), characters=[cast.kind], party=THEIRS)
    assert fresh(made).body["order"][-1] == cast.kind.ref
    assert not one(made, cast.kind).left
    assert folds(cast)


def test_a_newcomer_has_kept_nothing(cast: Cast) -> None:
    """CHA-2.2: before his first turn nobody has kept action units, whenever he comes in."""
    made = running(cast)
    combat.encounter_join(encounter=made, user=cast.gm, key=key(), characters=[cast.named], party=THEIRS)
    assert one(made, cast.named).body["budget"]["action_units"] == 0


def test_a_retired_fighter_does_not_stop_the_fight(cast: Cast) -> None:
    made = running(cast)
    services.character_retire(character=cast.kind, user=cast.gm, key=key())
    made = step(made, cast.gm, Step.ROUND)
    assert cast.kind.ref not in made.body["order"]


def test_the_game_master_sets_the_order(cast: Cast) -> None:
    """H04: after all the rules say, the game master has the last word; two who do so at once see both."""
    made = running(cast)
    order = made.body["order"]
    shown = (order, made.body["current"])
    turned = list(reversed(order))
    combat.encounter_order_set(
        encounter=made, user=cast.gm, key=key(), order=turned, current=turned[0], shown=shown, reason="Sturm"
    )
    assert fresh(made).body["order"] == turned
    assert folds(cast)
    with pytest.raises(StaleEdit):
        combat.encounter_order_set(
            encounter=made, user=cast.gm, key=key(), order=[*order[1:], order[0]], current=order[1], shown=shown
        )
    for wrong in ([order[0], order[0]], ["character:999999"], [*order, cast.named.ref]):
        with pytest.raises(NotVisible):
            combat.encounter_order_set(encounter=made, user=cast.gm, key=key(), order=wrong, current="")
    with pytest.raises(Invalid):
        combat.encounter_order_set(encounter=made, user=cast.gm, key=key(), order=order[1:], current=order[0])
    with pytest.raises(NotAllowed):
        combat.encounter_order_set(encounter=made, user=cast.owner, key=key(), order=order, current="")


# --- what is stated -------------------------------------------------------------------------------------------


def test_what_is_stated_is_kept_and_counts(cast: Cast) -> None:
    """CHA-3.2: the distance entered once is the one every later shot uses, in either order."""
    made = running(cast)
    pair = f"{cast.kind.ref}>{cast.hero.ref}"
    combat.encounter_state_set(encounter=made, user=cast.gm, key=key(), stated={"pairs": {pair: {"distance": 45}}})
    seen = combat.preview(campaign=cast.campaign, user=cast.gm, request=shot(made, cast.hero, cast.kind))
    stated = {"pairs": {f"{cast.hero.ref}>{cast.kind.ref}": {"distance": 45}}}
    same = combat.preview(campaign=cast.campaign, user=cast.gm, request=shot(made, cast.hero, cast.kind, **stated))
    far = {"pairs": {f"{cast.hero.ref}>{cast.kind.ref}": {"distance": 400}}}
    other = combat.preview(campaign=cast.campaign, user=cast.gm, request=shot(made, cast.hero, cast.kind, **far))
    assert seen.checks[0].target_number == same.checks[0].target_number != other.checks[0].target_number
    combat.act(
        campaign=cast.campaign, user=cast.gm, request=shot(made, cast.hero, cast.kind, **far), key=key(), decline=True
    )
    assert fresh(made).body["pairs"] == {pair: {"distance": 400}}
    assert folds(cast)
    combat.encounter_state_set(encounter=made, user=cast.gm, key=key(), stated={"pairs": {pair: {"distance": None}}})
    assert "pairs" not in fresh(made).body


def test_a_player_states_what_is_so_of_his_own(cast: Cast) -> None:
    made = running(cast)

    def state(user: User, ref: str) -> None:
        combat.encounter_state_set(
            encounter=made, user=user, key=key(), stated={"combatants": {ref: {"flags": {"in_motion": True}}}}
        )

    state(cast.owner, cast.hero.ref)
    assert one(made, cast.hero).body["flags"]["in_motion"] is True
    for user in (cast.owner, cast.spectator):
        with pytest.raises(NotAllowed):
            state(user, cast.other.ref)
    with pytest.raises(NotAllowed):
        combat.encounter_state_set(
            encounter=made, user=cast.owner, key=key(), budgets={cast.hero.ref: {"action_units": 99}}
        )
    stated: dict[str, Json] = {"combatants": {cast.kind.ref: {"flags": {"unaware": True}}}}
    what = shot(made, cast.hero, cast.kind, **stated)
    with pytest.raises(NotAllowed):
        combat.act(campaign=cast.campaign, user=cast.owner, request=what, key=key())


@pytest.mark.parametrize(
    "stated",
    [
        {"pairs": {"character:1": {"distance": 3}}},
        {"pairs": {"character:1>character:2>character:3": {"distance": 3}}},
        {"pairs": {"HERO>KIND": {"distance": -3}}},
        {"pairs": {"HERO>KIND": {"distance": "weit"}}},
        {"pairs": {"HERO>KIND": {"mass": 3}}},
        {"combatants": {"HERO": {"flags": {"cover": "item:999999"}}}},
        {"combatants": {"HERO": {"flags": {"cover": 7}}}},
        {"combatants": {"NAMED": {"flags": {"in_motion": True}}}},
        {"combatants": []},
        {"flags": {"poor_visibility": "ja"}},
        "alles",
    ],
)
def test_what_cannot_be_is_not_kept(cast: Cast, stated: object) -> None:
    """Bad input gets a code and changes nothing."""
    made = running(cast)
    names = {"HERO": cast.hero.ref, "KIND": cast.kind.ref, "NAMED": cast.named.ref}

    def filled(value: object) -> object:
        if isinstance(value, dict):
            return {filled(name): filled(inner) for name, inner in value.items()}
        if isinstance(value, str):
            for word, ref in names.items():
                value = value.replace(word, ref)
        return value

    before = journal.stored(cast.campaign)
    with pytest.raises((Invalid, NotVisible)):
        combat.encounter_state_set(encounter=made, user=cast.gm, key=key(), stated=filled(stated))  # type: ignore[arg-type]
    assert journal.stored(cast.campaign) == before


def test_the_kind_of_an_opponent_is_not_his_name(cast: Cast) -> None:
    """I01: known by his kind only; a template without a word for it is not named by what the game master reads."""
    made = prepared(cast)
    for which, count in (("mercenary", 2), ("orc_berserker", 1)):
        combat.encounter_join_copies(
            encounter=made, user=cast.gm, key=key(), template=builders.template(which), count=count, party=THEIRS
        )
    copies = Character.objects.filter(campaign=cast.campaign, public_name__startswith="Gegner").order_by("pk")
    assert [row.public_name for row in copies] == ["Gegner 1", "Gegner 2", "Gegner 3"]


# --- covers ---------------------------------------------------------------------------------------------------


def test_a_cover_comes_goes_and_uncovers_whoever_was_behind_it(cast: Cast) -> None:
    made = running(cast)
    entry = combat.encounter_cover_place(
        encounter=made, user=cast.gm, key=key(), source=builders.stock("cover", "oil_drum"), name="Fass"
    )
    (number,) = fresh(made).body["covers"]
    ref = f"item:{number}"
    behind = {"combatants": {cast.kind.ref: {"flags": {"cover": ref}}}, **apart(cast.hero, cast.kind)}
    combat.encounter_state_set(encounter=made, user=cast.gm, key=key(), stated=behind)
    seen = combat.preview(campaign=cast.campaign, user=cast.gm, request=shot(made, cast.hero, cast.kind))
    assert not seen.reasons
    before = journal.stored(cast.campaign)
    cover = cast.campaign.items.get(pk=number)
    assert cover.name == "Fass"
    combat.encounter_cover_remove(encounter=made, user=cast.gm, key=key(), cover=cover)
    assert "covers" not in fresh(made).body
    assert "cover" not in one(made, cast.kind).body.get("flags", {})
    undo_newest(cast)
    assert journal.stored(cast.campaign) == before
    assert folds(cast)
    assert entry.cause == "cover_placed"


def test_a_cover_that_stands_on_the_table_can_come_in(cast: Cast) -> None:
    made = prepared(cast)
    combat.encounter_cover_place(encounter=made, user=cast.gm, key=key(), source=cast.cover)
    assert list(fresh(made).body["covers"]) == [str(cast.cover.pk)]
    with pytest.raises(Invalid):
        combat.encounter_cover_place(encounter=made, user=cast.gm, key=key(), source=builders.stock("gear", "medipack"))
    with pytest.raises(NotVisible):
        combat.encounter_cover_place(encounter=made, user=cast.gm, key=key(), source=cast.weapon())
