"""The page that shows the document of the API. Its scripts come with a package; only here may they set styles."""

from __future__ import annotations

from typing import Any

from django.utils.csp import CSP
from django.utils.decorators import method_decorator
from django.views.decorators.csp import csp_override
from drf_spectacular.views import SpectacularSwaggerView

# The page of the package writes one script of its own and sets styles on elements.
_RELAXED: dict[str, list[str]] = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF, CSP.UNSAFE_INLINE],
    "style-src": [CSP.SELF, CSP.UNSAFE_INLINE],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
    "form-action": [CSP.SELF],
}


@method_decorator(csp_override(_RELAXED), name="dispatch")
class DocumentPage(SpectacularSwaggerView):
    """All endpoints with their shapes, to read and to try."""

    url_name = "api_schema"

    def get_permissions(self) -> list[Any]:
        return []
