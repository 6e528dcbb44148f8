"""The sound of what knocks, as long as the person wants to hear it."""

from collections.abc import Callable, Sequence
from typing import Final

from riffraff.live.protocol import Holding, News
from riffraff.model import piece_shape
from riffraff.rules import PIECES
from riffraff.window.panels import Binding, Panel
from riffraff.window.sound.clicks import click, loudness, pitch
from riffraff.window.sound.impacts import Ears
from riffraff.window.sound.speaker import Hearing, Speaker
from riffraff.window.stage import Mode, Stage

_TOUCH: Final = 0.15
"""Change of velocity [m/s] that a piece in the hand sounds like when it is laid against something."""


class Sounding(Panel):
    """Listens to the game that is shown, live or recorded.

    Args:
        stage: what is shown.
        speaker: makes what is heard audible; made anew when sound is wanted again, as a device may have come.
    """

    def __init__(self, stage: Stage, speaker: Callable[[], Speaker] = Speaker) -> None:
        self._stage, self._make = stage, speaker
        self._speaker = speaker()
        self._ears = Ears()
        self._touched = False

    @property
    def bindings(self) -> Sequence[Binding]:
        """The key that turns sound on and off."""
        return (Binding(chord="f8", label="key.sound", run=self.toggle),)

    def toggle(self) -> None:
        """Sound on or off."""
        stage = self._stage
        self.use(not stage.settings.sound)
        stage.say(stage.words(self.lacking or ("toast.sound" if stage.settings.sound else "toast.no_sound")))

    def use(self, on: bool) -> None:
        """Want to hear something, or nothing."""
        self._stage.settings.sound = on
        self._speaker.close()
        self._speaker = self._make()
        self._stage.use_settings()

    @property
    def lacking(self) -> str | None:
        """Key of the text that tells why nothing is heard though sound is on; None if it is, or may be."""
        lacking = {Hearing.NO_LIBRARY: "sound.no_library", Hearing.NO_DEVICE: "sound.no_device"}
        return lacking.get(self._speaker.hearing) if self._stage.settings.sound else None

    def tick(self, stage: Stage, seconds: float) -> bool:
        """Play what knocked since the last call."""
        tape, transport = stage.tape, stage.transport
        if stage.mode is Mode.EMPTY or not len(tape):
            return False
        if not stage.settings.sound or not (transport.running or transport.live):
            self._ears.skip(tape, stage.time)
            return False
        for knock in self._ears.listen(tape, stage.time):
            # The hand changes velocities without a sound.
            if PIECES[knock.piece].name not in (stage.held, stage.moment.held):
                self._knock(stage, knock.piece, knock.change)
        return False

    def news(self, stage: Stage, news: News) -> None:
        """Play the touch of what the hand lays down."""
        if isinstance(news, Holding):
            if news.piece is not None and news.touched and not self._touched and stage.settings.sound:
                self._knock(stage, news.piece, _TOUCH)
            self._touched = news.touched

    def _knock(self, stage: Stage, piece: int, change: float) -> None:
        mass = stage.model.cargo[piece_shape(piece)].inertial.mass
        self._speaker.play(click(pitch(piece, mass), loudness(change)))
