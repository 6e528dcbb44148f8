"""An MCAP file as bytes: is it whole and undamaged, and what is in it.

Every byte is accounted for, which MCAP's own library does not do: it skips checksums that are zero and never
looks at that of the summary. The checksum at the end of the data covers the file up to there, that in the
footer covers the rest up to itself, and the few bytes that neither covers can have only one value.
"""

import struct
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Final, NamedTuple, TypeVar

import mcap.records
from mcap.data_stream import ReadDataStream
from mcap.exceptions import McapError
from mcap.opcode import Opcode
from mcap.stream_reader import breakup_chunk
from mcap.writer import MCAP0_MAGIC as MAGIC
from zstandard import ZstdError

from riffraff.game.messages import Channel, Message

PROFILE: Final = "riffraff"
"""MCAP's name for what conventions a file follows; also the name of our metadata record."""

_HEAD = struct.Struct("<BQ")  # of a record: opcode, length of the body
_DATA_END = struct.Struct("<I")  # checksum of all before it
_FOOTER = struct.Struct("<QQI")  # start of the summary, of its offsets; checksum from that start to here

T = TypeVar("T")


class DamagedError(ValueError):
    """Bytes that are no recording, or no longer."""


@dataclass(frozen=True)
class Contents:
    """What is whole in a file.

    Attributes:
        metadata: the facts, empty if the file was cut short before their end.
        chunks: the compressed messages.
        whole: whether the file was finished and nothing of it is missing.
    """

    metadata: Mapping[str, str] = field(default_factory=dict)
    chunks: Sequence[mcap.records.Chunk] = ()
    whole: bool = False

    def messages(self) -> Iterator[Message]:
        """All messages in the order they were written; a chunk at a time is unpacked.

        Raises:
            DamagedError: a chunk is not what was written.
        """
        channels: dict[int, Channel] = {}
        for number, chunk in enumerate(self.chunks):
            try:
                for record in breakup_chunk(chunk, validate_crc=True):
                    if isinstance(record, mcap.records.Channel):
                        channels[record.id] = Channel(record.topic)
                    elif isinstance(record, mcap.records.Message):
                        yield Message(channels[record.channel_id], record.log_time, record.data)
            except (McapError, ZstdError, struct.error, KeyError, ValueError) as error:
                raise DamagedError(f"damaged: chunk {number} cannot be unpacked ({error})") from error


class _Record(NamedTuple):
    opcode: int
    begin: int
    body: int
    end: int


def unpack(content: bytes) -> Contents:
    """Take a file's bytes apart and check them.

    Of a file that was cut short, by whatever number of bytes, the contents hold what is whole.

    Raises:
        DamagedError: a byte is not what was written, or this is no recording.
    """
    if not content.startswith(MAGIC) and not MAGIC.startswith(content):
        raise DamagedError("not an MCAP file; a recording is one")
    records = list(_records(content))
    if records:
        header = _parsed(mcap.records.Header.read, content, records[0])
        if records[0].opcode != Opcode.HEADER or header.profile != PROFILE:
            raise DamagedError(
                f"an MCAP file, but not a recording of riffraff: its profile is not {PROFILE!r}"
            )
    whole = _is_whole(content, records)
    for record in records:
        if record.opcode == Opcode.DATA_END:
            _check_data(content, record)
    named = [_parsed(mcap.records.Metadata.read, content, r) for r in records if r.opcode == Opcode.METADATA]
    return Contents(
        metadata=next((record.metadata for record in named if record.name == PROFILE), {}),
        chunks=[_parsed(mcap.records.Chunk.read, content, r) for r in records if r.opcode == Opcode.CHUNK],
        whole=whole,
    )


def _records(content: bytes) -> Iterator[_Record]:
    """The records that are there to their last byte, up to the footer."""
    begin, opcode = len(MAGIC), None
    while begin + _HEAD.size <= len(content) and opcode != Opcode.FOOTER:
        opcode, length = _HEAD.unpack_from(content, begin)
        body = begin + _HEAD.size
        if body + length > len(content):
            return
        yield _Record(opcode, begin, body, body + length)
        begin = body + length


def _is_whole(content: bytes, records: Sequence[_Record]) -> bool:
    """Whether the file goes to its end; if it does, the end is checked."""
    footer = records[-1] if records and records[-1].opcode == Opcode.FOOTER else None
    rest = MAGIC if footer is None else content[footer.end :]
    if footer is None and content.endswith(MAGIC, len(MAGIC)):
        raise DamagedError("damaged: its end is there, but no way leads to it from its beginning")
    if footer is None or (MAGIC.startswith(rest) and rest != MAGIC):
        return False
    if rest != MAGIC:
        raise DamagedError("damaged: its last bytes are not those of an MCAP file")
    ends = [record for record in records if record.opcode == Opcode.DATA_END]
    if len(ends) != 1 or footer.end - footer.body != _FOOTER.size:
        raise DamagedError("damaged: its data or its summary has no proper end")
    start, _, crc = _FOOTER.unpack_from(content, footer.body)
    if start != ends[0].end or crc != zlib.crc32(memoryview(content)[start : footer.end - _DATA_END.size]):
        raise DamagedError("damaged: the summary at its end is not what was written")
    return True


def _check_data(content: bytes, end: _Record) -> None:
    stored = content[end.body : end.end]
    if stored != _DATA_END.pack(zlib.crc32(memoryview(content)[: end.begin])):
        raise DamagedError("damaged: its checksum does not agree with what it holds")


def _parsed(read: Callable[[ReadDataStream], T], content: bytes, record: _Record) -> T:
    try:
        return read(ReadDataStream(BytesIO(content[record.body : record.end])))
    except (McapError, struct.error, UnicodeDecodeError) as error:
        raise DamagedError(f"damaged: the record at byte {record.begin} cannot be read ({error})") from error
