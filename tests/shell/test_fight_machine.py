"""The machine of `test_machine`, in a fight: who comes, goes, moves it on, states what is so, acts in it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from chaos_sheets.models import Character, Item
from combat import services as combat
from combat.core.value import Json
from combat.models import Combatant, Encounter
from combat.steps import Step
from tests.builders import key, stock, template
from tests.shell.fights import prepared
from tests.shell.machine_parts import nth, numbers, texts, who
from tests.shell.test_machine import Table, play

parties = st.sampled_from(["Konvoi", "Plünderer", "", "x" * 300])
STEPS_TAKEN = [*Step, Step.TURN, Step.TURN]
values = st.sampled_from([True, False, None, 45, -3, "weit", "snap_aim"])


class FightTable(Table):
    @initialize()
    def a_fight_is_on(self) -> None:
        made = prepared(self.cast)
        combat.encounter_step(encounter=made, user=self.cast.gm, key=key(), step=Step.START, decline=True)

    def fight(self, number: int) -> Encounter:
        rows = Encounter.objects.filter(campaign=self.campaign).order_by("pk")
        return rows[number % rows.count()]

    def fighter(self, fight: Encounter, number: int) -> Character:
        rows = Character.objects.filter(combatants__encounter=fight).order_by("pk")
        return rows[number % rows.count()] if rows else self.character(number)

    @rule(name=who, called=texts)
    def makes_a_fight(self, name: str, called: str) -> None:
        self.attempt(
            lambda one_time: combat.encounter_create(
                campaign=self.campaign, user=self.user(name), key=one_time, name=called
            )
        )

    @rule(name=who, fight=nth, number=nth, party=parties, undo=st.booleans())
    def comes_in(self, name: str, fight: int, number: int, party: str, undo: bool) -> None:
        row, character = self.fight(fight), self.character(number)
        self.attempt(
            lambda one_time: combat.encounter_join(
                encounter=row, user=self.user(name), key=one_time, characters=[character], party=party
            ),
            undo=undo,
        )

    @rule(name=who, fight=nth, count=st.sampled_from([1, 2, 0]), known=st.sampled_from(["kind", "nothing", "alles"]))
    def copies_come_in(self, name: str, fight: int, count: int, known: str) -> None:
        row = self.fight(fight)
        self.attempt(
            lambda one_time: combat.encounter_join_copies(
                encounter=row,
                user=self.user(name),
                key=one_time,
                template=template("looter"),
                count=count,
                party="Plünderer",
                known=known,
            )
        )

    @rule(name=who, fight=nth, number=nth, party=parties, leaves=st.booleans(), undo=st.booleans())
    def goes_or_changes_sides(self, name: str, fight: int, number: int, party: str, leaves: bool, undo: bool) -> None:
        row = self.fight(fight)
        character = self.fighter(row, number)

        def do(one_time: str) -> object:
            if leaves:
                return combat.encounter_leave(encounter=row, user=self.user(name), key=one_time, character=character)
            return combat.encounter_party_set(
                encounter=row, user=self.user(name), key=one_time, character=character, party=party
            )

        self.attempt(do, undo=undo)

    @rule(
        name=who,
        fight=nth,
        step=st.sampled_from(STEPS_TAKEN),
        stale=st.booleans(),
        undo=st.booleans(),
    )
    def moves_on(self, name: str, fight: int, step: Step, stale: bool, undo: bool) -> None:
        row = self.fight(fight)
        shown = (0 if stale else int(row.body.get("round", 0)), str(row.body.get("current", "")))
        self.attempt(
            lambda one_time: combat.encounter_step(
                encounter=row, user=self.user(name), key=one_time, step=step, shown=shown, decline=True
            ),
            undo=undo,
        )

    @rule(
        name=who,
        fight=nth,
        one=nth,
        other=nth,
        flag=st.sampled_from(["in_motion", "cover", "aim", "surprised", "unfug", "shooting_actions"]),
        value=values,
        units=st.none() | numbers,
        undo=st.booleans(),
    )
    def states(
        self, name: str, fight: int, one: int, other: int, flag: str, value: Json, units: int | None, undo: bool
    ) -> None:
        row = self.fight(fight)
        first, second = self.fighter(row, one), self.fighter(row, other)
        stated: Json = {
            "combatants": {first.ref: {"flags": {flag: second.ref if flag == "cover" and value else value}}},
            "pairs": {f"{first.ref}>{second.ref}": {"distance": value}} if isinstance(value, int | None) else {},
        }
        budgets = {} if units is None else {first.ref: {"action_units": units}}
        self.attempt(
            lambda one_time: combat.encounter_state_set(
                encounter=row, user=self.user(name), key=one_time, stated=stated, budgets=budgets
            ),
            undo=undo,
        )

    @rule(name=who, fight=nth, first=nth, undo=st.booleans())
    def sets_the_order(self, name: str, fight: int, first: int, undo: bool) -> None:
        row = self.fight(fight)
        order = list(row.body.get("order", []))
        cut = first % (len(order) + 1)
        turned = [*order[cut:], *order[:cut]]
        self.attempt(
            lambda one_time: combat.encounter_order_set(
                encounter=row, user=self.user(name), key=one_time, order=turned, current=turned[0] if turned else ""
            ),
            undo=undo,
        )

    @rule(name=who, fight=nth, away=st.booleans(), undo=st.booleans())
    def covers_come_and_go(self, name: str, fight: int, away: bool, undo: bool) -> None:
        row = self.fight(fight)
        here = Item.objects.filter(pk__in=[int(number) for number in row.body.get("covers", {})]).first()

        def do(one_time: str) -> object:
            if away and here is not None:
                return combat.encounter_cover_remove(encounter=row, user=self.user(name), key=one_time, cover=here)
            source = self.cast.cover if away else stock("cover", "tree")
            return combat.encounter_cover_place(encounter=row, user=self.user(name), key=one_time, source=source)

        self.attempt(do, undo=undo)

    @rule(
        name=who,
        fight=nth,
        aim=nth,
        distance=st.sampled_from([None, 45, 400]),
        faces=st.lists(st.integers(1, 10), min_size=1, max_size=12),
        undo=st.booleans(),
    )
    def whoever_has_the_turn_shoots(
        self, name: str, fight: int, aim: int, distance: int | None, faces: list[int], undo: bool
    ) -> None:
        row = self.fight(fight)
        current = str(row.body.get("current") or self.fighter(row, aim).ref)
        victim = self.fighter(row, aim + 1)
        guns = Item.objects.filter(character=int(current.partition(":")[2]), kind="weapon", retired=False)
        gun = guns.order_by("pk").first()
        part: dict[str, Any] = {"form": "shoot", "item": gun.ref if gun else "", "targets": [victim.ref]}
        part["parameters"] = {"mode": "single"}
        pairs: Json = {} if distance is None else {f"{current}>{victim.ref}": {"distance": distance}}
        request: dict[str, Json] = {
            "fight": {"encounter": row.pk, "pairs": pairs},
            "intent": {"actor": current, "parts": [part]},
        }
        self.attempt(lambda one_time: self.play(name, request, one_time, faces), undo=undo)

    @invariant()
    def whoever_has_the_turn_is_in_the_fight(self) -> None:
        for row in Encounter.objects.filter(campaign=self.campaign, closed=False):
            inside = {f"character:{one.character_id}" for one in Combatant.objects.filter(encounter=row)}
            assert {row.body.get("current") or "", *row.body.get("order", [])} <= inside | {""}


@pytest.mark.usefixtures("stock")
def test_whatever_happens_in_a_fight_the_journal_tells_it() -> None:
    """B02, B04: undo after any step of a fight is the identity; H07: whoever has the turn is in it."""
    play(FightTable)
