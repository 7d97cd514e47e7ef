"""Reads for pages and API: what somebody may announce, what it would come to, which questions wait."""
