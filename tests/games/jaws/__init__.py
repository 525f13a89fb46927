"""Tests of JAWS."""
