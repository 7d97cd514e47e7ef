"""What a character's body holds, FHT-1."""

from collections.abc import Callable

from combat.core.citation import cite
from combat.core.fields import choice, note, number, text, yes_no
from combat.core.schema import Collection, Field, FieldKind, Schema
from combat.core.sheet import Sheet
from combat.core.value import JsonMap
from combat.rulesets.fhtagn.data import TABLES
from combat.rulesets.fhtagn.person import value_of
from combat.rulesets.fhtagn.words import (
    ATTITUDES,
    ATTRIBUTES,
    DOSE_TERMS,
    DOSES,
    KINDS,
    POOLS,
    SIZE_TERMS,
    SIZES,
    SKILLS,
    STORED,
)

USUAL = TABLES.number("number.attribute_usual")
ATTITUDE_TERMS = tuple((attitude, f"attitude.{attitude}") for attitude in ATTITUDES)
KIND_TERMS = tuple((kind, f"protection_level.{kind}") for kind in KINDS)
MARKS = 3
"""Ticks until somebody is hardened."""


def _attributes() -> tuple[Field, ...]:
    rules = cite("FHT-1.1")
    return tuple(
        number(f"attributes.{key}", default=USUAL, low=1, high=200, group="attribute", rules=rules)
        for key in ATTRIBUTES
    )


def _lost() -> tuple[Field, ...]:
    rules = cite("FHT-7.6", "FHT-7.17")
    return tuple(
        number(
            f"lost.{key}", default=0, high=200, state=True, counter=True, group="lost_for_a_time",
            term=f"lost_{key}", rules=rules,
        )
        for key in ATTRIBUTES
    )  # fmt: skip


def _skills() -> tuple[Field, ...]:
    return tuple(
        number(
            f"skills.{key}", default=TABLES.number(f"skill.{key}.base"), high=999, group="skills", unit="percent",
            rules=cite("FHT-1.8"),
        )
        for key in SKILLS
    )  # fmt: skip


def follows(key: str) -> Callable[[JsonMap], int]:
    """A value that follows from a body until somebody enters one."""
    return lambda body: value_of(Sheet(body=body), key)


def _maxima() -> tuple[Field, ...]:
    return tuple(
        Field(
            path=f"maxima.{key}",
            default_from=follows(f"{key}_maximum"),
            minimum=0,
            maximum=999,
            optional=True,
            group="maximum",
            term=f"{key}_maximum",
            rules=cite("FHT-1.3", "FHT-1.4", "FHT-1.5"),
        )
        for key in POOLS
    )


def _pools() -> tuple[Field, ...]:
    return tuple(
        Field(
            path=f"pools.{key}",
            default_from=follows("stability_start") if key == "stability" else None,
            minimum=0,
            maximum_from=f"maxima.{key}",
            state=True,
            counter=True,
            group="pools",
        )
        for key in POOLS
    )


def _person() -> tuple[Field, ...]:
    return (
        text("occupation", group="person"),
        text("employer", group="person"),
        choice("kind", KINDS, default="human", group="person", term="protection_level", choice_terms=KIND_TERMS,
               rules=cite("FHT-1.11")),
        yes_no("object", group="person", term="is_object", rules=cite("FHT-1.11")),
        choice("attitude", ATTITUDES, default="ordinary", group="person", choice_terms=ATTITUDE_TERMS,
               rules=cite("FHT-8.10")),
        number("unnatural_knowledge", default=0, high=99, group="mind", rules=cite("FHT-1.5")),
        Field(
            path="breaking_point",
            default_from=follows("breaking_point_start"),
            minimum=0,
            maximum=99,
            group="stability",
            state=True,
            rules=cite("FHT-1.5"),
        ),
        yes_no("hardened_violence", group="mind", rules=cite("FHT-1.5", "FHT-8.8")),
        number("ticks_violence", default=0, high=MARKS, state=True, group="mind", rules=cite("FHT-1.5")),
        yes_no("hardened_helplessness", group="mind", rules=cite("FHT-1.5")),
        number("ticks_helplessness", default=0, high=MARKS, state=True, group="mind", rules=cite("FHT-1.5")),
    )  # fmt: skip


def _state() -> tuple[Field, ...]:
    return (
        yes_no("first_aid_used", state=True, group="healing", rules=cite("FHT-7.2")),
        yes_no("in_aftercare", state=True, group="healing", rules=cite("FHT-7.3", "FHT-7.5")),
        number("days_since_treatment", optional=True, high=9999, state=True, group="healing", unit="days",
               rules=cite("FHT-7.3")),
        number("days_since_recovery", optional=True, high=9999, state=True, group="healing", unit="days",
               rules=cite("FHT-7.4")),
        yes_no("injury_pending", state=True, group="healing", rules=cite("FHT-6.17", "FHT-9.23")),
        number("irritation", default=0, low=-99, high=0, state=True, group="hazards", rules=cite("FHT-2.13")),
        number("irritation_left", optional=True, high=9999, state=True, group="hazards", unit="rounds",
               status="irritated", rules=cite("FHT-2.13")),
        choice("burning_size", SIZES, optional=True, group="hazards", choice_terms=SIZE_TERMS,
               status="burning", rules=cite("FHT-7.16")),
        number("cold_minutes", optional=True, high=99_999, state=True, group="hazards", unit="minutes",
               rules=cite("FHT-7.17")),
        choice("dose", DOSES[1:], optional=True, group="hazards", choice_terms=DOSE_TERMS[1:], rules=cite("FHT-7.18")),
        note("diseases_and_poisons", group="hazards"),
    )  # fmt: skip


def _statuses() -> tuple[Field, ...]:
    return tuple(
        Field(path=f"statuses.{key}", kind=FieldKind.BOOLEAN, optional=True, state=True, group="statuses")
        for key in STORED
    )


SHEET = Schema(
    fields=(*_attributes(), *_maxima(), *_pools(), *_skills(), *_person(), *_state(), *_lost(), *_statuses()),
    collections=(
        Collection(
            path="trainings",
            fields=(text("label"),),
            source="talent",
            own=True,
            term="special_training",
            group="special_training",
        ),
        Collection(
            path="bonds",
            fields=(text("label"), number("value", default=0, high=99)),
            own=True,
            term="bond",
            group="bonds",
        ),
        Collection(
            path="overrides",
            fields=(number("value", default=0, low=-9999, high=9999), text("reason")),
            term="override",
            group="override",
        ),
    ),
)
