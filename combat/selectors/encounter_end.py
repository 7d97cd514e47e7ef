"""A fight that is over: who came out of it how, what was done in it, what is to be mended and what that costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef
from django.utils.text import capfirst

from chaos_sheets.models import Subject
from chaos_sheets.selectors.cause import CAUSES, cause_word
from chaos_sheets.selectors.log import visible_entries
from chaos_sheets.trace import reason_views
from combat.core.event import COST, Happened
from combat.core.fight import Fight
from combat.core.intent import Intent, Offer, Part, Reason
from combat.core.procedure import run
from combat.core.ruleset import Ruleset
from combat.registry import ruleset
from combat.selectors.bill_view import bill_view
from combat.selectors.encounter_rows import Look
from combat.selectors.encounter_view import Deed, EndView, Mending, RowView


def end_view(look: Look, rows: Iterable[RowView]) -> EndView | None:
    """The summary; None while the fight goes on. Unharmed is said of those alone whose numbers the viewer sees."""
    record = look.table.encounter
    if record is None or not record.row.closed:
        return None
    every = tuple(rows)
    fallen = tuple(row for row in every if row.out)
    hurt = tuple(row for row in every if not row.out and _is_hurt(row))
    return EndView(
        fallen=fallen,
        hurt=hurt,
        unhurt=sum(row.whole for row in every if row not in (*fallen, *hurt)),
        deeds=_deeds(look, record.ref),
        mendings=tuple(_mendings(look)),
    )


def _is_hurt(row: RowView) -> bool:
    lost = row.health is not None and row.health.now < row.health.full and not row.health.rising
    grown = row.health is not None and row.health.rising and row.health.now > 0
    return lost or grown or any(state.severity for state in row.states)


def _deeds(look: Look, ref: str) -> tuple[Deed, ...]:
    """Actions by the word of the rules, as far as he may read of them: what was done most comes first."""
    of_this = Exists(Subject.objects.filter(entry=OuterRef("pk"), ref=ref))
    rows = visible_entries(look.who, look.known).filter(of_this).exclude(cause__in=CAUSES)
    # What was taken back and then counts again was done; what was taken back for one of many was done to the others.
    counted = sorted(
        Counter(rows.standing().values_list("cause", flat=True)).items(), key=lambda each: (-each[1], each[0])
    )
    return tuple(Deed(name=capfirst(cause_word(cause, look.reader)), count=times) for cause, times in counted)


def _mendings(look: Look) -> Iterator[Mending]:
    """What those for whom he may act could have mended now that nobody fights any more, and what is past mending."""
    rules = ruleset(look.info.id)
    free = replace(look.table.fight, round=0, phase="", order=(), current="")
    mine = [ref for ref in look.order if look.may_act(ref)]
    offers = [(ref, offer) for ref in mine for offer in rules.offers(free, ref) if _mends(offer)]
    bills = [(ref, offer, None if offer.reasons else _bill(rules, free, ref, offer)) for ref, offer in offers]
    priced = {offer.form for _ref, offer, bill in bills if bill is not None}
    for ref, offer, bill in bills:
        # What costs nothing and changes nothing is whole.
        if bill is not None and (bill.data[COST] or _changes(rules, free, ref, offer)):
            yield _mending(look, ref, offer, bill_view(look.reader, look.who, bill).total)
        elif offer.reasons and offer.form in priced:
            yield _mending(look, ref, offer, "")


def _mends(offer: Offer) -> bool:
    return bool(offer.item) and not offer.cost and not offer.needs_target


def _intent(ref: str, offer: Offer) -> Intent:
    return Intent(actor=ref, parts=(Part(form=offer.form, item=offer.item),))


def _bill(rules: Ruleset, free: Fight, ref: str, offer: Offer) -> Reason | None:
    shown = rules.preview(free, _intent(ref, offer))
    return None if shown.reasons else next((each for each in shown.warnings if COST in each.data), None)


def _changes(rules: Ruleset, free: Fight, ref: str, offer: Offer) -> bool:
    """Whether it would do anything: wear that has not cost a point yet is taken off for nothing."""
    outcome = run(rules.perform(free, _intent(ref, offer)), lambda _question: None)
    return outcome.question is None and any(event.changes for event in outcome.events if isinstance(event, Happened))


def _mending(look: Look, ref: str, offer: Offer, price: str) -> Mending:
    query = {"actor": ref, "form": offer.form, "item": offer.item}
    return Mending(
        who=look.known.name(ref),
        thing=look.known.name(offer.item),
        name=capfirst(look.reader.words.word(offer.form)),
        price=price,
        query="" if offer.reasons else urlencode(query),
        reasons=reason_views(look.reader, offer.reasons),
    )
