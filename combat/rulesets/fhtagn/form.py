"""Die Form einer Handlung: the three questions that can be asked of it."""

from collections.abc import Callable
from typing import NamedTuple

from combat.core.fight import Fight
from combat.core.intent import Intent, Offer, Preview
from combat.core.procedure import Procedure


class Form(NamedTuple):
    """What can be asked of one form of action."""

    offers: Callable[[Fight, str], tuple[Offer, ...]]
    preview: Callable[[Fight, Intent], Preview]
    perform: Callable[[Fight, Intent], Procedure]
