"""What players decided, as JSON and back, without loss: a game follows from its answers to the last bit."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import AfterValidator, PlainSerializer, PlainValidator, TypeAdapter, ValidationError

from riffraff.game.guiding import Act, Grab, Guided
from riffraff.game.placement import Placement
from riffraff.params.errors import shortened
from riffraff.rules import AREAS, PIECES, Piece, Seat

_PIECES: Final[Mapping[object, Piece]] = {piece.name: piece for piece in PIECES}


def _piece(name: object) -> Piece:
    if name not in _PIECES:
        raise ValueError(f"there is no piece {name!r}")
    return _PIECES[name]


def _on_ship(placement: Placement | Guided) -> Placement | Guided:
    area = placement.area if isinstance(placement, Placement) else AREAS[0]
    if area not in AREAS or placement.piece not in range(len(PIECES)):
        raise ValueError(f"there is no area {area} or no piece {placement.piece}")
    return placement


def _possible(act: Act) -> Act:
    if act.frame < 0 or (isinstance(act.deed, Grab) and act.deed.piece not in range(len(PIECES))):
        raise ValueError(f"there is no frame {act.frame} or no such piece")
    return act


_Named = Annotated[Piece, PlainSerializer(lambda piece: piece.name), PlainValidator(_piece)]

_FORMS: Final[Mapping[str, TypeAdapter[Any]]] = {
    "choose_card": TypeAdapter(int),
    "choose_captain": TypeAdapter(int),
    "choose_order": TypeAdapter(tuple[int, ...]),
    "announce": TypeAdapter(int),
    "place": TypeAdapter(Annotated[Placement | Guided, AfterValidator(_on_ship)] | None),
    "catch": TypeAdapter(tuple[_Named, ...]),
    "act": TypeAdapter(Annotated[Act, AfterValidator(_possible)]),
}
"""The form of the answer to every question, a method of `Player` or `Person`."""


@dataclass(frozen=True)
class Answer:
    """One decision of a player.

    Attributes:
        seat: whose decision.
        question: the method of `Player` or `Person` that was asked.
        value: what it returned; for ``catch`` the pieces in order, as a tuple; for ``act`` an `Act`.
    """

    seat: Seat
    question: str
    value: Any

    def json(self) -> str:
        """The answer as one line of JSON; floats are written so that they read back bit for bit.

        Raises:
            ValueError: no player is asked that question, or the value is no answer to it.
        """
        form = _form(self.question)
        try:
            value = tuple(sorted(set(self.value))) if self.question == "catch" else self.value
            plain = form.dump_python(value, mode="json", warnings="error")
            form.validate_python(plain)  # None is written without a warning wherever it stands
            return json.dumps(
                {"seat": self.seat, "question": self.question, "answer": plain},
                separators=(",", ":"),
                allow_nan=False,
            )
        except (TypeError, ValueError) as error:
            raise ValueError(
                f"{self.value!r} of seat {self.seat} is no answer to {self.question}: {error}"
            ) from None

    @classmethod
    def from_json(cls, text: str) -> "Answer":
        """The answer that `json` wrote.

        Raises:
            ValueError: the text is not what `json` writes.
        """
        try:
            given = json.loads(text)
            value = _form(given["question"]).validate_python(given["answer"])
            answer = cls(given["seat"], given["question"], value)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(step) for step in ("answer", *first["loc"]))
            raise ValueError(f"{shortened(text)}: {place}: {first['msg']}") from None
        except (json.JSONDecodeError, KeyError, TypeError):
            raise ValueError(f"{shortened(text)} is no answer with seat, question and answer") from None
        if type(answer.seat) is not int or answer.json() != text:
            raise ValueError(f"{shortened(text)} is not written as answers are")
        return answer


def _form(question: str) -> TypeAdapter[Any]:
    if question not in _FORMS:
        raise ValueError(f"players are not asked {question!r}; they are asked {', '.join(_FORMS)}")
    return _FORMS[question]
