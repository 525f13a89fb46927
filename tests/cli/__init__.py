"""Tests of the `undertow` command."""
