"""Answers as JSON: without loss, and only what a player can have said."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.game import Answer, Placement
from riffraff.model import Pose
from riffraff.rules import PIECES

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
PLACEMENTS = st.builds(
    Placement,
    piece=st.integers(0, 31),
    area=st.integers(1, 10),
    pose=st.builds(Pose, st.tuples(FLOATS, FLOATS, FLOATS), st.tuples(FLOATS, FLOATS, FLOATS, FLOATS)),
    side=st.tuples(FLOATS, FLOATS, FLOATS),
    clearance=FLOATS,
)
SEATS = st.integers(0, 3)
ANSWERS = st.one_of(
    st.builds(Answer, SEATS, st.just("choose_card"), st.integers(1, 10)),
    st.builds(Answer, SEATS, st.just("choose_captain"), SEATS),
    st.builds(Answer, SEATS, st.just("choose_order"), st.permutations(range(4)).map(tuple)),
    st.builds(Answer, SEATS, st.just("announce"), st.integers(1, 2)),
    st.builds(Answer, SEATS, st.just("place"), st.none() | PLACEMENTS),
    st.builds(Answer, SEATS, st.just("catch"), st.sets(st.sampled_from(PIECES)).map(sorted).map(tuple)),
)


@given(ANSWERS)
def test_an_answer_reads_back_as_it_was(answer: Answer) -> None:
    text = answer.json()
    again = Answer.from_json(text)
    assert again == answer
    assert repr(again) == repr(answer), "to the last bit: 0.0 is not -0.0"
    assert "\n" not in text
    assert json.loads(text)["question"] == answer.question


@given(st.lists(st.sampled_from(PIECES)))
def test_the_pieces_to_catch_are_a_set_whatever_collection_they_came_in(pieces: list[Any]) -> None:
    texts = {Answer(0, "catch", given).json() for given in (pieces, tuple(pieces), set(pieces), pieces[::-1])}
    assert len(texts) == 1
    assert set(Answer.from_json(texts.pop()).value) == set(pieces)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("choose_card", None),
        ("choose_card", np.int64(3)),
        ("choose_order", 3),
        ("place", 3),
        ("place", Placement(0, 1, Pose((float("nan"), 0.0, 0.0)), (1.0, 0.0, 0.0), 0.01)),
        ("catch", 3),
        ("catch", ["crate-1"]),
        ("sing", 3),
    ],
)
def test_what_is_no_answer_is_not_written(question: str, value: object) -> None:
    with pytest.raises(ValueError, match=question):
        Answer(1, question, value).json()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "[]",
        "{}",
        '{"seat":0,"question":"choose_card"}',
        '{"seat":0,"question":"sing","answer":1}',
        '{"seat":0,"question":[],"answer":1}',
        '{"seat":"0","question":"choose_card","answer":1}',
        '{"seat":true,"question":"choose_card","answer":1}',
        '{"seat":0,"question":"choose_card","answer":"1"}',
        '{"seat":0,"question":"choose_card","answer":1.5}',
        '{"seat":0,"question":"choose_card","answer":1,"mood":"good"}',
        '{"seat": 0,"question":"choose_card","answer":1}',
        '{"seat":0,"question":"catch","answer":["crate-9"]}',
        '{"seat":0,"question":"catch","answer":["rat-1","crate-1"]}',
        '{"seat":0,"question":"place","answer":{"piece":3}}',
    ],
)
def test_what_no_answer_was_written_as_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"answer|asked"):
        Answer.from_json(text)


@pytest.mark.parametrize("change", [{"piece": 32}, {"piece": -1}, {"area": 0}, {"area": 11}])
def test_a_placement_off_the_ship_is_not_read(change: dict[str, int]) -> None:
    given = json.loads(Answer(0, "place", Placement(0, 1, Pose(), (1.0, 0.0, 0.0), 0.01)).json())
    given["answer"] |= change
    with pytest.raises(ValueError, match=r"there is no area .* or no piece"):
        Answer.from_json(json.dumps(given, separators=(",", ":")))
