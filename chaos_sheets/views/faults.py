"""Pages for what cannot be shown: each says what is the matter and what to do. Programs get a code."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from chaos_sheets.errors import sentence

API = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that makes no sense; one that is only too large says so."""
    if isinstance(exception, RequestDataTooBig):
        return too_much(request)
    return _fault(request, 400, "bad_request")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _fault(request, 404, "not_found")


def too_much(request: HttpRequest) -> HttpResponse:
    return _fault(request, 413, "too_much")


def _fault(request: HttpRequest, status: int, code: str) -> HttpResponse:
    if request.path.startswith(API):
        return JsonResponse({"code": code, "message": sentence(code)}, status=status)
    return render(request, f"{status}.html", status=status)
