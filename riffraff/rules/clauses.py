"""The rules in one place: every clause with its number, as errors and tests quote it.

The wording is a summary of the printed rules; "ruling" marks a decision of this project where the
booklet is silent or its translations differ.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CLAUSES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "R1.1": "The ship has ten parts: ring, ball-bar, hull, mast, three pegs, three yardarms.",
        "R1.2": "Ten areas: 1-4 on the deck, 5/6, 7/8 and 9/10 on the low, middle and top yardarm.",
        "R1.3": "40 cards: four colours, each 1-10.",
        "R1.4": "32 cargo pieces: four sets of eight shapes.",
        "R2.1": "Two to four players, each with the ten cards of a colour and one piece of each shape.",
        "R2.2": "With two players each takes two pieces of each shape.",
        "R2.3": "The oldest player is captain before the first round (ruling: seat 0 unless told otherwise).",
        "R3.1": "Every player chooses one card of the own hand face down; all are revealed at once.",
        "R3.2": "The highest card makes the new captain; among several the captain still in office decides.",
        "R3.3": "Turns go from the captain downward by card; the new captain orders equal cards (ruling: "
        "those tied for the highest come directly after the captain).",
        "R3.4": "The round ends when all had a turn; a played card stays on the table and serves once.",
        "R3.5": "The captain stays in office until the cards of the next round are revealed.",
        "R4.1": "In a turn the player loads an own piece in the area whose number the played card shows.",
        "R4.2": "On a yardarm area where cargo lay before the turn the player may load two pieces.",
        "R4.3": "One or two is announced before a piece is touched and stays (ruling: two needs two pieces).",
        "R4.4": "If cargo falls during the first attempt there is no second piece.",
        "R4.5": "A piece is laid or hung, with one hand or both (ruling: also on or from cargo).",
        "R4.6": "A piece may stick out beyond the edge but not into another area (ruling: tested when it is "
        "let go; what slides later is no offence).",
        "R4.7": "Cargo aboard may be shoved with the piece being loaded but not touched by hand.",
        "R4.8": "Ruling: who finds no legal spot passes; the piece stays in the supply, the card is spent.",
        "R5.1": "Cargo that leaves the ship has fallen and the turn ends; what stays on the ship has not.",
        "R5.2": "The active player, and nobody else, may catch falling pieces in the air.",
        "R5.3": "Caught pieces leave the game for good.",
        "R5.4": "The piece being loaded, if it is the only one caught, goes back to the player's supply.",
        "R5.5": "Fallen pieces that were not caught go to the active player's supply.",
        "R6.1": "A player whose supply is empty at the end of the own turn wins at once.",
        "R7.1": "After ten rounds the game ends; the fewest pieces in the supply wins.",
        "R7.2": "Equal fewest: all of them win.",
        "R7.3": "With two players the cards are taken back after ten rounds for ten more.",
    }
)
"""Clause number -> what it says."""
