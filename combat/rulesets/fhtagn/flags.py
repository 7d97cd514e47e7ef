"""Was im Kampf von jemandem gilt, FHT-1.10: states of a sheet, flags of a fight."""

from combat.core.citation import Citations, cite
from combat.core.description import Flag, Status
from combat.core.fields import choice, number, yes_no
from combat.core.schema import Field, FieldKind
from combat.rulesets.fhtagn.data import TABLES

TEXTS = (
    ("token_outcome", cite("FHT-3.15")),
    ("token_origin", cite("FHT-3.15")),
    ("counter", cite("FHT-3.12")),
    ("counter_item", cite("FHT-3.12")),
    ("counter_called", cite("FHT-3.12")),
    ("holding", cite("FHT-3.9")),
    ("hold_outcome", cite("FHT-3.10")),
)
"""What the rules note for themselves."""
STATED = (
    ("aimed", cite("FHT-3.6")),
    ("unaware", cite("FHT-3.16")),
    ("helpless", cite("FHT-3.16", "FHT-6.19")),
    ("out_of_reach", cite("FHT-1.10")),
    ("in_doubt", cite("FHT-8.7")),
    ("suppressed", cite("FHT-8.5")),
)
"""What people tell the app."""


def statuses() -> tuple[Status, ...]:
    """The states of a sheet: how badly somebody is hurt, then what else holds of him."""

    def status(key: str, severity: int, rules: Citations, *, follows: bool = False, effect: str = "") -> Status:
        points = TABLES.number(f"modifier.{effect}") if effect else None
        return Status(key=key, severity=severity, follows=follows, effect=points, rules=rules)

    return (
        status("wounded", 1, cite("FHT-6.20"), follows=True),
        status("badly_wounded", 2, cite("FHT-6.20"), follows=True),
        status("at_the_end", 3, cite("FHT-6.15", "FHT-6.20"), follows=True),
        status("dead", 4, cite("FHT-6.16"), follows=True),
        status("destroyed", 4, cite("FHT-6.16", "FHT-1.11"), follows=True),
        status("dazed", 2, cite("FHT-6.14")),
        status("unconscious", 3, cite("FHT-6.15")),
        status("will_spent", 3, cite("FHT-1.4"), follows=True),
        status("breaking_point_reached", 0, cite("FHT-1.5"), follows=True),
        status("pinned", 1, cite("FHT-3.9")),
        status("prone", 0, cite("FHT-3.18")),
        status("burning", 2, cite("FHT-7.16")),
        status("airway_blocked", 2, cite("FHT-7.15")),
        status("immobilised", 2, cite("FHT-7.17")),
        status("exhausted", 1, cite("FHT-5.3"), effect="exhausted"),
        status("irritated", 1, cite("FHT-2.13"), follows=True),
        status("diseased", 1, cite("FHT-7.10")),
        status("disease_latent", 0, cite("FHT-7.10")),
        status("doomed", 0, cite("FHT-7.18")),
        status("final_death", 4, cite("FHT-7.1")),
    )


def flags() -> tuple[Flag, ...]:
    """What is stated or noted while a fight lasts."""
    distance = number("distance", optional=True, high=99_999, unit="metres", rules=cite("FHT-2.2"))

    def cover(key: str) -> Flag:
        rules = cite("FHT-2.9", "FHT-3.11")
        known = Field(path=key, kind=FieldKind.TEXT, optional=True, unit="cover", term=f"flag.{key}", rules=rules)
        return Flag(field=known, stated=True)

    numbers = (("aim_round", cite("FHT-3.6")), ("token_die", cite("FHT-3.15")), ("hold_die", cite("FHT-3.10")))
    noted = (("hurt", cite("FHT-2.13")), ("exposed", cite("FHT-7.16")), ("strangling", cite("FHT-2.3")))
    states = choice("action_state", ("waiting", "acted", "reacted"), optional=True, rules=cite("FHT-3.18"))
    return (
        Flag(field=distance, scope="pair", stated=True),
        cover("cover"),
        cover("cover_in_reach"),
        *(Flag(field=yes_no(key, rules=rules), stated=True) for key, rules in STATED),
        Flag(field=states),
        *(Flag(field=number(key, optional=True, rules=rules)) for key, rules in numbers),
        *(Flag(field=yes_no(key, rules=rules)) for key, rules in noted),
        *(Flag(field=Field(path=key, kind=FieldKind.TEXT, optional=True, rules=rules)) for key, rules in TEXTS),
    )
