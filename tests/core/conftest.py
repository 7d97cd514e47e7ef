"""Properties are tried on few examples each, without a time limit for one: the whole has its limit (`./dev test`)."""

from hypothesis import settings

settings.register_profile("rules", max_examples=20, deadline=None)
settings.load_profile("rules")
