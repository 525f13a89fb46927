"""Tests of simulations, statistics and tournaments."""
