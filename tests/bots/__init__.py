"""Tests of the bots that play every game."""
