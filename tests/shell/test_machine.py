"""A machine that does anything to a campaign, legal or not, and looks after every step whether the journal tells it.

After each step the fold of the journal is the stored state; what was refused changed nothing; what is taken back at
once leaves no trace; a key that comes twice does nothing the second time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from chaos_sheets import journal, services
from chaos_sheets.errors import ServiceError
from chaos_sheets.models import Campaign, Character, Item, JournalEntry, Known, Place, User
from chaos_sheets.services import Edit
from combat import services as combat
from combat.core.intent import Refused
from combat.core.procedure import BadAnswer, Roll
from combat.core.value import Json
from combat.models import Resolution
from tests.builders import key, stock
from tests.cast import Cast, make_cast, read_cast
from tests.shell.machine_parts import item_paths, makes, nth, numbers, paths, who
from tests.shell.machine_parts import shown as shown_in

REFUSALS = (ServiceError, Refused, BadAnswer)
STEPS = int(os.environ.get("MACHINE_STEPS", "20"))
EXAMPLES = int(os.environ.get("MACHINE_EXAMPLES", "5"))


class Table(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        names = User.objects.filter(username="gm")
        self.cast: Cast = make_cast() if not names.exists() else read_cast()
        self.campaign = self.cast.campaign

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    # --- what is there now ---

    def user(self, name: str) -> User:
        return User.objects.get(username=name)

    def character(self, number: int) -> Character:
        rows = Character.objects.filter(campaign=self.campaign, template=False).order_by("pk")
        return rows[number % rows.count()]

    def item(self, number: int) -> Item:
        rows = Item.objects.filter(campaign=self.campaign).exclude(place=Place.CATALOGUE).order_by("pk")
        return rows[number % rows.count()]

    def entry(self, number: int) -> JournalEntry:
        rows = JournalEntry.objects.filter(campaign=self.campaign).order_by("-pk")
        return rows[number % rows.count()]

    def attempt(self, do: Callable[[str], Any], *, undo: bool = False) -> None:
        """Do it with a new key, and then once more with the same; what is refused changes nothing."""
        before = journal.stored(self.campaign)
        one_time = key("machine")
        try:
            with transaction.atomic():
                do(one_time)
        except REFUSALS:
            assert journal.stored(self.campaign) == before
            return
        after = journal.stored(self.campaign)
        try:
            with transaction.atomic():
                do(one_time)
        except REFUSALS:
            pass
        assert journal.stored(self.campaign) == after
        entry = JournalEntry.objects.filter(campaign=self.campaign, key=one_time).first()
        if undo and entry is not None and entry.changes and not makes(entry):
            services.entry_undo(entry=entry, user=self.user("gm"), key=key("undo"))
            assert journal.stored(self.campaign) == before

    # --- what people do ---

    @rule(name=who, number=nth, edits=st.lists(paths, min_size=1, max_size=3), undo=st.booleans(), stale=st.booleans())
    def edits_a_sheet(self, name: str, number: int, edits: list[tuple[str, Json]], undo: bool, stale: bool) -> None:
        row = self.character(number)
        state = journal.stored(self.campaign)[row.ref]
        shown = {path: shown_in(state, path, row) for path, _ in edits}
        wanted = {path: Edit("etwas anderes" if stale else shown[path], value) for path, value in edits}
        self.attempt(
            lambda one_time: services.character_edit(
                character=row, user=self.user(name), key=one_time, edits=wanted, reason="darum"
            ),
            undo=undo,
        )

    @rule(name=who, number=nth, edit=item_paths, undo=st.booleans())
    def edits_a_thing(self, name: str, number: int, edit: tuple[str, Json], undo: bool) -> None:
        row = self.item(number)
        path, value = edit
        shown = shown_in(journal.stored(self.campaign)[row.ref], path, row)
        self.attempt(
            lambda one_time: services.item_edit(
                item=row, user=self.user(name), key=one_time, edits={path: Edit(shown, value)}
            ),
            undo=undo,
        )

    @rule(
        name=who,
        number=nth,
        pool=st.sampled_from(["hit_points", "action_points", "mana"]),
        by=numbers,
        undo=st.booleans(),
    )
    def taps_a_pool(self, name: str, number: int, pool: str, by: int, undo: bool) -> None:
        row = self.character(number)
        self.attempt(
            lambda one_time: services.pool_change(character=row, user=self.user(name), key=one_time, pool=pool, by=by),
            undo=undo,
        )

    @rule(name=who, number=nth, by=numbers, undo=st.booleans())
    def moves_money(self, name: str, number: int, by: int, undo: bool) -> None:
        row = self.character(number)
        self.attempt(
            lambda one_time: services.money_change(character=row, user=self.user(name), key=one_time, by=by),
            undo=undo,
        )

    @rule(
        name=who,
        number=nth,
        what=st.sampled_from([("weapon", "kampfmesser"), ("armour", "combat_suit"), ("weapon", "tagebau")]),
        pay=st.booleans(),
    )
    def takes_a_thing(self, name: str, number: int, what: tuple[str, str], pay: bool) -> None:
        row = self.character(number)
        self.attempt(
            lambda one_time: services.item_add(
                character=row, source=stock(*what), user=self.user(name), key=one_time, pay=pay
            )
        )

    @rule(name=who, number=nth, back=st.booleans(), undo=st.booleans())
    def puts_a_thing_away(self, name: str, number: int, back: bool, undo: bool) -> None:
        row = self.item(number)
        do = services.item_restore if back else services.item_retire
        self.attempt(lambda one_time: do(item=row, user=self.user(name), key=one_time), undo=undo)

    @rule(name=who, one=nth, other=nth, undo=st.booleans())
    def fits_a_modification(self, name: str, one: int, other: int, undo: bool) -> None:
        modification, weapon = self.item(one), self.item(other)
        self.attempt(
            lambda one_time: services.item_fit_modification(
                modification=modification, weapon=weapon, user=self.user(name), key=one_time
            ),
            undo=undo,
        )

    @rule(
        name=who, number=nth, status=st.sampled_from(["prone", "burning", "müde"]), on=st.booleans(), undo=st.booleans()
    )
    def sets_a_status(self, name: str, number: int, status: str, on: bool, undo: bool) -> None:
        row = self.character(number)
        do = services.status_set if on else services.status_clear
        self.attempt(
            lambda one_time: do(character=row, user=self.user(name), key=one_time, status=status, reason="weil"),
            undo=undo,
        )

    @rule(name=who, number=nth, value=numbers, lift=st.booleans(), undo=st.booleans())
    def overrides_a_value(self, name: str, number: int, value: int, lift: bool, undo: bool) -> None:
        row = self.character(number)

        def do(one_time: str) -> object:
            user = self.user(name)
            if lift:
                return services.override_lift(character=row, user=user, key=one_time, value_key="dodge")
            return services.override_set(
                character=row, user=user, key=one_time, value_key="dodge", value=value, reason="Segen"
            )

        self.attempt(do, undo=undo)

    @rule(name=who, number=nth, known=st.sampled_from([*Known.values, "alles"]), undo=st.booleans())
    def reveals(self, name: str, number: int, known: str, undo: bool) -> None:
        row = self.character(number)
        self.attempt(
            lambda one_time: services.character_reveal(character=row, user=self.user(name), key=one_time, known=known),
            undo=undo,
        )

    @rule(name=who, number=nth, template=st.sampled_from([None, "looter", "servo_guard"]))
    def makes_a_character(self, name: str, number: int, template: str | None) -> None:
        source = Character.objects.get_by_natural_key("chaos", template) if template else None
        self.attempt(
            lambda one_time: services.character_create(
                campaign=self.campaign, user=self.user(name), key=one_time, name=f"Neu {number}", template=source
            )
        )

    @rule(name=who, number=nth, back=st.booleans(), undo=st.booleans())
    def retires_a_character(self, name: str, number: int, back: bool, undo: bool) -> None:
        row = self.character(number)
        do = services.character_restore if back else services.character_retire
        self.attempt(lambda one_time: do(character=row, user=self.user(name), key=one_time), undo=undo)

    @rule(name=who, value=st.sampled_from([True, False, 7]), jam=numbers, undo=st.booleans())
    def sets_house_rules(self, name: str, value: Json, jam: int, undo: bool) -> None:
        self.attempt(
            lambda one_time: services.campaign_options_set(
                campaign=self.campaign,
                user=self.user(name),
                key=one_time,
                options={"strict_under": value, "jam_from": jam},
            ),
            undo=undo,
        )

    @rule(name=who, what=st.sampled_from(["crate", "tree"]))
    def places_a_cover(self, name: str, what: str) -> None:
        self.attempt(
            lambda one_time: services.cover_place(
                campaign=self.campaign, source=stock("cover", what), user=self.user(name), key=one_time
            )
        )

    @rule(name=who, number=st.integers(0, 12), part=st.booleans())
    def takes_back(self, name: str, number: int, part: bool) -> None:
        entry = self.entry(number)
        only = entry.subjects.order_by("ref").values_list("ref", flat=True).first() if part else None
        self.attempt(lambda one_time: services.entry_undo(entry=entry, user=self.user(name), key=one_time, only=only))

    @rule(
        name=who,
        shooter=nth,
        weapon=nth,
        victim_number=nth,
        mode=st.sampled_from(["single", "single", "semi", "auto", "sanft"]),
        distance=st.sampled_from([5, 20, 45, 45, 400, -3, "weit"]),
        behind=st.booleans(),
        faces=st.lists(st.integers(1, 10), min_size=1, max_size=12),
        undo=st.booleans(),
    )
    def shoots(
        self,
        name: str,
        shooter: int,
        weapon: int,
        victim_number: int,
        mode: str,
        distance: Json,
        behind: bool,
        faces: list[int],
        undo: bool,
    ) -> None:
        actor, victim = self.character(shooter), self.character(victim_number)
        carried = Item.objects.filter(character=actor, kind="weapon").order_by("pk")
        gun = carried[weapon % carried.count()] if carried else self.item(weapon)
        cover = Item.objects.filter(campaign=self.campaign, place=Place.TABLE, retired=False).first()
        is_behind = behind and cover is not None
        request: dict[str, Json] = {
            "fight": {
                "combatants": {victim.ref: {"flags": {"cover": cover.ref} if is_behind and cover else {}}},
                "things": {cover.ref: {}} if is_behind and cover else {},
                "pairs": {f"{actor.ref}>{victim.ref}": {"distance": distance}},
            },
            "intent": {
                "actor": actor.ref,
                "parts": [
                    {
                        "form": "shoot",
                        "item": gun.ref,
                        "targets": [victim.ref],
                        "parameters": {"mode": mode},
                    }
                ],
            },
        }
        self.attempt(lambda one_time: self.play(name, request, one_time, faces), undo=undo)

    @rule(
        one=nth,
        other=nth,
        gun=nth,
        behind=st.booleans(),
        faces=st.lists(st.integers(1, 10), min_size=1, max_size=12),
        undo=st.booleans(),
    )
    def shoots_as_the_rules_allow(
        self, one: int, other: int, gun: int, behind: bool, faces: list[int], undo: bool
    ) -> None:
        """Somebody who carries a gun shoots at somebody else, in a mode the gun has, behind the first cover."""
        guns = Item.objects.filter(character__campaign=self.campaign, character__retired=False, kind="weapon")
        loaded = guns.filter(place=Place.CARRIED, retired=False, body__weapon_kind="firearm").order_by("pk")
        people = Character.objects.in_play().filter(campaign=self.campaign).order_by("pk")
        if not loaded or people.count() < 2:
            return
        weapon = loaded[gun % loaded.count()]
        victims = people.exclude(pk=weapon.character_id or 0)
        modes = sorted(weapon.body["shots"])
        self.shoots(
            name="gm",
            shooter=list(self.everybody()).index(weapon.character),
            weapon=list(self.guns_of(weapon.character)).index(weapon),
            victim_number=list(self.everybody()).index(victims[other % victims.count()]),
            mode=modes[one % len(modes)],
            distance=45,
            behind=behind,
            faces=faces,
            undo=undo,
        )

    def everybody(self) -> Any:
        return Character.objects.filter(campaign=self.campaign, template=False).order_by("pk")

    def guns_of(self, character: Character | None) -> Any:
        return Item.objects.filter(character=character, kind="weapon").order_by("pk")

    def play(self, name: str, request: dict[str, Json], one_time: str, faces: list[int]) -> None:
        """Answer every question with the next number that the dice can show."""
        answers: dict[str, Json] = {}
        for number in range(1000):  # a long burst of a machine gun asks for hundreds of dice
            acted = combat.act(
                campaign=self.campaign,
                user=self.user(name),
                request=request,
                key=one_time,
                answers=answers,
                app_dice=False,
                decline=number % 2 == 0,
            )
            question = acted.question
            if question is None:
                return
            if isinstance(question, Roll):
                dice = question.dice
                drawn = [faces[(number + die) % len(faces)] for die in range(dice.count)]
                shown = [(face * 7 - 6 if dice.sides > 10 else face - 1) % dice.sides + 1 for face in drawn]
                answers[question.name] = {"faces": list(shown)}
            else:
                answers[question.name] = {"choice": question.default}
        raise AssertionError("the action does not end")

    @invariant()
    def the_journal_tells_everything(self) -> None:
        assert journal.fold(self.campaign) == journal.stored(self.campaign)

    @invariant()
    def nothing_waits_for_what_is_recorded(self) -> None:
        waiting = set(Resolution.objects.values_list("key", flat=True))
        assert not waiting & set(JournalEntry.objects.values_list("key", flat=True))


def play(machine: type[Table]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )


@pytest.mark.usefixtures("stock")
def test_whatever_happens_the_journal_tells_it() -> None:
    """B02: undo after apply is the identity; O09: every path writes to the log."""
    play(Table)


def test_the_machine_plays_in_a_campaign_that_folds(cast: Cast) -> None:
    assert Campaign.objects.filter(pk=cast.campaign.pk).exists()
