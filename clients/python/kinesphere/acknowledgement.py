"""When to tell the server which frame was shown last, so that it sends no more than can be.

The server lets half a second of frames be on their way. A tenth of a second of ticks is said at a
time: so nobody ever waits for the other, and it needs no timer.
"""


class Acknowledgement:
    def __init__(self, tick_rate):
        self._step = max(1, tick_rate // 10)
        self._said = None

    def is_due(self, tick):
        """Whether to say that the frame of `tick` was shown; if so, it is."""
        if self._said is not None and tick < self._said + self._step:
            return False
        self._said = tick
        return True
