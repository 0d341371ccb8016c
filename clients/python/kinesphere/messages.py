"""The protocol's messages as the values and words of this client."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Iterable, Mapping, Optional, TypeVar

from kinesphere_pb2 import (ALIGNED, AUDIO_CODEC_OPUS, AUDIO_CODEC_PCM16, ENCODING_FLOAT32,
                            ENCODING_SMALLEST_THREE_48, ESTIMATED, MARKS, MEASURED, PART_AUDIO,
                            PART_BODY, PART_EVENTS, PART_FACE, Say, SetDynamics, SetLoad,
                            SetTension)
from kinesphere_pb2 import AudioHeard
from kinesphere_pb2 import AudioChunk as AudioChunkMessage
from kinesphere_pb2 import Feedback as FeedbackMessage
from kinesphere_pb2 import Prediction as PredictionMessage
from kinesphere_pb2 import WarningKind

from kinesphere.performed import Performed

Value = TypeVar("Value")

ARMS = {"both": SetTension.BOTH, "left": SetTension.LEFT, "right": SetTension.RIGHT}
LAGS = {"make-up": SetTension.MAKE_UP, "keep": SetTension.KEEP}
FRAMES = {"chest": SetTension.CHEST, "hips": SetTension.HIPS, "world": SetTension.WORLD}
DYNAMICS = {
    "none": SetDynamics.NONE,
    "torso": SetDynamics.TORSO,
    "body": SetDynamics.BODY,
}
CODECS = {"pcm16": AUDIO_CODEC_PCM16, "opus": AUDIO_CODEC_OPUS}
HANDS = {"left": SetLoad.LEFT, "right": SetLoad.RIGHT}
PARTS = {"body": PART_BODY, "face": PART_FACE, "audio": PART_AUDIO, "events": PART_EVENTS}
ENCODINGS = {"float32": ENCODING_FLOAT32, "smallest-three": ENCODING_SMALLEST_THREE_48}
KINDS = {FeedbackMessage.STARTED: "started", FeedbackMessage.SYNC: "sync",
         FeedbackMessage.ENDED: "ended", FeedbackMessage.INTERRUPTED: "interrupted",
         FeedbackMessage.WARNING: "warning"}
STAGES = {PredictionMessage.PLANNING: "planning", PredictionMessage.PLANNED: "planned",
          PredictionMessage.PLAYING: "playing"}
HEARD = {AudioHeard.PEAK: "peak", AudioHeard.SYLLABLE: "syllable", AudioHeard.SILENCE: "silence",
         AudioHeard.MOTION: "motion"}
UNITS = {"": Say.UNIT_UNSPECIFIED, "s": Say.SECONDS, "ms": Say.MILLISECONDS, "ticks": Say.TICKS}
TIMINGS = {"": 0, "measured": MEASURED, "marks": MARKS, "aligned": ALIGNED, "estimated": ESTIMATED}
TIMING_WORDS = {number: word for word, number in TIMINGS.items()}
WARNINGS = {number: name[len("WARNING_KIND_"):] for name, number in WarningKind.items()
            if number}


class Refused(Exception):
    """The script is not played. `line` and `column` are 0 where the error has no place in it."""

    def __init__(self, error: str, line: int = 0, column: int = 0) -> None:
        super().__init__(f"{line}:{column}: {error}" if line else error)
        self.error = error
        self.line = line
        self.column = column


class ConnectionLost(Exception):
    """The server has gone, or has sent us away; the text says why."""


class Unwanted(ConnectionLost):
    """The server has sent us away: calling again would not mend it."""


@dataclasses.dataclass(frozen=True)
class Warning:
    message: str
    line: int
    column: int
    kind: str = ""   # BML's type, as "NO_SUCH_TARGET"; "": none of them
    about: str = ""  # "block:behaviour", or "block"; "": the script as a whole


@dataclasses.dataclass(frozen=True)
class PlannedSync:
    """A sync point as it was planned; feedback tells of it when it comes, by the same id."""
    id: str         # "block:sequence:sync"
    time: float     # in seconds, from the tick at which its block starts
    phase: str      # that ends there: "stroke"; "": none


@dataclasses.dataclass(frozen=True)
class Speech:
    """What is said in a script, and how true the times of its words are: "measured" by the voice
    that made the sound, "marks" of some places in the text, "aligned" by who listened to the sound,
    "estimated" from the text alone; "": the server does not say."""
    id: str  # "block:behaviour"
    timing: str


@dataclasses.dataclass(frozen=True)
class Checked:
    """What the server would say to a script. Without errors it would be accepted."""
    errors: tuple[Warning, ...]
    warnings: tuple[Warning, ...]
    speeches: tuple[Speech, ...] = ()


@dataclasses.dataclass(frozen=True)
class Stats:
    """What became of one's frames, as the server counts those of each character since hello."""
    frames_sent: int
    frames_dropped: int
    frames_unacknowledged: int
    rate: int


@dataclasses.dataclass(frozen=True)
class Audio:
    """A piece of what a character says, at most 20 ms, up to a second before it is due."""
    stream: int        # another number for every utterance
    character: str
    id: str            # "block:sequence" of what says it; of an "open" alone
    kind: str          # "open" before the first "chunk", "close" after the last
    time: float        # when its first sample is due, in seconds of the server's ticks
    rate: int          # samples a second
    samples: bytes     # 16 bits each, little-endian; of an "open" and a "close": none
    sequence: int      # of a chunk, from 0
    starts: bool
    ends: bool
    discards: bool     # what came before of the stream, from `time` on, is not to be heard
    timing: str = ""   # of an "open": how true the times of its words are, as Speech.timing


@dataclasses.dataclass(frozen=True)
class HeardSound:
    """What was heard of sound that a program sends, or which motion began by it."""
    stream: int
    character: str
    kind: str         # "peak", "syllable", "silence" or "motion"
    at: float         # of its nucleus, in seconds from the first sample
    known: float      # when it was known, likewise
    f0: float         # of a syllable, in Hz; 0: nothing to be heard of it
    level: float      # of a syllable, in dB
    observation: str  # of a syllable or silence: "rise high long"
    section: str      # of a motion: "head", "arms" or "lower body"
    motion: int       # its number in the model
    why: str          # "first"; "early": a syllable ended the one before; "late": it was over


@dataclasses.dataclass(frozen=True)
class Feedback:
    kind: str  # "started", "sync", "ended", "interrupted", "warning"; or "problem", or "kept"
    id: str = ""      # of the block, or "block:sequence:sync" of a sync point; of "kept" the script
    time: float = 0   # in seconds, of the server's ticks
    character: str = ""
    message: str = ""
    line: int = 0
    column: int = 0
    warning: str = ""        # of a "warning": BML's type, as "NO_SUCH_TARGET"; "": none of them
    planned_time: float = 0  # of a "sync": in seconds, as planned from its block's start
    # How far it had come: of "interrupted", and of the "end" of a behaviour that was interrupted.
    last_sync_point: str = ""  # that was reached
    last_word: str = ""        # that had begun
    performed: Optional[Performed] = None
    missed: float = 0          # of a pose: how many metres a joint stays from its target
    traceparent: str = ""      # of its script, as it was submitted


@dataclasses.dataclass(frozen=True)
class PredictedBehaviour:
    id: str        # "block:behaviour"
    element: str   # as BML calls it: "gesture"; "": a sequence of our own
    syncs: tuple[PlannedSync, ...]  # ascending
    # What BML requires of the element beside its id, with the script's values: {"lexeme": "NOD"};
    # and elements in it, each with its attributes: ("stance", {"type": "SITTING"}).
    attributes: Mapping[str, str] = dataclasses.field(default_factory=dict)
    children: tuple[tuple[str, Mapping[str, str]], ...] = ()


@dataclasses.dataclass(frozen=True)
class Prediction:
    """How a block of a script that was submitted with `predictions` is expected to go."""
    id: str            # of the block
    stage: str         # "planning" begins, it is "planned", it is "playing"
    character: str
    start: Optional[float] = None  # in seconds, of the server's ticks; None: nobody knows
    end: Optional[float] = None    # None: not known
    behaviours: tuple[PredictedBehaviour, ...] = ()


class Submission:
    """A script that was accepted."""

    def __init__(self, accepted: Any, wait: Callable[[Submission, Optional[float]], Any]) -> None:
        self.id: str = accepted.id
        self.blocks: tuple[str, ...] = tuple(accepted.blocks)
        self.warnings: tuple[Warning, ...] = warnings_of(accepted.warnings)
        self.timeline: tuple[PlannedSync, ...] = syncs_of(accepted.timeline)
        self.speeches: tuple[Speech, ...] = speeches_of(accepted.speeches)
        self.kept_later: bool = accepted.kept_later  # feedback "kept" follows, by the journal
        self.traceparent: str = accepted.traceparent
        self._wait = wait
        self._left = set(self.blocks)
        self._outcome = "ended"
        self._lost: Optional[str] = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}(id={self.id!r}, blocks={self.blocks!r})"

    def wait(self, timeout: Optional[float] = None) -> str:
        """Until the last block is over: "ended", or "interrupted" if any of them was. Raises
        ConnectionLost where the connection is lost before, and TimeoutError."""
        return self._wait(self, timeout)

    @property
    def outcome(self) -> Optional[str]:
        """"ended" or "interrupted"; None: it plays still."""
        return None if self._left else self._outcome

    def _end(self, block: str, kind: str) -> bool:
        """Whether that was a block of ours."""
        if block not in self._left:
            return False
        self._left.remove(block)
        if kind == "interrupted":
            self._outcome = kind
        return True

    def _lose(self, reason: str) -> None:
        """Nothing more will be heard of it."""
        self._lost = reason


def warnings_of(messages: Iterable[Any]) -> tuple[Warning, ...]:
    return tuple(Warning(w.message, w.place.line, w.place.column, WARNINGS.get(w.kind, ""), w.about)
                 for w in messages)


def syncs_of(messages: Iterable[Any]) -> tuple[PlannedSync, ...]:
    return tuple(PlannedSync(s.id, s.time_s, s.phase) for s in messages)


def prediction_of(message: Any, character: str, tick_rate: int) -> Optional[Prediction]:
    """None of a stage that a later server knows and we do not."""
    if message.stage not in STAGES:
        return None
    start = message.start_tick / tick_rate if message.HasField("start_tick") else None
    end = message.end_tick / tick_rate if message.HasField("end_tick") else None
    return Prediction(message.id, STAGES[message.stage], character, start, end,
                      tuple(predicted_behaviour_of(b) for b in message.behaviours))


def predicted_behaviour_of(message: Any) -> PredictedBehaviour:
    return PredictedBehaviour(message.id, message.element, syncs_of(message.syncs),
                              attributes_of(message.attributes),
                              tuple((c.element, attributes_of(c.attributes))
                                    for c in message.children))


def attributes_of(messages: Iterable[Any]) -> dict[str, str]:
    return {a.name: a.value for a in messages}


def checked_of(message: Any) -> Checked:
    return Checked(warnings_of(message.errors), warnings_of(message.warnings),
                   speeches_of(message.speeches))


def speeches_of(messages: Iterable[Any]) -> tuple[Speech, ...]:
    return tuple(Speech(s.id, TIMING_WORDS.get(s.timing, "")) for s in messages)


def stats_of(message: Any) -> Stats:
    return Stats(message.frames_sent, message.frames_dropped, message.frames_unacknowledged,
                 message.rate_hz)


def value_of(word: str, values: Mapping[str, Value]) -> Value:
    if word not in values:
        raise ValueError(f"{word!r} is none of {', '.join(values)}")
    return values[word]


def heard_of(message: Any, character: str) -> Optional[HeardSound]:
    """Nothing of a kind that this client does not know."""
    kind = HEARD.get(message.kind)
    if kind is None:
        return None
    return HeardSound(message.stream, character, kind, message.at, message.known, message.f0_hz,
                      message.level_db, message.observation, message.section, message.motion,
                      message.why)


def audio_of(kind: str, message: Any, character: str) -> Audio:
    """Of an AudioOpen, an AudioChunk or an AudioClose: "open", "chunk", "close"."""
    flags = message.flags if kind == "chunk" else 0
    return Audio(stream=message.stream, character=character,
                 id=message.id if kind == "open" else "", kind=kind,
                 time=0.0 if kind == "close" else message.pts,
                 rate=0 if kind == "close" else message.rate_hz,
                 samples=message.samples if kind == "chunk" else b"",
                 sequence=message.seq if kind == "chunk" else 0,
                 starts=bool(flags & AudioChunkMessage.START),
                 ends=bool(flags & AudioChunkMessage.END),
                 discards=bool(flags & AudioChunkMessage.DISCARD),
                 timing=TIMING_WORDS.get(message.timing, "") if kind == "open" else "")
