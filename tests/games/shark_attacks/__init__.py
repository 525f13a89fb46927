"""Tests of Shark Attacks!"""
