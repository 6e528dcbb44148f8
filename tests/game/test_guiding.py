"""A person's turn: the hand guided frame by frame, catching by hand, and all of it played again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.game import (
    PERSON,
    Act,
    Aim,
    Answer,
    Deed,
    Difference,
    Entry,
    Facts,
    Game,
    Grab,
    Guided,
    Lower,
    Playback,
    PutBack,
    RandomPlayer,
    Recorder,
    Recording,
    Release,
    Sight,
    UnansweredError,
    WhatIf,
    verify,
)
from riffraff.game.guiding import REACH
from riffraff.model import Pose
from riffraff.params import Parameters
from riffraff.physics import World, compose
from riffraff.rules import PIECES, IllegalAction, Seat, State

PLAYERS = (PERSON, "random")
STEADY = Parameters().with_changes({"hand.tremor": 0.0, "hand.tremor_angle": 0.0, "hand.release_speed": 0.0})
CRATE = next(piece.index for piece in PIECES if piece.name == "crate-0")


class Guide(RandomPlayer):
    """Plays card after card from the highest, and a piece as a script says: deeds by frame, in order."""

    def __init__(self, script: Callable[[Sight], Deed | None], *, start: Pose | None = None) -> None:
        super().__init__(np.random.default_rng(0))
        self._script, self._start = script, start
        self.sights: list[Sight] = []
        self.attempts = 0

    def choose_card(self, state: State, seat: Seat) -> int:
        return state.hands[seat][-1]

    def announce(self, state: State, seat: Seat) -> int:
        return 1

    def place(self, state: State, seat: Seat, whatif: WhatIf) -> Any:
        self.attempts += 1
        return Guided(CRATE, self._start) if self.attempts == 1 else None

    def act(self, state: State, seat: Seat, sight: Sight) -> Deed | None:
        self.sights.append(sight)
        return self._script(sight)

    @property
    def held(self) -> list[Sight]:
        """What it saw while it held a piece."""
        return [sight for sight in self.sights if sight.grip is not None]


def over(area: int, *, shift: float = 0.0, height: float = 0.02) -> Pose:
    """A pose of the crate so high above an area of the ship at rest."""
    with World() as world:
        place = world.scene.model.areas[area]
        x, y = np.mean(place.polygon, axis=0).tolist()
        standing = world.scene.model.cargo["crate"].stable_poses[0]
        at = (x + shift, y, place.height + standing.height + height)
        return compose(world.area_frame(area), Pose(at, standing.orientation))


def loads(goal: Pose, *then: Deed) -> Callable[[Sight], Deed | None]:
    """To the goal, down to the touch, and what comes then."""
    left = [*then]
    said = set[str]()

    def script(sight: Sight) -> Deed | None:
        grip = sight.grip
        if "aim" not in said:
            said.add("aim")
            return Aim(goal)
        if "lower" not in said and sight.frame == 120:
            said.add("lower")
            return Lower()
        if left and sight.frame > 120 and (grip is None or not grip.lowering):
            if isinstance(left[0], Grab) and not sight.tumbling:
                return None
            return left.pop(0)
        return None

    return script


def play(
    path: Path,
    person: Guide,
    *,
    turns: int = 1,
    parameters: Parameters = STEADY,
    frames: float = np.inf,
    players: tuple[str, ...] = PLAYERS,
) -> list[Entry]:
    """Record a game until the end of a turn, or interrupt it at a frame; its log without the beginning."""
    facts = Facts(players=players, seed=1, parameters=parameters)
    log: list[Entry] = []
    with Recorder(path, facts) as recorder:

        def on_frame(time: float, poses: Any) -> None:
            if time * 60 > frames:
                raise KeyboardInterrupt
            recorder.frame(time, poses)

        game = Game(
            players,
            seed=1,
            parameters=parameters,
            persons=person,
            on_frame=on_frame,
            on_answer=recorder.answer,
        )
        try:
            for entry in game.play():
                recorder.entry(entry)
                log.append(entry)
                if [entry.event for entry in log].count("turn_end") == turns:
                    break
        except KeyboardInterrupt:
            recorder.entry(Entry("interrupted", game.world.time))
        finally:
            game.close()
    return log


def of(log: list[Entry], event: str) -> list[Entry]:
    return [entry for entry in log if entry.event == event]


def test_a_person_loads_a_piece_and_the_game_can_be_played_again(tmp_path: Path) -> None:
    person = Guide(loads(over(10), Release()))
    log = play(tmp_path / "g", person, parameters=Parameters(), turns=2)
    (let_go,) = [entry for entry in of(log, "let_go") if entry.data["seat"] == 0]
    assert let_go.data["piece"] == "crate-0"
    assert of(log, "settled")[0].data["aboard"] == {"crate-0": 10}
    recording = Recording.read(tmp_path / "g", partial=True)
    verify(recording)
    acts = [answer.value for answer in recording.answers if answer.question == "act"]
    # Frames in which nothing is done are not recorded.
    assert [act.deed.kind for act in acts] == ["aim", "lower", "release"]
    assert acts[1].frame == 120
    assert acts[2].frame == person.held[-1].frame


def test_another_deed_is_another_game(tmp_path: Path) -> None:
    play(tmp_path / "g", Guide(loads(over(10), Release())))
    recording = Recording.read(tmp_path / "g", partial=True)
    answers = list(recording.answers)
    place = next(index for index, answer in enumerate(answers) if answer.question == "act")
    other = Aim(Pose((0.0, -0.05, 0.43)))
    answers[place] = Answer(0, "act", Act(answers[place].value.frame, other))
    object.__setattr__(recording, "answers", tuple(answers))
    with pytest.raises(Difference, match="deed"):
        verify(recording)


@pytest.mark.parametrize("frames", [30, 130])
def test_a_game_interrupted_with_a_piece_in_the_hand_can_be_played_again(tmp_path: Path, frames: int) -> None:
    play(tmp_path / "g", Guide(loads(over(10))), frames=frames)  # never lets go
    recording = Recording.read(tmp_path / "g")
    assert recording.interrupted
    verify(recording)


def test_r4_6_the_referee_looks_at_the_moment_of_letting_go(tmp_path: Path) -> None:
    start = over(9, height=0.1)  # the card shows 10
    person = Guide(loads(over(9), Release()), start=start)
    log = play(tmp_path / "g", person)
    assert of(log, "refused")[0].data["reason"] == "the crate is not in area 10"
    assert of(log, "let_go") == []
    assert of(log, "pass") != []


def test_r4_5_a_piece_is_not_dropped(tmp_path: Path) -> None:
    seen: list[str] = []

    def script(sight: Sight) -> Deed | None:
        if sight.grip is None:
            return None
        seen.append(str(sight.grip.forbidden()))
        if sight.frame == 0 and len(seen) == 1:
            return Aim(over(10))
        return Release() if sight.frame == 120 else None

    log = play(tmp_path / "g", Guide(script))
    assert of(log, "refused")[0].data["reason"] == "nothing is there to lay it on"
    assert seen[0] == "the crate is not in area 10"


def test_r4_1_the_level_above_or_below_is_not_the_area(tmp_path: Path) -> None:
    # On the middle yardarm's port end, exactly below the top one's.
    person = Guide(loads(over(8, height=0.02), Release()))
    log = play(tmp_path / "g", person)
    assert of(log, "refused")[0].data["reason"] == "the crate does not rest on area 10"


def test_what_is_put_back_may_be_taken_again_any_number_of_times(tmp_path: Path) -> None:
    person = Guide(lambda sight: PutBack() if sight.grip and sight.frame == 3 else None)

    def again(state: State, seat: Seat, whatif: WhatIf) -> Guided | None:
        person.attempts += 1
        return Guided(CRATE) if person.attempts <= 6 else None

    person.place = again  # type: ignore[method-assign]
    log = play(tmp_path / "g", person)
    assert [entry.data["reason"] for entry in of(log, "refused")] == ["it was put back"] * 6
    assert of(log, "turn_end")[0].data["supply"] == 16
    verify(Recording.read(tmp_path / "g", partial=True))


def test_a_piece_is_not_taken_up_inside_the_ship(tmp_path: Path) -> None:
    person = Guide(lambda sight: None, start=over(1, height=-0.02))
    log = play(tmp_path / "g", person)
    assert of(log, "refused")[0].data["reason"] == "there is no room to take up the crate"
    assert person.held == []


def test_r5_2_a_person_catches_by_hand_and_r5_4_it_comes_back(tmp_path: Path) -> None:
    person = Guide(loads(over(10, shift=0.014), Release(), Grab(CRATE)))
    log = play(tmp_path / "g", person)
    assert [entry.event for entry in log[-5:]] == ["let_go", "left", "caught", "settled", "turn_end"]
    assert of(log, "settled")[0].data["to_supply"] == ["crate-0"]
    recording = Recording.read(tmp_path / "g", partial=True)
    assert not [answer for answer in recording.answers if answer.question == "catch"]
    verify(recording)


@pytest.mark.parametrize("hands", [0, 2])
def test_r5_2_only_a_free_hand_catches(tmp_path: Path, hands: int) -> None:
    seen: list[int] = []

    def script(sight: Sight) -> Deed | None:
        seen.append(sight.hands)
        if sight.tumbling and sight.grip is None:
            return Grab(CRATE)
        return loaded(sight)

    loaded = loads(over(10, shift=0.014), Release())
    parameters = STEADY.with_changes({"catching.hands": hands})
    if hands:
        play(tmp_path / "g", Guide(script), parameters=parameters)
        assert {*seen} == {2, 1}  # one while it holds the piece, or the piece that it caught
    else:
        with pytest.raises(IllegalAction, match="no hand is free"):
            play(tmp_path / "g", Guide(script), parameters=parameters)


def test_r5_1_what_a_person_pushes_down_ends_the_turn(tmp_path: Path) -> None:
    """The second player's piece lies on area 10; the first sweeps it off in its second turn."""

    class Sweeper(Guide):
        def place(self, state: State, seat: Seat, whatif: WhatIf) -> Any:
            if seat == 1:
                return Guided(CRATE + 16)
            return None if state.round == 1 else Guided(CRATE)

        def choose_card(self, state: State, seat: Seat) -> int:
            return {(1, 0): 1, (1, 1): 10}.get((state.round, seat), state.hands[seat][-1])

    low = over(10, height=0.0005)
    across = Pose((low.position[0] - 0.1, *low.position[1:]), low.orientation)
    put = loads(over(10), Release())
    said: list[int] = []

    def script(sight: Sight) -> Deed | None:
        if sight.grip is not None and sight.grip.piece == CRATE:
            said.append(sight.frame)
            goals = {0: Pose((0.1, *low.position[1:]), low.orientation), 150: across}
            return Aim(goals[sight.frame]) if sight.frame in goals and said.count(sight.frame) == 1 else None
        return put(sight)

    log = play(tmp_path / "g", Sweeper(script), turns=3, players=(PERSON, PERSON))
    last = log[[entry.event for entry in log].index("fell") :]
    assert last[0].data["piece"] == "crate-2"
    assert [entry.event for entry in last] == ["fell", "refused", "settled", "turn_end"]
    assert last[1].data["reason"] == "cargo fell before it was laid down"
    verify(Recording.read(tmp_path / "g", partial=True))


def test_the_tremor_of_a_guided_hand_is_as_large_as_it_should_be() -> None:
    parameters = STEADY.with_changes({"hand.tremor": 0.002})
    positions: list[tuple[float, float, float]] = []

    def script(sight: Sight) -> Deed | None:
        if sight.grip is None:
            return None
        if sight.frame > 60:
            positions.append(game.world.motion(CRATE).pose.position)
        return PutBack() if sight.frame == 1500 else None

    game = Game(PLAYERS, seed=1, parameters=parameters, persons=Guide(script))
    try:
        next(entry for entry in game.play() if entry.event == "refused")
    finally:
        game.close()
    assert np.std(positions, axis=0) == pytest.approx(0.002, rel=0.35)


def test_persons_need_somebody_who_decides() -> None:
    with pytest.raises(ValueError, match="decide"):
        Game(PLAYERS, seed=1)


def test_an_act_that_is_too_late_is_told() -> None:
    playback = Playback([Answer(0, "act", Act(3, Lower()))])
    state: Any = None
    assert playback.act(state, 0, Sight(2, None, (), 2)) is None
    with pytest.raises(UnansweredError, match="frame 4"):
        playback.act(state, 0, Sight(4, None, (), 2))


NUMBER = st.floats(-0.4, 0.4)
POSES = st.builds(
    lambda at, turn: Pose(at, tuple(np.array(turn) / np.linalg.norm(turn))),
    st.tuples(NUMBER, NUMBER, NUMBER),
    st.tuples(NUMBER, NUMBER, NUMBER, st.floats(0.1, 1)),
)
DEEDS = st.one_of(
    st.builds(Aim, POSES),
    st.just(Lower()),
    st.just(Release()),
    st.just(PutBack()),
    st.builds(Grab, st.integers(0, 31)),
)


@given(st.integers(0, 10**6), DEEDS)
def test_acts_are_written_and_read_without_loss(frame: int, deed: Deed) -> None:
    answer = Answer(1, "act", Act(frame, deed))
    assert Answer.from_json(answer.json()) == answer


@given(st.integers(0, 31), st.one_of(st.none(), POSES))
def test_what_a_person_takes_up_is_written_and_read_without_loss(piece: int, start: Pose | None) -> None:
    answer = Answer(1, "place", Guided(piece, start))
    assert Answer.from_json(answer.json()) == answer


@pytest.mark.parametrize(
    "pose",
    [
        Pose((REACH + 0.01, 0.0, 0.0)),
        Pose((float("nan"), 0.0, 0.0)),
        Pose(orientation=(0.0, 0.0, 0.0, 2.0)),
        Pose(orientation=(0.0, 0.0, 0.0, 0.0)),
    ],
)
def test_no_hand_goes_where_none_can_be(pose: Pose) -> None:
    with pytest.raises(ValueError, match=r"out of reach|no pose"):
        Aim(pose)
    with pytest.raises(ValueError, match=r"out of reach|no pose"):
        Guided(0, pose)


@pytest.mark.parametrize(
    "text",
    [
        '{"seat":0,"question":"act","answer":{"frame":-1,"deed":{"kind":"lower"}}}',
        '{"seat":0,"question":"act","answer":{"frame":1,"deed":{"piece":32,"kind":"grab"}}}',
        '{"seat":0,"question":"act","answer":{"frame":1,"deed":{"kind":"dance"}}}',
        '{"seat":0,"question":"act","answer":null}',
        '{"seat":0,"question":"place","answer":{"piece":32,"start":null}}',
    ],
)
def test_what_is_no_act_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="answer"):
        Answer.from_json(text)
