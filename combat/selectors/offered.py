"""What the rules offer, as far as one reader may learn by it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from chaos_sheets.selectors.known import Known
from combat.core.intent import Offer, Reason


def offered_to(known: Known, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """What he is offered: what only the game master may order is nobody else's, help nobody needs is closed.

    Somebody he does not know of opens nothing, so that he does not learn of him.
    """
    return tuple(_seen(known, offer) for offer in offers if known.who.is_gm or offer.by != "gm")


def _seen(known: Known, offer: Offer) -> Offer:
    if offer.helps is None or offer.reasons or any(known.name(ref) for ref in offer.helps):
        return offer
    return replace(offer, reasons=(Reason("nobody_needs_it", {}, offer.rules),))
