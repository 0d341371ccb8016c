"""When to tell the server which frame was shown last, so that it sends no more than can be.

The server lets half a second of frames be on their way. A tenth of a second of ticks is said at a
time: so nobody ever waits for the other, and it needs no timer.
"""

from __future__ import annotations

from typing import Optional


class Acknowledgement:
    def __init__(self, tick_rate: int) -> None:
        self._step = max(1, tick_rate // 10)
        self._said: Optional[int] = None

    def is_due(self, tick: int) -> bool:
        """Whether to say that the frame of `tick` was shown; if so, it is."""
        if self._said is not None and tick < self._said + self._step:
            return False
        self._said = tick
        return True
