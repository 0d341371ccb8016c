"""The server's clocks, told by this side's: of the last ten pings the one with the least round trip
says best what time it is there."""

from __future__ import annotations

import collections
import time
from typing import NamedTuple, Optional

SAMPLES = 10


class Sample(NamedTuple):
    """In microseconds, all of them."""
    sent: int         # on this side's clock
    received: int
    server: int       # what the server's steady clock said between the two
    server_tick: int  # the same moment on the count of ticks; 0 while no tick has been


def client_us() -> int:
    """Of this side, in microseconds, from a beginning of its own."""
    return time.monotonic_ns() // 1000


class Clock:
    def __init__(self) -> None:
        self._samples: collections.deque[Sample] = collections.deque(maxlen=SAMPLES)

    def add(self, sample: Sample) -> None:
        self._samples.append(sample)

    @property
    def round_trip(self) -> Optional[float]:
        """The least of the last pings, in seconds; None before the first answer."""
        best = self._best()
        return _round_trip_us(best) / 1e6 if best else None

    def server_time(self, now_us: Optional[float] = None) -> Optional[float]:
        """The server's steady clock, in seconds."""
        best = self._best()
        return _at(best.server, best, now_us) if best else None

    def tick_time(self, now_us: Optional[float] = None) -> Optional[float]:
        """The time on the count of ticks, tick / tick_rate, of a frame that is made now."""
        best = self._best()
        return _at(best.server_tick, best, now_us) if best and best.server_tick else None

    def _best(self) -> Optional[Sample]:
        samples = tuple(self._samples)  # of another thread
        return min(samples, key=_round_trip_us) if samples else None


def _round_trip_us(sample: Sample) -> int:
    return sample.received - sample.sent


def _at(there_us: int, sample: Sample, now_us: Optional[float]) -> float:
    now_us = client_us() if now_us is None else now_us
    return (there_us + now_us - (sample.sent + sample.received) / 2) / 1e6
