"""The rules of the game in short, in English and German: headings and what stands under them."""

from collections.abc import Mapping
from typing import Final

from riffraff.window.words.language import Language

Chapter = tuple[str, tuple[str, ...]]
"""A heading, and paragraphs."""


def _chapters(text: str) -> tuple[Chapter, ...]:
    """Chapters of a text: a heading begins with ``#``, paragraphs are divided by empty lines."""
    chapters = []
    for chapter in text.split("#")[1:]:
        heading, _, body = chapter.partition("\n")
        paragraphs = (" ".join(paragraph.split()) for paragraph in body.split("\n\n"))
        chapters.append((heading.strip(), tuple(paragraph for paragraph in paragraphs if paragraph)))
    return tuple(chapters)


_ENGLISH = """
# The aim
Get rid of your cargo. Whoever has nothing left to load at the end of the own turn wins at once. The ship
balances on a ball: whatever you lay on it makes it lean.

# A round
Everyone chooses one of the own cards, 1 to 10, face down; then all are turned over. The number is the
area of the ship that you have to load in this round.

The highest card makes the new captain, who takes the first turn; the others follow from high to low. If
several have the highest, the captain so far says who of them takes office; among other equal cards the
new captain decides who goes first. Each card serves once.

# Loading
Take any piece of your supply and lay it, or hang it, on your area. Areas 1 to 4 are the four quarters of
the deck, 5 to 10 the ends of the three yardarms.

A piece may stick out over the edge, but not into another area. You may push cargo with the piece in your
hand, but not touch it, nor hold the ship.

On a yardarm where something lay before your turn you may load two pieces. Say so before you take the
first.

If there is no spot for any piece you pass, and keep it.

# When cargo falls
Everything that comes down off the ship goes to your supply, whoever loaded it, and your turn is over.

In the air you may catch it: what you catch leaves the game. Only if the one piece that you catch is the
one you were just loading does it go back to your supply.

# The end
If nobody has got rid of everything after ten rounds, the fewest pieces left win. Two players take their
cards back once, and play twenty rounds.
"""

_GERMAN = """
# Das Ziel
Werde deine Ladung los. Wer am Ende des eigenen Zuges nichts mehr zu laden hat, gewinnt sofort. Das Schiff
balanciert auf einer Kugel: Was du darauf legst, neigt es.

# Eine Runde
Alle wählen verdeckt eine eigene Karte von 1 bis 10, dann wird aufgedeckt. Die Zahl nennt das Feld des
Schiffs, das du in dieser Runde beladen musst.

Die höchste Karte macht zum Kapitän, und der beginnt; die anderen folgen von hoch nach niedrig. Haben
mehrere die höchste, bestimmt der bisherige Kapitän, wer von ihnen es wird; bei anderen gleichen Karten
entscheidet der neue Kapitän über die Folge. Jede Karte dient nur einmal.

# Laden
Nimm ein beliebiges Stück aus deinem Vorrat und lege oder hänge es auf dein Feld. Die Felder 1 bis 4 sind
die Viertel des Decks, 5 bis 10 die Enden der drei Rahen.

Ein Stück darf über den Rand ragen, aber nicht in ein anderes Feld. Ladung darfst du mit dem Stück in der
Hand schieben, aber nicht berühren; auch das Schiff darfst du nicht halten.

Auf einer Rahe, auf der vor deinem Zug schon etwas lag, darfst du zwei Stücke laden. Sag es an, bevor du
das erste nimmst.

Findet sich für kein Stück ein Platz, passt du und behältst es.

# Wenn Ladung stürzt
Alles, was vom Schiff herunterkommt, geht in deinen Vorrat, egal wer es geladen hat, und dein Zug ist
vorbei.

In der Luft darfst du es fangen: Was du fängst, scheidet aus dem Spiel aus. Nur wenn du allein das Stück
fängst, das du gerade laden wolltest, kommt es in deinen Vorrat zurück.

# Das Ende
Ist nach zehn Runden niemand alles losgeworden, gewinnt, wer am wenigsten übrig hat. Zu zweit nehmt ihr
die Karten einmal zurück und spielt zwanzig Runden.
"""

RULES: Final[Mapping[Language, tuple[Chapter, ...]]] = {
    Language.ENGLISH: _chapters(_ENGLISH),
    Language.GERMAN: _chapters(_GERMAN),
}
"""The rules by language, chapter by chapter."""
