"""How far something has come: what was said of its texts, and where each behaviour was."""

from __future__ import annotations

import dataclasses
from typing import Any, Iterable, Optional


@dataclasses.dataclass(frozen=True)
class PerformedSpeech:
    id: str          # "block:behaviour"
    words: int       # of its whole text
    words_done: int  # of them: those that had begun
    last_word: str   # that had begun; "": none had
    text_done: str   # up to that word with the blanks behind it; with `text_left` it is the text,
    text_left: str   # without <sync>s and SSML's elements: it can be said as it stands
    sound_ms: float  # that was heard; of a silent speech, for how long it was mouthed

    # Of `last_word`, from 0: so a word that comes again is no other. None: none had begun.
    last_word_index: Optional[int] = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        index = self.words_done - 1 if self.words_done else None
        object.__setattr__(self, "last_word_index", index)  # a frozen class sets it no other way


@dataclasses.dataclass(frozen=True)
class PerformedBehaviour:
    id: str                # "block:behaviour"
    phase: str             # "preparation", "pre-stroke-hold", "stroke", "post-stroke-hold",
                           # "retraction"; "": it is in none, or has none
    phase_fraction: float  # of that phase, 0 to 1
    fraction: float        # of its time from start to end: 0 before, 1 behind


@dataclasses.dataclass(frozen=True)
class Performed:
    speeches: tuple[PerformedSpeech, ...] = ()      # in the order of their start
    behaviours: tuple[PerformedBehaviour, ...] = ()  # in the order of the script

    @property
    def text_done(self) -> str:
        """Of all speeches in a row."""
        return _in_a_row(speech.text_done for speech in self.speeches)

    @property
    def text_left(self) -> str:
        return _in_a_row(speech.text_left for speech in self.speeches)


@dataclasses.dataclass(frozen=True)
class PerformedBlock:
    """A block that plays or waits."""
    id: str
    character: str
    time: float             # at which it was so, in seconds of the server's ticks
    start: Optional[float]  # the same of its start; None: it waits
    performed: Performed


def performed_of(message: Any) -> Performed:
    return Performed(
        tuple(PerformedSpeech(s.id, s.words, s.words_done, s.last_word, s.text_done, s.text_left,
                              s.sound_ms) for s in message.speeches),
        tuple(PerformedBehaviour(b.id, b.phase, b.phase_fraction, b.fraction)
              for b in message.behaviours))


def blocks_of(message: Any, names: dict[int, str], tick_rate: int) -> tuple[PerformedBlock, ...]:
    return tuple(PerformedBlock(b.id, names.get(b.character_id, ""), message.tick / tick_rate,
                                b.start_tick / tick_rate if b.HasField("start_tick") else None,
                                performed_of(b.performed)) for b in message.blocks)


def _in_a_row(texts: Iterable[str]) -> str:
    """With a blank where two words would meet."""
    row = ""
    for text in texts:
        row += " " if row[-1:].strip() and text[:1].strip() else ""
        row += text
    return row
