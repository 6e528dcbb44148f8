"""Tuning of the physical constants: to measurements of a wooden ship, or to what a designer wants of a game.

The modules are imported one by one: what fits and what searches takes long to load.
"""
