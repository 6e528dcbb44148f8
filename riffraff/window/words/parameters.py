"""What the parameters of the physics are called, mean and come from in German; in English they say so."""

from collections.abc import Mapping
from typing import Final

from riffraff.params import Parameters
from riffraff.window.words.language import Language

GERMAN: Final[Mapping[str, tuple[str, str]]] = {
    "ship.ring_diameter": ("Durchmesser des Rings", "äußerer Durchmesser des Rings"),
    "ship.ring_hole_diameter": ("Loch des Rings", "Loch des Rings, in dem die Kugel sitzt"),
    "ship.ring_thickness": ("Dicke des Rings", "Dicke des Rings"),
    "ship.pivot_height": ("Höhe des Drehpunkts", "Höhe des Drehpunkts über dem Tisch"),
    "ship.ball_diameter": ("Durchmesser der Kugel", "Kugel, die im Ring wippt"),
    "ship.bar_diameter": ("Durchmesser der Stange", "Stange von der Kugel hinab zum Gegengewicht"),
    "ship.counterweight_mass": (
        "Masse des Gegengewichts",
        "Stahlkugel unter dem Schiff: mit ihrer Tiefe die wichtigste Stellschraube",
    ),
    "ship.counterweight_depth": (
        "Tiefe des Gegengewichts",
        "Mitte des Gegengewichts unter dem Drehpunkt",
    ),
    "ship.rod_diameter": ("Durchmesser der Haltestäbe", "Haltestäbe in den Kerben des Rings"),
    "ship.rod_length": ("Länge der Haltestäbe", "Haltestab, von der Mitte der Kugel bis zu seinem Ende"),
    "ship.rod_play": (
        "Spiel der Haltestäbe",
        "Drehung um die Hochachse, nach jeder Seite, die die Kerben den Stäben lassen",
    ),
    "ship.tilt_stop": (
        "Anschlag der Krängung",
        "Krängung, bei der Stab und Rumpf an Ring und Wellen stoßen",
    ),
    "ship.pivot_damping": (
        "Dämpfung des Drehpunkts",
        "Dämpfung des Drehpunkts; die Vorgabe ist 10 % der kritischen des leeren Schiffs",
    ),
    "ship.hull_length": ("Länge des Rumpfs", "Rumpf, vom Bug zum Heck"),
    "ship.hull_beam": ("Breite des Rumpfs", "Rumpf, von Seite zu Seite"),
    "ship.hull_depth": ("Tiefe des Rumpfs", "Rumpf, vom Kiel zum Deck"),
    "ship.hull_clearance": ("Abstand des Rumpfs", "Boden des Rumpfs über dem Drehpunkt"),
    "ship.bulwark_height": ("Höhe des Schanzkleids", "niedrige Wand um das Deck, über dem Deck"),
    "ship.bulwark_thickness": ("Dicke des Schanzkleids", "Dicke der Wand um das Deck"),
    "ship.mast_diameter": ("Durchmesser des Masts", "Mast"),
    "ship.mast_length": ("Länge des Masts", "Mast, vom Fuß zur Spitze"),
    "ship.peg_diameter": ("Durchmesser der Stifte", "runde Stifte, auf denen die Rahen liegen"),
    "ship.peg_length": ("Länge der Stifte", "Stift, von Ende zu Ende durch den Mast"),
    "ship.yardarm_width": ("Breite der Rahen", "Rahe, längs des Schiffs"),
    "ship.yardarm_thickness": ("Dicke der Rahen", "Rahe, von unten nach oben"),
    "ship.yardarm_hole_clearance": (
        "Luft im Loch der Rahen",
        "Loch einer Rahe minus Durchmesser des Masts: wie weit sie wippen kann",
    ),
    "ship.yardarm_rock_friction": (
        "Reibung der Rahen beim Wippen",
        "trockene Reibung einer Rahe, die auf ihrem Stift wippt: hält eine leere, wo sie ist",
    ),
    "ship.yardarm_turn_friction": (
        "Reibung der Rahen beim Drehen",
        "trockene Reibung einer Rahe, die sich um den Mast dreht",
    ),
    "ship.low_yardarm_length": ("Länge der unteren Rahe", "untere Rahe, Felder 5 und 6"),
    "ship.low_yardarm_height": ("Höhe der unteren Rahe", "Unterseite der unteren Rahe über dem Drehpunkt"),
    "ship.middle_yardarm_length": ("Länge der mittleren Rahe", "mittlere Rahe, Felder 7 und 8"),
    "ship.middle_yardarm_height": (
        "Höhe der mittleren Rahe",
        "Unterseite der mittleren Rahe über dem Drehpunkt",
    ),
    "ship.top_yardarm_length": ("Länge der oberen Rahe", "obere Rahe, Felder 9 und 10"),
    "ship.top_yardarm_height": ("Höhe der oberen Rahe", "Unterseite der oberen Rahe über dem Drehpunkt"),
    "cargo.crate.edge": ("Kante", "Kante des Würfels"),
    "cargo.flacon.diameter": ("Durchmesser", "Bauch, wo er am weitesten ist"),
    "cargo.flacon.height": ("Höhe", "vom Fuß zur Mündung"),
    "cargo.flacon.neck_diameter": ("Durchmesser des Halses", "Hals"),
    "cargo.flacon.neck_height": ("Höhe des Halses", "Hals, von der Schulter zur Mündung"),
    "cargo.chest.length": ("Länge", "Länge, längs der Achse des runden Deckels"),
    "cargo.chest.width": ("Breite", "Breite"),
    "cargo.chest.height": ("Höhe", "vom Boden bis oben auf den Deckel"),
    "cargo.chest.lid_height": ("Höhe des Deckels", "der runde Teil der Höhe"),
    "cargo.boat.length": ("Länge", "von Spitze zu Spitze"),
    "cargo.boat.width": ("Breite", "wo es am breitesten ist, außen"),
    "cargo.boat.height": ("Höhe", "vom Kiel zum Rand"),
    "cargo.boat.wall": ("Wand", "Dicke der Wand, wo sie am dünnsten ist"),
    "cargo.boat.hollow_depth": ("Tiefe der Höhlung", "vom Rand zum Boden der Höhlung"),
    "cargo.sailor.height": ("Höhe", "von den Füßen zum Kopf"),
    "cargo.sailor.width": ("Breite", "über die Arme"),
    "cargo.sailor.thickness": ("Dicke", "von vorn nach hinten"),
    "cargo.sailor.hook_gap": ("Schlitz", "lichte Höhe des Schlitzes, der eine Rahe aufnimmt"),
    "cargo.barrel.diameter": ("Durchmesser", "Bauch, wo er am weitesten ist"),
    "cargo.barrel.height": ("Höhe", "von Ende zu Ende"),
    "cargo.barrel.end_diameter": ("Durchmesser der Enden", "die flachen Enden"),
    "cargo.rat.length": (
        "Länge",
        "von der Schnauze zum Rumpf; der Schwanz reicht bis zu seinem Schlitz weiter",
    ),
    "cargo.rat.height": ("Höhe", "vom Bauch zum Rücken"),
    "cargo.rat.width": ("Breite", "von Seite zu Seite"),
    "cargo.rat.hook_gap": ("Schlitz", "lichte Höhe des Schlitzes, der eine Rahe aufnimmt"),
    "cargo.plank.length": ("Länge", "Länge"),
    "cargo.plank.width": ("Breite", "Breite"),
    "cargo.plank.thickness": ("Dicke", "Dicke"),
    "wood.density": ("Dichte", "Holz von Schiff und Ladung"),
    "wood.steel_density": ("Dichte des Stahls", "Gegengewicht"),
    "wood.friction": (
        "Reibung",
        "poliertes Holz auf Holz; Bullet kennt nur einen Beiwert: Haftreibung ist auch Gleitreibung",
    ),
    "wood.restitution": (
        "Rückprall",
        "Geschwindigkeit nach einem Stoß von Holz auf Holz, geteilt durch die davor",
    ),
    "wood.table_friction": (
        "Reibung auf dem Tisch",
        "Holz auf dem Tisch und auf der Pappe von Schachtel und Wellen",
    ),
    "wood.rolling_friction": (
        "Rollreibung",
        "Drehmoment gegen das Rollen, geteilt durch die Kraft, bei runden und bei hängenden Stücken",
    ),
    "wood.spinning_friction": (
        "Bohrreibung",
        "Drehmoment gegen das Kreiseln, geteilt durch die Kraft, bei runden und bei hängenden Stücken",
    ),
    "world.gravity": ("Schwere", "Beschleunigung freier Körper im Fall"),
    "world.time_step": ("Zeitschritt", "ein Schritt der Physik; ein Bild hat eine ganze Zahl davon"),
    "world.frame_rate": ("Bildrate", "Bilder in der Sekunde, für alles, was zusieht und aufzeichnet"),
    "world.solver_iterations": (
        "Durchgänge des Lösers",
        "Durchgänge, in denen ein Schritt die Kontakte löst",
    ),
    "world.calm_sway": (
        "Ruhiges Schaukeln",
        "auf ein Schiff, das weniger schaukelt und seine Ladung hält, wartet niemand",
    ),
    "world.rest_speed": ("Tempo in Ruhe", "ein Körper, der langsamer ist, kann in Ruhe sein"),
    "world.rest_spin": ("Drehung in Ruhe", "ein Körper, der sich langsamer dreht, kann in Ruhe sein"),
    "world.rest_window": (
        "Frist bis zur Ruhe",
        "so lange muss alles so langsam sein, um als ruhig zu gelten",
    ),
    "world.sleep_speed": ("Tempo im Schlaf", "eine Welt, in der alles langsamer ist, schläft ein"),
    "world.sleep_spin": ("Drehung im Schlaf", "eine Welt, in der sich alles langsamer dreht, schläft ein"),
    "world.sleep_window": ("Frist bis zum Schlaf", "so lange muss alles so langsam sein, bis sie einschläft"),
    "world.time_limit": ("Längste Wartezeit", "so lange wird nach dem Ablegen höchstens auf Ruhe gewartet"),
    "world.box_size": ("Kante der Schachtel", "Kante des quadratischen Schachtelbodens"),
    "world.box_height": ("Höhe der Schachtel", "Wand des Schachtelbodens, vom Tisch zum Rand"),
    "world.box_wall": ("Wand der Schachtel", "Dicke der Pappe der Schachtel"),
    "hand.force": ("Kraft", "größte Kraft auf das Stück in der Hand"),
    "hand.torque": ("Drehmoment", "größtes Drehmoment auf das Stück in der Hand"),
    "hand.carry_speed": ("Tempo beim Tragen", "Geschwindigkeit auf dem Weg zum Platz"),
    "hand.lower_speed": ("Tempo beim Absenken", "Geschwindigkeit auf dem letzten Weg hinab zur Berührung"),
    "hand.turn_speed": ("Tempo beim Drehen", "wie schnell ein Stück gedreht wird"),
    "hand.tremor": ("Zittern", "Streuung des Orts beim Loslassen, je Achse"),
    "hand.tremor_angle": ("Zittern im Winkel", "Streuung der Drehung beim Loslassen, je Achse"),
    "hand.release_speed": (
        "Tempo beim Loslassen",
        "Streuung der Geschwindigkeit des Stücks beim Loslassen, je Achse",
    ),
    "hand.clearance": ("Höhe über dem Platz", "Höhe über dem Platz, aus der abgesenkt wird"),
    "hand.contact_force": ("Kraft der Berührung", "Kraft, ab der eine Berührung als Kontakt zählt"),
    "catching.reaction_time": (
        "Reaktionszeit",
        "vom Augenblick, in dem ein Stück das Schiff verlässt, bis die Hand sich bewegt",
    ),
    "catching.reach": ("Reichweite", "wie weit eine Hand nach einem fallenden Stück kommt"),
    "catching.success": ("Erfolg", "Wahrscheinlichkeit, ein Stück in Reichweite zu fangen"),
    "catching.hands": ("Hände", "Stücke, die zugleich gefangen werden können"),
}
"""Name and meaning of each parameter."""
ORIGINS: Final[Mapping[str, str]] = {
    "estimate": "geschätzt",
    "estimate, after photographs in reviews": "geschätzt nach Fotos in Besprechungen",
    "choice of this simulation": "für diese Simulation gewählt",
    "air-dry beech, handbooks": "lufttrockene Buche, Handbücher",
    "carbon steel, handbooks": "Kohlenstoffstahl, Handbücher",
    "standard gravity, two decimals": "Normfallbeschleunigung, zwei Stellen",
    "Bullet's default": "Vorgabe von Bullet",
    "printed size of the game's box, 297 mm": "aufgedruckte Größe der Spielschachtel, 297 mm",
}
"""Where their defaults come from, by the English words for it."""


def parameter_name(language: Language, name: str) -> str:
    """What a parameter is called, within its group."""
    if language is Language.GERMAN:
        return GERMAN[name][0]
    return name.rpartition(".")[2].replace("_", " ")


def parameter_meaning(language: Language, name: str) -> str:
    """What a parameter means."""
    if language is Language.GERMAN:
        return GERMAN[name][1]
    return Parameters.quantities()[name].meaning


def parameter_source(language: Language, name: str) -> str:
    """Where the default of a parameter comes from."""
    source = Parameters.quantities()[name].source
    return ORIGINS[source] if language is Language.GERMAN else source
