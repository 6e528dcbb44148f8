"""Parameters of a game that is played in two or three seconds."""

from typing import Final

from riffraff.params import Parameters

QUICK: Final = Parameters().with_changes(
    {
        "world.time_limit": 1,
        "world.time_step": 1 / 60,
        "world.solver_iterations": 10,
        "hand.carry_speed": 2.0,
        "hand.lower_speed": 0.5,
        "ship.pivot_damping": 0.1,
    }
)
