"""Properties are tried on few examples each, without a time limit for one: the whole has its limit (`./dev test`)."""

from hypothesis import settings

settings.register_profile("rules", max_examples=30, deadline=None)
settings.load_profile("rules")
