"""riffraff: a real-time 3D physics simulation of a balancing wooden ship.

The floors of the package, from the ground up (see README, "How it is built"):

- ``params``: every physical constant with value, unit, bounds and source;
- ``rules``: the game as pure values;
- ``model``: meshes, mass properties and URDF, from the parameters;
- ``physics``: the ship in PyBullet: step loop, hand, falls;
- ``game``: rules and physics bound together: one game, its players, its recording;
- ``terminal``, ``cli``: what a person types and reads.
"""

__version__ = "0.1.0"
