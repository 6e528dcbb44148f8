"""Playing in the window: the start screen, the decisions of a turn, the hand, and the end.

`session` begins a table and follows it; each of the panels shows one thing that a person can decide or do.
What needs no picture is pure and apart: `grip` (where the hand shall be), `landing` (where a piece would
touch), `fan` (where cards are), `setup` (what a game is begun with), `playing` (what is known of it).
"""
