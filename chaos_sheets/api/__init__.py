"""The REST API: the same selectors and services as the pages, as JSON."""
