"""What all endpoints share: who asks, what a body must hold, how an endpoint is described."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from chaos_sheets import policy
from chaos_sheets.api.errors import ERROR_SCHEMA
from chaos_sheets.api.reasons import refs_in
from chaos_sheets.api.shape import described
from chaos_sheets.errors import FieldError, Invalid
from chaos_sheets.models import User
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.rulesets import words_of
from chaos_sheets.trace import Reader
from combat.core.intent import Reason
from combat.core.schema import Field, FieldKind

type Body = dict[str, Any]


class Endpoint(APIView):
    """An endpoint; `ruleset_id` names the rules whose words its refusals use, `who` whose names they are in."""

    ruleset_id = ""
    who: policy.Viewer | None = None

    def viewer(self, campaign: int) -> policy.Viewer:
        """The one who asks as a member of the campaign; raises NotVisible for everybody else."""
        self.who = policy.viewer(user=self.asking, campaign=campaign)
        self.ruleset_id = self.who.campaign.ruleset
        return self.who

    def reader(self, reasons: Iterable[Reason]) -> Reader:
        """In which words the asker is told these reasons: with the names he knows, as on the page."""
        if self.who is not None:
            return self.known.reader(refs_in(reasons))
        return words_of(self.ruleset_id)

    @cached_property
    def known(self) -> Known:
        """What the asker knows of his campaign, read once for the request."""
        if self.who is None:
            raise TypeError("nobody asks as a member")
        return Known.of(self.who)

    @property
    def asking(self) -> User:
        user = self.request.user
        if not isinstance(user, User):
            raise TypeError("nobody is signed in")
        return user


def asked_for(request: Request, name: str, longest: int = 120) -> str:
    """A text of the address; raises Invalid for one that no database should be asked for."""
    text = str(request.query_params.get(name, ""))
    error = Field(path=name, kind=FieldKind.TEXT, max_length=longest).check(text)
    if error is not None:
        raise Invalid([FieldError(*error)])
    return text


def body_of(kind: type[serializers.Serializer[Any]], request: Request) -> Body:
    """The body, checked by its serializer; raises ValidationError with an error for each field."""
    serializer = kind(data=request.data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


class Keyed(serializers.Serializer[Any]):
    """Whatever changes something carries a one-time key: the same key again returns what it made."""

    key = serializers.CharField(max_length=64)


def endpoint(
    summary: str,
    answer: Any = None,
    *,
    body: type[serializers.Serializer[Any]] | dict[str, Any] | None = None,
    query: dict[str, str] | None = None,
    status: int = 200,
    many: bool = False,
    refusals: tuple[int, ...] = (),
    waits: bool = False,
) -> Callable[[Any], Any]:
    """Describe an endpoint for the document: what it answers with, what it takes, how it may refuse.

    ``waits``: instead of being done it may stop at a question, which it then answers with.
    """
    shape = answer if isinstance(answer, dict) else {} if answer is None else described(answer)
    shape = {"type": "array", "items": shape} if many else shape
    found: dict[int, Any] = {status: OpenApiResponse(response=shape, description=summary)}
    if waits:
        found[202] = OpenApiResponse(response=shape, description="It waits for an answer")
    codes = {401: "Not signed in", 403: "Not allowed", 404: "Not there, or not yours to see", 400: "Wrong input"}
    codes |= {409: "Not possible now", 413: "Too much", 415: "Not JSON"}
    usual = (401, 403, 404) if body is None else (400, 401, 403, 404, 413, 415)
    usual = (400, *usual) if query else usual
    for code in sorted({*usual, *refusals}):
        found[code] = OpenApiResponse(response=ERROR_SCHEMA, description=codes[code])
    parameters = [OpenApiParameter(name, str, description=says) for name, says in (query or {}).items()]
    request: Any = {"application/json": body} if isinstance(body, dict) else body

    def describe(method: Any) -> Any:
        name = method.__qualname__.replace(".", "_").lower()
        return extend_schema(
            operation_id=name, summary=summary, responses=found, request=request, parameters=parameters
        )(method)

    return describe
