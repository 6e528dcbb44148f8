"""The game that is played before the window: begun, followed, begun again, left."""

from collections.abc import Callable

from riffraff.live.protocol import News, Setting
from riffraff.rules import Seat
from riffraff.window.panels import Panel
from riffraff.window.play.playing import Playing
from riffraff.window.play.setup import Setup
from riffraff.window.play.widgets import floating, title
from riffraff.window.stage import Mode, Stage, Table


class Session(Panel):
    """What the panels of playing share: the running game, and what it was begun with.

    Args:
        start: starts a table.
        setup: what the start screen shows at first.

    Attributes:
        setup: what the last game was begun with, or the next one shall be.
        playing: the running game; None without one.
    """

    def __init__(self, start: Callable[[Setting], Table], setup: Setup) -> None:
        self._start = start
        self.setup = setup
        self.playing: Playing | None = None

    def begin(self, stage: Stage, setup: Setup) -> None:
        """Begin a game, or practice.

        Raises:
            ParameterError: what it shall be begun with is refused.
        """
        setting = setup.setting()
        self.setup = setup
        self.playing = None
        stage.close_table()
        stage.selected, stage.marks, stage.areas = None, {}, {}
        table = self._start(setting)
        self.playing = Playing(table, setting)
        stage.names = setting.names
        stage.watch(table, mode=Mode.PRACTICE if setup.practice else Mode.GAME)

    def leave(self, stage: Stage) -> None:
        """End the running game, if there is one, and clear the table."""
        self.playing = None
        stage.show(stage.model, mode=Mode.EMPTY)

    def look(self, stage: Stage) -> None:
        """Look at what was played, from its beginning, as at a recording."""
        tape, chronicle, recording, names = stage.tape, stage.chronicle, stage.recording, stage.names
        self.playing = None
        stage.play_tape(tape, chronicle, recording=recording)
        stage.names = names

    def news(self, stage: Stage, news: News) -> None:
        """Follow the running game."""
        if self.playing is not None:
            self.playing.follow(news)

    def draw(self, stage: Stage) -> None:
        """Say that the ship is being built, until the table has begun."""
        if self.playing is not None and self.playing.begun is None and not self.playing.over:
            width, height = stage.size
            with floating(stage, "building", (width / 2.0, 0.42 * height), (0.5, 0.5)):
                title(stage, stage.words("start.building"))

    @property
    def live(self) -> bool:
        """Whether a game is on, and not over."""
        return self.playing is not None and not self.playing.over

    def acting(self, stage: Stage) -> Playing | None:
        """The running game if one can act in it: it has begun, goes on, and its present is what is shown."""
        playing = self.playing
        there = playing is not None and playing.begun is not None and not playing.over
        return playing if there and stage.transport.live else None

    def active_person(self) -> Seat | None:
        """The person whose turn it is; None if it is nobody's before this window."""
        playing = self.playing
        if playing is None or playing.state is None or playing.state.active not in playing.persons:
            return None
        return playing.state.active
