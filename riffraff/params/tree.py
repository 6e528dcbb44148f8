"""The tree of parameters: everything about the simulated game that is a number and not a rule.

All values are SI. Heights on the ship count from the pivot, which is the centre of the ball. The real ship's
measurements were never published: the estimates fit the printed size of the box and photographs of the game.

Counterweight, friction and the hand's tremor are chosen inside their bounds for the game's temper. Games of
four careful players with the seed 1 (`riffraff batch --games 200 --player careful --seed 1 --out DIR`), none
of them without a fall:

    counterweight    games    placements that lose cargo    games with a capsize    ended by an empty supply
    450 g             55      30.0 % of 2,211               0                        37
    430 g            200      30.7 % of 8,384               6                       129
    420 g             66      30.6 % of 2,753               2                        36
    400 g             18      32.1 % of 781                 1                        10

So 430 g: with 450 g no ship ever went over, and a lighter one ends more of its games by the cards. (The rows
of other weights were measured when the last word on a placement came a little sooner than it does now, see
`riffraff.physics.steady`.) With 375 g, a friction of 0.30 and twice the tremor 36 % of placements lost cargo,
and eleven of twelve games of two to four players ended by the cards.
"""

from pydantic import model_validator
from pydantic_core import PydanticCustomError

from riffraff.params.quantity import CONTRADICTION, Group, quantity

# Correctly rounded, as typed units are, so that "30 deg" is the default to the last bit; math.radians is not.
_DEGREES_2 = 0.03490658503988659
_DEGREES_30 = 0.5235987755982989

_BOX = "printed size of the game's box, 297 mm"
_REVIEWS = "estimate, after photographs in reviews"
_CHOICE = "choice of this simulation"


class Ship(Group):
    """The ship, the ring that carries it and the two waves the ring stands on."""

    ring_diameter: float = quantity(0.060, "m", 0.050, 0.100, "outer diameter of the ring")
    ring_hole_diameter: float = quantity(0.0175, "m", 0.010, 0.020, "hole of the ring that the ball sits in")
    ring_thickness: float = quantity(0.008, "m", 0.004, 0.015, "thickness of the ring")
    pivot_height: float = quantity(0.150, "m", 0.120, 0.220, "height of the pivot above the table", _REVIEWS)
    ball_diameter: float = quantity(0.022, "m", 0.016, 0.032, "ball that rocks in the ring")
    bar_diameter: float = quantity(0.006, "m", 0.003, 0.010, "bar from the ball down to the counterweight")
    counterweight_mass: float = quantity(
        0.430, "kg", 0.26, 0.52, "steel ball under the ship: with its depth the main tuning knob", _REVIEWS
    )
    counterweight_depth: float = quantity(0.110, "m", 0.08, 0.12, "counterweight's centre below the pivot")
    rod_diameter: float = quantity(0.004, "m", 0.002, 0.006, "retaining rods in the ring's notches")
    rod_length: float = quantity(0.034, "m", 0.020, 0.050, "retaining rod, from the ball's centre to its end")
    rod_play: float = quantity(
        _DEGREES_2, "rad", 0.001, 0.2, "yaw either way that the rods have in their notches"
    )
    tilt_stop: float = quantity(
        _DEGREES_30, "rad", 0.436, 0.611, "heel at which rod and hull meet the ring and the waves"
    )
    pivot_damping: float = quantity(
        0.010, "N m s", 0.0, 0.1, "damping of the pivot; the default is 10 % of the empty ship's critical"
    )
    hull_length: float = quantity(0.240, "m", 0.180, 0.280, "hull, stem to stern", _REVIEWS)
    hull_beam: float = quantity(0.075, "m", 0.055, 0.100, "hull, side to side", _REVIEWS)
    hull_depth: float = quantity(0.030, "m", 0.020, 0.045, "hull, keel to deck", _REVIEWS)
    hull_clearance: float = quantity(0.022, "m", 0.012, 0.040, "hull's bottom above the pivot")
    bulwark_height: float = quantity(0.004, "m", 0.001, 0.010, "low wall round the deck, above the deck")
    bulwark_thickness: float = quantity(0.0035, "m", 0.001, 0.008, "thickness of the wall round the deck")
    mast_diameter: float = quantity(0.012, "m", 0.008, 0.016, "mast", _REVIEWS)
    mast_length: float = quantity(0.280, "m", 0.200, 0.360, "mast, foot to top", _REVIEWS)
    peg_diameter: float = quantity(0.006, "m", 0.003, 0.008, "round pegs that the yardarms lie on")
    peg_length: float = quantity(0.030, "m", 0.018, 0.050, "peg, end to end through the mast")
    yardarm_width: float = quantity(0.022, "m", 0.018, 0.035, "yardarm, along the ship", _REVIEWS)
    yardarm_thickness: float = quantity(0.005, "m", 0.003, 0.008, "yardarm, underside to top", _REVIEWS)
    yardarm_hole_clearance: float = quantity(
        0.0004, "m", 0.0001, 0.003, "hole of a yardarm minus the mast's diameter: how far it can rock"
    )
    yardarm_rock_friction: float = quantity(
        1e-4, "N m", 0.0, 0.01, "dry friction of a yardarm rocking on its peg: keeps an empty one where it is"
    )
    yardarm_turn_friction: float = quantity(
        2e-4, "N m", 0.0, 0.01, "dry friction of a yardarm turning round the mast"
    )
    low_yardarm_length: float = quantity(0.240, "m", 0.120, 0.500, "low yardarm, areas 5 and 6", _REVIEWS)
    low_yardarm_height: float = quantity(0.120, "m", 0.080, 0.200, "low yardarm's underside above the pivot")
    middle_yardarm_length: float = quantity(
        0.200, "m", 0.100, 0.280, "middle yardarm, areas 7 and 8", _REVIEWS
    )
    middle_yardarm_height: float = quantity(
        0.185, "m", 0.120, 0.260, "middle yardarm's underside above the pivot"
    )
    top_yardarm_length: float = quantity(0.160, "m", 0.080, 0.260, "top yardarm, areas 9 and 10", _REVIEWS)
    top_yardarm_height: float = quantity(0.250, "m", 0.160, 0.340, "top yardarm's underside above the pivot")


class Crate(Group):
    """A cube."""

    edge: float = quantity(0.028, "m", 0.015, 0.040, "edge of the cube")


class Flacon(Group):
    """A bellied bottle with a neck."""

    diameter: float = quantity(0.028, "m", 0.015, 0.040, "belly at its widest")
    height: float = quantity(0.045, "m", 0.030, 0.060, "foot to mouth")
    neck_diameter: float = quantity(0.012, "m", 0.006, 0.014, "neck")
    neck_height: float = quantity(0.012, "m", 0.005, 0.020, "neck, shoulder to mouth")


class Chest(Group):
    """A treasure chest with a rounded lid."""

    length: float = quantity(0.028, "m", 0.015, 0.045, "length, along the axis of the lid's rounding")
    width: float = quantity(0.018, "m", 0.010, 0.030, "width")
    height: float = quantity(0.018, "m", 0.010, 0.030, "floor to the top of the lid")
    lid_height: float = quantity(0.006, "m", 0.002, 0.009, "rounded part of the height")


class Boat(Group):
    """A canoe, pointed at both ends and hollowed."""

    length: float = quantity(0.050, "m", 0.035, 0.070, "point to point")
    width: float = quantity(0.018, "m", 0.012, 0.030, "widest, outside")
    height: float = quantity(0.014, "m", 0.009, 0.022, "keel to rim")
    wall: float = quantity(0.002, "m", 0.0015, 0.005, "thickness of the wall where it is thinnest")
    hollow_depth: float = quantity(0.0042, "m", 0.002, 0.014, "rim to the floor of the hollow")


class Sailor(Group):
    """A slim flat figure whose arms hook over a yardarm."""

    height: float = quantity(0.045, "m", 0.035, 0.060, "feet to head")
    width: float = quantity(0.025, "m", 0.018, 0.035, "across the arms")
    thickness: float = quantity(0.008, "m", 0.004, 0.014, "front to back")
    hook_gap: float = quantity(0.0065, "m", 0.004, 0.010, "clear height of the slot that takes a yardarm")


class Barrel(Group):
    """A bulged barrel that rolls."""

    diameter: float = quantity(0.018, "m", 0.012, 0.030, "bulge at its widest")
    height: float = quantity(0.024, "m", 0.015, 0.040, "end to end")
    end_diameter: float = quantity(0.015, "m", 0.008, 0.028, "flat ends")


class Rat(Group):
    """A rat whose tail hooks over a yardarm."""

    length: float = quantity(0.035, "m", 0.025, 0.050, "snout to rump; the tail reaches its slot farther")
    height: float = quantity(0.015, "m", 0.010, 0.025, "belly to back")
    width: float = quantity(0.012, "m", 0.006, 0.020, "side to side")
    hook_gap: float = quantity(0.0065, "m", 0.004, 0.010, "clear height of the slot that takes a yardarm")


class Plank(Group):
    """A flat board."""

    length: float = quantity(0.060, "m", 0.030, 0.090, "length")
    width: float = quantity(0.012, "m", 0.006, 0.024, "width")
    thickness: float = quantity(0.005, "m", 0.002, 0.010, "thickness")


class Cargo(Group):
    """The eight shapes of cargo: outer dimensions and what shapes them."""

    crate: Crate = Crate()
    flacon: Flacon = Flacon()
    chest: Chest = Chest()
    boat: Boat = Boat()
    sailor: Sailor = Sailor()
    barrel: Barrel = Barrel()
    rat: Rat = Rat()
    plank: Plank = Plank()


class Wood(Group):
    """What the parts are made of and how they touch."""

    density: float = quantity(
        700.0, "kg/m3", 600.0, 850.0, "wood of ship and cargo", "air-dry beech, handbooks"
    )
    steel_density: float = quantity(
        7850.0, "kg/m3", 7000.0, 8100.0, "counterweight", "carbon steel, handbooks"
    )
    friction: float = quantity(
        0.40, "1", 0.12, 0.5, "polished wood on wood; Bullet knows one coefficient, so static is kinetic too"
    )
    restitution: float = quantity(
        0.35, "1", 0.0, 0.6, "speed after a bounce of wood on wood over speed before it"
    )
    table_friction: float = quantity(0.5, "1", 0.1, 1.2, "wood on the table and on the card of box and waves")
    rolling_friction: float = quantity(
        5e-5, "m", 0.0, 1e-3, "torque against rolling over force, of round and of hanging pieces"
    )
    spinning_friction: float = quantity(
        1e-4, "m", 0.0, 5e-3, "torque against spinning over force, of round and of hanging pieces"
    )


class World(Group):
    """Where the game stands and how its physics is stepped."""

    gravity: float = quantity(
        9.81, "m/s2", 0.5, 20.0, "fall of free bodies", "standard gravity, two decimals"
    )
    time_step: float = quantity(
        1 / 240, "s", 5e-5, 0.02, "one step of physics; a frame is a whole number of them", "Bullet's default"
    )
    frame_rate: float = quantity(
        60.0, "Hz", 10.0, 480.0, "frames a second, for all that looks and records", _CHOICE
    )
    solver_iterations: int = quantity(20, "1", 1, 1000, "iterations of the contact solver in a step", _CHOICE)
    calm_sway: float = quantity(
        0.01,
        "rad",
        0.0,
        0.2,
        "nobody waits for a ship that sways less than this while its cargo keeps its place",
        _CHOICE,
    )
    rest_speed: float = quantity(3e-4, "m/s", 1e-5, 0.1, "a body slower than this may be at rest", _CHOICE)
    rest_spin: float = quantity(
        0.025, "rad/s", 1e-4, 1.0, "a body turning slower than this may be at rest", _CHOICE
    )
    rest_window: float = quantity(
        1.0, "s", 0.05, 5.0, "how long all must be that slow to count as at rest", _CHOICE
    )
    sleep_speed: float = quantity(
        5e-5, "m/s", 1e-6, 1e-3, "a world in which all is slower than this falls asleep", _CHOICE
    )
    sleep_spin: float = quantity(
        1e-3, "rad/s", 1e-5, 0.1, "a world in which all turns slower than this falls asleep", _CHOICE
    )
    sleep_window: float = quantity(
        1.0, "s", 0.1, 10.0, "how long all must be that slow for the world to fall asleep", _CHOICE
    )
    time_limit: float = quantity(20.0, "s", 1.0, 600.0, "longest wait for rest after a placement", _CHOICE)
    box_size: float = quantity(0.297, "m", 0.200, 0.500, "edge of the square box bottom", _BOX)
    box_height: float = quantity(0.040, "m", 0.010, 0.100, "wall of the box bottom, table to rim")
    box_wall: float = quantity(0.002, "m", 0.001, 0.010, "thickness of the box's card")

    @model_validator(mode="after")
    def _frame_is_whole_steps(self) -> "World":
        steps = 1 / (self.frame_rate * self.time_step)
        whole = max(1, round(steps))
        if abs(steps - whole) > 1e-6:
            raise PydanticCustomError(
                CONTRADICTION,
                "{reason}",
                {
                    "fields": ("time_step", "frame_rate"),
                    "reason": f"a frame of 1/{self.frame_rate:g} s is {steps:.9g} steps of "
                    f"{self.time_step:.9g} s, not a whole number; "
                    f"time_step = {1 / (self.frame_rate * whole)!r} makes it {whole}",
                },
            )
        return self


class Hand(Group):
    """The hand that carries, lowers and lets go, a person's or a machine's."""

    force: float = quantity(0.6, "N", 0.05, 20.0, "largest force on the piece it holds")
    torque: float = quantity(0.02, "N m", 1e-3, 1.0, "largest torque on the piece it holds")
    carry_speed: float = quantity(0.25, "m/s", 0.01, 2.0, "speed along the path to the spot")
    lower_speed: float = quantity(0.04, "m/s", 0.005, 0.5, "speed of the last way down to contact")
    turn_speed: float = quantity(2.0, "rad/s", 0.1, 20.0, "rate of turning a piece")
    tremor: float = quantity(4e-4, "m", 0.0, 0.02, "standard deviation of the position at let-go, each axis")
    tremor_angle: float = quantity(
        0.010, "rad", 0.0, 0.5, "standard deviation of the turn at let-go, each axis"
    )
    release_speed: float = quantity(
        0.005, "m/s", 0.0, 0.2, "standard deviation of the piece's speed at let-go, each axis"
    )
    clearance: float = quantity(0.010, "m", 0.001, 0.1, "height above the spot at which lowering begins")
    contact_force: float = quantity(
        0.005, "N", 1e-4, 1.0, "force from which a touch counts as contact", _CHOICE
    )


class Catching(Group):
    """The active player's chance to catch what falls (rules R5.2 to R5.4)."""

    reaction_time: float = quantity(0.16, "s", 0.0, 2.0, "from a piece leaving the ship to the hand moving")
    reach: float = quantity(0.15, "m", 0.0, 0.6, "farthest a hand gets to a falling piece")
    success: float = quantity(0.6, "1", 0.0, 1.0, "probability that a piece in reach is caught")
    hands: int = quantity(2, "1", 0, 2, "pieces that can be caught at once")
