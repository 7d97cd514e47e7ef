"""Addresses as nobody would write them: no number in them can break a page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from combat.models import Encounter
from tests.cast import Cast
from tests.shell.fights import running
from tests.web.attacks import as_user

pytestmark = pytest.mark.django_db
HUGE = 10**30
_NUMBER = re.compile(r"<int:(\w+)>")
_OTHER = re.compile(r"<(?:\w+:)?\w+>")


def routes(resolver: URLResolver, above: str = "") -> Iterator[str]:
    """Every address of ours that has a number in it; the admin's are Django's own."""
    for each in resolver.url_patterns:
        route = above + str(each.pattern)
        if isinstance(each, URLResolver):
            if each.namespace != "admin":
                yield from routes(each, route)
        elif isinstance(each, URLPattern) and _NUMBER.search(route):
            yield route


ROUTES = sorted(set(routes(get_resolver())))


def addresses(route: str, cast: Cast, made: Encounter) -> Iterator[str]:
    """The address with each of its numbers in turn beyond everything, the others as they are."""
    own = {"campaign": cast.campaign.pk, "character": cast.hero.pk, "encounter": made.pk}
    names = _NUMBER.findall(route)
    for huge in names:
        path = route
        for name in names:
            path = path.replace(f"<int:{name}>", str(HUGE if name == huge else own.get(name, 1)))
        yield "/" + _OTHER.sub("x", path)


@pytest.mark.parametrize("route", ROUTES)
def test_a_number_larger_than_any_row_has_is_not_found(cast: Cast, route: str) -> None:
    """Whatever has no row is not there: never a fault of the server."""
    client, made = as_user(cast.gm), running(cast)
    for address in addresses(route, cast, made):
        assert client.get(address).status_code in (404, 405), address
