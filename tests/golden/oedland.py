"""The Ödland adapter: what each operation of the cases asks of the ruleset. It contains no rules."""

from collections.abc import Callable

from tests.golden.cases import Case
from tests.golden.oedland_fire import ACTIONS as FIRE
from tests.golden.oedland_moves import ACTIONS as MOVES
from tests.golden.oedland_watches import ACTIONS as WATCHES
from tests.golden.script import Played

ACTIONS: dict[str, Callable[[Case], Played]] = {**FIRE, **MOVES, **WATCHES}
