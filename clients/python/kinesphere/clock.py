"""The server's clocks, told by this side's: of the last ten pings the one with the least round trip
says best what time it is there."""

import collections
import time

from kinesphere_pb2 import Envelope

SAMPLES = 10

# Microseconds, all of them: when the ping was sent and its answer came, on this side's clock; what
# the server's steady clock said between the two; the same moment on the count of ticks, 0 while no
# tick has been.
Sample = collections.namedtuple("Sample", "sent received server server_tick")


def client_us():
    """Of this side, in microseconds, from a beginning of its own."""
    return time.monotonic_ns() // 1000


class Clock:
    def __init__(self):
        self._samples = collections.deque(maxlen=SAMPLES)

    def add(self, sample):
        self._samples.append(sample)

    @property
    def round_trip(self):
        """The least of the last pings, in seconds; None before the first answer."""
        best = self._best()
        return best and (best.received - best.sent) / 1e6

    def server_time(self, now_us=None):
        """The server's steady clock, in seconds."""
        best = self._best()
        return best and _at(best.server, best, now_us)

    def tick_time(self, now_us=None):
        """The time on the count of ticks, tick / tick_rate, of a frame that is made now."""
        best = self._best()
        return _at(best.server_tick, best, now_us) if best and best.server_tick else None

    def _best(self):
        samples = tuple(self._samples)  # of another thread
        return min(samples, key=lambda s: s.received - s.sent, default=None)


def _at(there_us, sample, now_us):
    now_us = client_us() if now_us is None else now_us
    return (there_us + now_us - (sample.sent + sample.received) / 2) / 1e6


def ping_now():
    """A ping of this moment, as an envelope."""
    envelope = Envelope()
    envelope.ping.client_time_us = client_us()
    return envelope
