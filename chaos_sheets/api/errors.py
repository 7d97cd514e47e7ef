"""Every refusal as `{"code", "message", "errors", …}`: a code for programs, a sentence in the reader's language."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from rest_framework import status
from rest_framework.exceptions import APIException, ErrorDetail, NotAuthenticated, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from chaos_sheets.api.reasons import reasons_to_json
from chaos_sheets.api.shape import COMPONENTS, plain
from chaos_sheets.errors import Invalid, NotVisible, ServiceError, StaleEdit, sentence
from combat.core.intent import Reason, Refused
from combat.core.procedure import BadAnswer
from combat.core.value import Json

TOO_MUCH = 413
ERROR_SCHEMA: dict[str, Any] = {"$ref": f"{COMPONENTS}Refusal"}


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to whatever went wrong in a view; None for what nobody foresaw."""
    match error:
        case ServiceError():
            return Response(_service_error(error), status=error.status)
        case Refused():
            return Response(_refused(error.reasons, context), status=status.HTTP_409_CONFLICT)
        case BadAnswer():
            return Response(_bad_answer(error, context), status=status.HTTP_400_BAD_REQUEST)
        case Http404():
            return Response(_service_error(NotVisible()), status=status.HTTP_404_NOT_FOUND)
        case RequestDataTooBig():
            return Response(said("too_much"), status=TOO_MUCH)
        case PermissionDenied():
            return Response(said("not_allowed"), status=status.HTTP_403_FORBIDDEN)
        case ValidationError():
            return Response(_validation(error), status=status.HTTP_400_BAD_REQUEST)
    found = exception_handler(error, context)
    if found is not None and isinstance(error, APIException):
        code = "not_signed_in" if isinstance(error, NotAuthenticated) else str(error.get_codes())
        found.data = {"code": code, "message": str(error.detail)}
    return found


def said(code: str) -> dict[str, Any]:
    return {"code": code, "message": sentence(code)}


def _service_error(error: ServiceError) -> dict[str, Any]:
    found: dict[str, Any] = {"code": error.code, "message": error.sentence}
    if isinstance(error, Invalid):
        found["errors"] = [
            {"field": one.field, "code": one.code, "message": one.sentence, "data": plain(one.data)}
            for one in error.errors
        ]
    if isinstance(error, StaleEdit):
        found["conflicts"] = plain(error.conflicts)
    return found


def _validation(error: ValidationError) -> dict[str, Any]:
    errors = [
        {"field": field, "code": detail.code, "message": str(detail)} for field, detail in _details("", error.detail)
    ]
    return {"code": "bad_request", "message": sentence("bad_request"), "errors": errors}


def _details(path: str, detail: Any) -> list[tuple[str, ErrorDetail]]:
    if isinstance(detail, dict):
        return [pair for key, inner in detail.items() for pair in _details(f"{path}.{key}".strip("."), inner)]
    if isinstance(detail, list):
        return [pair for inner in detail for pair in _details(path, inner)]
    return [(path, detail)]


def _reasons(reasons: tuple[Reason, ...], context: dict[str, Any]) -> list[Json]:
    """Only endpoints of rules refuse with reasons; each knows in which words."""
    return reasons_to_json(reasons, context["view"].reader(reasons))


def _refused(reasons: tuple[Reason, ...], context: dict[str, Any]) -> dict[str, Any]:
    found = _reasons(reasons, context)
    first: Any = found[0]
    return {"code": first["code"], "message": first["message"], "reasons": found}


def _bad_answer(error: BadAnswer, context: dict[str, Any]) -> dict[str, Any]:
    return {
        "code": error.code,
        "message": sentence(error.code),
        "question": error.question.name,
        "data": plain(error.data),
        "reasons": _reasons(error.reasons, context),
    }
