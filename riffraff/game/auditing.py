"""Checking a log against the rules alone, without players and without physics.

The log is told to the rules again, entry by entry: every entry must be legal where it stands, conservation
must hold after it, and what the log says of captain, order, supplies and winners must be what the rules say.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from riffraff import rules
from riffraff.rules import PIECES, IllegalAction, InvariantError, Phase, Piece, State

_PIECE: Final[Mapping[str, Piece]] = {piece.name: piece for piece in PIECES}


class AuditError(ValueError):
    """A log that the rules do not allow; the message names the entry, counted from 1."""


def audit(entries: Iterable[Mapping[str, Any]]) -> State:
    """Tell a log to the rules.

    Args:
        entries: the log's entries in order, each with ``event``, ``time`` and the data of its event.

    Returns:
        The state at the log's end; the game is over unless the log was interrupted.

    Raises:
        AuditError: the first entry that the rules contradict.
    """
    state: State | None = None
    for number, entry in enumerate(entries, 1):
        where = f"entry {number} ({entry.get('event')})"
        try:
            state = _told(state, entry)
        except (IllegalAction, InvariantError) as error:
            raise AuditError(f"{where}: {error}") from None
        except _ContradictionError as error:
            raise AuditError(f"{where}: {error}") from None
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise AuditError(f"{where}: not an entry of a log ({type(error).__name__}: {error})") from None
    if state is None:
        raise AuditError("the log is empty")
    return state


class _ContradictionError(Exception):
    """The log says one thing and the rules another."""


def _told(state: State | None, entry: Mapping[str, Any]) -> State:
    """The state after an entry."""
    event = entry["event"]
    if event == "game_start":
        _agree("a game under way", state is not None, False)
        return rules.new_game(len(entry["players"]))
    if state is None:
        raise _ContradictionError("the log does not begin with game_start")
    if event == "reveal":
        for seat, card in enumerate(entry["cards"]):
            state = rules.step(state, rules.ChooseCard(seat, card))
    elif event in _ACTIONS:
        action = _ACTIONS[event](entry, state)
        state = state if action is None else rules.step(state, action)
    elif event not in _CLAIMS:
        raise _ContradictionError(f"there is no event {event!r}")
    rules.check(state)
    for name, truth in _CLAIMS.get(event, {}).items():
        _agree(name, entry[name], truth(state, entry))
    return state


def _agree(name: str, said: object, true: object) -> None:
    if said != true:
        raise _ContradictionError(f"{name} is {said!r}; by the rules it is {true!r}")


def _captain(entry: Mapping[str, Any], state: State) -> rules.Action | None:
    return rules.ChooseCaptain(entry["captain"]) if state.phase is Phase.CAPTAIN else None


def _order(entry: Mapping[str, Any], state: State) -> rules.Action | None:
    return rules.ChooseOrder(tuple(entry["order"])) if state.phase is Phase.ORDER else None


_ACTIONS: Final[Mapping[str, Callable[[Mapping[str, Any], State], rules.Action | None]]] = {
    "captain": _captain,
    "order": _order,
    "announce": lambda entry, state: rules.Announce(entry["count"]),
    "take": lambda entry, state: rules.Take(_PIECE[entry["piece"]]),
    "refused": lambda entry, state: rules.TakeBack(),
    "let_go": lambda entry, state: rules.LetGo(),
    "left": lambda entry, state: rules.Leave(_PIECE[entry["piece"]]),
    "returned": lambda entry, state: rules.Return(_PIECE[entry["piece"]]),
    "fell": lambda entry, state: rules.Fall(_PIECE[entry["piece"]]),
    "caught": lambda entry, state: rules.Catch(entry["seat"], _PIECE[entry["piece"]]),
    "settled": lambda entry, state: rules.Settle(
        {_PIECE[name]: area for name, area in entry["aboard"].items()}
    ),
    "pass": lambda entry, state: rules.Pass(),
}
"""The action that an event stands for."""


def _sizes(state: State, entry: Mapping[str, Any]) -> list[int]:
    return [len(supply) for supply in state.supplies]


_CLAIMS: Final[Mapping[str, Mapping[str, Callable[[State, Mapping[str, Any]], object]]]] = {
    "round_start": {"round": lambda state, _: state.round, "captain": lambda state, _: state.captain},
    "captain": {"captain": lambda state, _: state.captain},
    "order": {"order": lambda state, _: list(state.order)},
    "turn_start": {
        "seat": lambda state, _: state.active,
        "card": lambda state, _: state.area,
        "supply": lambda state, entry: len(state.supply(entry["seat"])),
    },
    "take": {"seat": lambda state, _: state.active, "area": lambda state, _: state.area},
    "turn_end": {"supply": lambda state, entry: len(state.supply(entry["seat"]))},
    "game_end": {
        "winners": lambda state, _: list(state.winners),
        "ending": lambda state, _: state.ending.value if state.ending else None,
        "rounds": lambda state, _: state.round,
        "supplies": _sizes,
    },
    "interrupted": {},
}
"""What an event says that the rules know too."""
