"""Actions by API: for stored sheets, and for whole fights that come with the request."""
