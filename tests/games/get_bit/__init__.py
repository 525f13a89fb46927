"""Tests of Get Bit!"""
