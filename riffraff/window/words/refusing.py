"""Texts of what a live game refuses, and why it cannot go on. Pairs (English, German) by key.

What a failure is about, a file or a step of the simulation, is a sentence in English in either language.
"""

from collections.abc import Mapping
from typing import Final

REFUSING: Final[Mapping[str, tuple[str, str]]] = {
    "refused.question open": ("A question comes first: decide it", "Erst ist eine Frage zu entscheiden"),
    "refused.no question": ("That is not the question now", "Danach ist gerade nicht gefragt"),
    "refused.no answer": ("That cannot be chosen", "Das steht nicht zur Wahl"),
    "refused.hand empty": ("The hand is empty", "Die Hand ist leer"),
    "refused.hand full": ("There is a piece in the hand already", "Es ist schon ein Stück in der Hand"),
    "refused.no hand free": ("No hand is free to catch", "Keine Hand ist frei zum Fangen"),
    "refused.in hand": ("{shape}: is in the hand", "{shape}: ist in der Hand"),
    "refused.not in air": ("{shape}: is not in the air", "{shape}: ist nicht in der Luft"),
    "refused.not there": ("{shape}: is not there", "{shape}: ist nicht da"),
    "refused.let go first": (
        "Let go of the piece before you change what touches it",
        "Lass das Stück los, bevor du änderst, was es berührt",
    ),
    "refused.practice only": (
        "Parameters can be changed in practice only: this game is being recorded",
        "Parameter lassen sich nur beim Üben ändern: Dieses Spiel wird aufgezeichnet",
    ),
    "objection.not in area": ("It is not in area {area}", "Es ist nicht in Feld {area}"),
    "objection.sticks out": ("It sticks out into area {area}", "Es ragt in Feld {area} hinein"),
    "objection.touches nothing": ("It touches nothing yet", "Es berührt noch nichts"),
    "objection.cargo fell": ("Cargo fell: put it back", "Fracht ist gestürzt: Leg es zurück"),
    "objection.no room": (
        "There is no room to take it up there",
        "Dort ist kein Platz, um es in die Hand zu nehmen",
    ),
    "objection.blocked": ("Something is in the way", "Etwas ist im Weg"),
    "failed.world": ("{sentence}", "Die Simulation ist stehen geblieben ({sentence})"),
    "failed.recording": ("{sentence}", "Die Aufzeichnung lässt sich nicht schreiben ({sentence})"),
    "failed.model": ("{sentence}", "Für diese Parameter gibt es kein Schiff ({sentence})"),
    "failed.system": ("{sentence}", "Das System macht nicht mit ({sentence})"),
    "failed.players": ("{sentence}", "So spielt niemand ({sentence})"),
    "failed.process": ("{sentence}", "Der Prozess des Spiels ist zu Ende gegangen ({sentence})"),
}
