"""Hypothesis without a stopwatch: the first call of a rule compiles it."""

from hypothesis import settings

settings.register_profile("no stopwatch", deadline=None)
settings.load_profile("no stopwatch")
