"""What is offered to one reader: nobody learns by it of somebody he does not know of."""

import pytest

from chaos_sheets import policy
from chaos_sheets.errors import sentence
from chaos_sheets.models import Character, Membership
from chaos_sheets.models import Known as KnownLevel
from chaos_sheets.selectors.known import Known
from combat import services as combat
from combat.core.intent import Offer, Reason
from combat.core.value import Json
from combat.selectors.offered import offered_to
from tests.builders import user
from tests.cast import Cast
from tests.web.caller import Caller
from tests.web.test_every_ruleset import table
from tests.web.test_hazards_in_a_fight import fall
from tests.web.test_offers import begun


def offered(cast: Cast, offer: Offer) -> tuple[Offer, ...]:
    return offered_to(Known.of(policy.viewer(user=cast.owner, campaign=cast.campaign)), [offer])


def test_help_nobody_he_knows_of_needs_is_closed(cast: Cast) -> None:
    """A hidden one who needs it opens nothing, and what is closed otherwise keeps its own reasons."""
    for_both = Offer(form="first_aid", helps=(cast.hidden.ref, cast.hero.ref))
    assert offered(cast, for_both) == (for_both,)
    (closed,) = offered(cast, Offer(form="first_aid", helps=(cast.hidden.ref,)))
    assert closed.reasons == (Reason("nobody_needs_it"),)
    for other in (Offer(form="attack"), Offer(form="first_aid", helps=(), reasons=(Reason("stunned"),))):
        assert offered(cast, other) == (other,)


def test_what_the_game_master_orders_is_offered_to_nobody_else(cast: Cast) -> None:
    assert offered(cast, Offer(form="fall", by="gm")) == ()


def test_its_sentence_is_there_in_every_system() -> None:
    assert sentence("nobody_needs_it") == "Hier braucht das gerade niemand."


@pytest.mark.django_db
def test_programs_are_offered_what_the_page_offers_and_names_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    at = table("fhtagn")
    player = user("spielt")
    member = Membership.objects.create(campaign=at.campaign, user=player)
    Character.objects.filter(pk=at.one.pk).update(owner=member)
    Character.objects.filter(pk=at.other.pk).update(known=KnownLevel.NOTHING)
    fight = begun(at)
    fall(at, fight, at.other)
    request: dict[str, Json] = {
        "fight": {"encounter": fight.pk},
        "intent": {"actor": at.one.ref, "parts": [{"form": ""}]},
    }
    by_the_rules = combat.offers(campaign=at.campaign, user=player, request=request)
    assert next(offer for offer in by_the_rules if offer.form == "first_aid").helps == (at.other.ref,)
    read, of = [], Known.of

    def counted(who: policy.Viewer) -> Known:
        read.append(who)
        return of(who)

    monkeypatch.setattr(Known, "of", counted)
    status, found = Caller(player)("post", f"campaigns/{at.campaign.pk}/offers/", request)
    assert status == 200
    (aid,) = (offer for offer in found if offer["form"] == "first_aid")
    assert [reason["message"] for reason in aid["reasons"]] == ["Hier braucht das gerade niemand."]
    assert len(read) == 1
