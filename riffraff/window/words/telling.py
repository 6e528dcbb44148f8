"""Texts that tell a game: who, what, and what happens. Pairs (English, German) by key."""

from collections.abc import Mapping
from typing import Final

TELLING: Final[Mapping[str, tuple[str, str]]] = {
    # -- who --
    "seat.0": ("Red", "Rot"),
    "seat.1": ("Blue", "Blau"),
    "seat.2": ("Turquoise", "Türkis"),
    "seat.3": ("Purple", "Lila"),
    # -- what: alone, and with its article as the object of a sentence --
    "shape.boat": ("canoe", "Kanu"),
    "shape.barrel": ("barrel", "Fass"),
    "shape.flacon": ("flacon", "Flakon"),
    "shape.crate": ("crate", "Kiste"),
    "shape.sailor": ("sailor", "Matrose"),
    "shape.plank": ("plank", "Planke"),
    "shape.rat": ("rat", "Ratte"),
    "shape.chest": ("chest", "Truhe"),
    "the.boat": ("the canoe", "das Kanu"),
    "the.barrel": ("the barrel", "das Fass"),
    "the.flacon": ("the flacon", "den Flakon"),
    "the.crate": ("the crate", "die Kiste"),
    "the.sailor": ("the sailor", "den Matrosen"),
    "the.plank": ("the plank", "die Planke"),
    "the.rat": ("the rat", "die Ratte"),
    "the.chest": ("the chest", "die Truhe"),
    # -- what stands in the panel of the game --
    "game.round": ("Round {number} of at most {most}", "Runde {number} von höchstens {most}"),
    "game.before": ("Before the first round", "Vor der ersten Runde"),
    "game.over": ("The game is over", "Das Spiel ist aus"),
    "game.practice": ("Practice", "Übung"),
    "game.captain": ("Captain", "Kapitän"),
    "game.supply": ("to load", "zu laden"),
    "game.card": ("card", "Karte"),
    "game.out": ("out of the game: {count}", "aus dem Spiel: {count}"),
    # -- what is going on --
    "doing.cards": ("Everyone chooses a card", "Alle wählen eine Karte"),
    "doing.looking": ("{who} looks for a spot on area {area}", "{who} sucht einen Platz auf Feld {area}"),
    "doing.carries": ("{who} carries {what} to area {area}", "{who} trägt {what} zu Feld {area}"),
    "doing.let_go": ("{who} has let go of {what}", "{who} hat {what} losgelassen"),
    "doing.tumbles": ("In the air: {shape}", "In der Luft: {shape}"),
    "doing.stays": ("Stays aboard: {shape}", "Bleibt an Bord: {shape}"),
    "doing.fell": ("Has fallen: {shape}", "Gestürzt: {shape}"),
    "doing.caught": ("{who} catches {what}", "{who} fängt {what}"),
    "doing.interrupted": ("The game was interrupted", "Das Spiel wurde abgebrochen"),
    "doing.over": ("The game is over", "Das Spiel ist aus"),
    # -- what has happened --
    "told.start": ("Seed {seed}: {who}", "Startwert {seed}: {who}"),
    "told.reveal": ("Round {number}: {cards}", "Runde {number}: {cards}"),
    "told.card": ("{who} {card}", "{who} {card}"),
    "told.card_captain": ("{who} (captain) {card}", "{who} (Kapitän) {card}"),
    "told.captain_chosen": (
        "{chooser}, captain so far, makes {who} captain",
        "{chooser}, bisher Kapitän, macht {who} zum Kapitän",
    ),
    "told.order_chosen": (
        "{chooser} decides the order of equal cards",
        "{chooser} bestimmt die Folge gleicher Karten",
    ),
    "told.one": ("{who} announces one piece", "{who} sagt ein Stück an"),
    "told.two": ("{who} announces two pieces", "{who} sagt zwei Stücke an"),
    "told.refused": (
        "{who} does not get {what} onto area {area}: {reason}",
        "{who} bekommt {what} nicht auf Feld {area}: {reason}",
    ),
    "told.loads": (
        "{who} loads {what} on area {area}: heels {heel}°",
        "{who} lädt {what} auf Feld {area}: Krängung {heel}°",
    ),
    "told.slips": ("Slips but stays aboard: {shapes}", "Rutscht, bleibt aber an Bord: {shapes}"),
    "told.falls": ("Falls: {shapes}", "Stürzt: {shapes}"),
    "told.catches": ("Caught and out of the game: {shapes}", "Gefangen und aus dem Spiel: {shapes}"),
    "told.returns": (
        "Caught alone, so it goes back to the supply: {shapes}",
        "Allein gefangen, daher zurück in den Vorrat: {shapes}",
    ),
    "told.to_supply": (
        "{who} takes what fell: {count} more to load",
        "{who} nimmt das Gestürzte: {count} mehr zu laden",
    ),
    "told.pass": ("{who} passes: no spot found", "{who} passt: kein Platz gefunden"),
    "told.interrupted": ("Interrupted in round {number}", "Abgebrochen in Runde {number}"),
    "told.wins_empty": ("{who} wins: nothing left to load", "{who} gewinnt: nichts mehr zu laden"),
    "told.win_fewest": (
        "{who} wins: fewest pieces left after {rounds} rounds",
        "{who} gewinnt: am wenigsten Stücke übrig nach {rounds} Runden",
    ),
    "told.win_together": (
        "{who} win together: fewest pieces left after {rounds} rounds",
        "{who} gewinnen gemeinsam: am wenigsten Stücke übrig nach {rounds} Runden",
    ),
}
