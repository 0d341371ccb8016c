"""Frames of one character come unevenly; poses are wanted evenly. What is shown lies a little in
the past, between two frames that are both there."""

from __future__ import annotations

import collections
import math
import threading
from typing import Optional, Sequence

from kinesphere_pb2 import Frame

FRAMES_MAX = 256
SINE_MIN = 1e-6  # below it the quotient of the sines is that of the angles


class InterpolationBuffer:
    """`push` its character's frames, as they come; `sample(client.clock.tick_time())` as one draws,
    from any thread. `delay` is how far in the past what is shown lies, `jump` how far it may fall
    behind the newest frame before it jumps, in seconds."""

    def __init__(self, tick_rate: int, delay: float = 0.05, jump: float = 0.25) -> None:
        self.tick_rate = tick_rate
        self.delay = delay
        self.jump = jump
        self._lock = threading.Lock()
        # Ascending, each tick once.
        self._frames: collections.deque[Frame] = collections.deque(maxlen=FRAMES_MAX)
        self._ahead = 0.0  # what a jump has added to the time that is asked for

    def push(self, frame: Frame) -> None:
        """A frame later than all before it; an earlier one is of no use."""
        with self._lock:
            if not self._frames or frame.tick > self._frames[-1].tick:
                self._frames.append(frame)

    def clear(self) -> None:
        """As after a restart of the server, whose ticks count from nought."""
        with self._lock:
            self._frames.clear()
            self._ahead = 0.0

    def sample(self, tick_time: float) -> Optional[Frame]:
        """The pose to show at this moment of the server's ticks: the one of `delay` before it. None
        before the first frame. Where no frame is new enough the newest holds. Where the pose would
        be more than `jump` behind the newest frame, it jumps to `delay` behind it and goes on from
        there, until that would lead past the newest one. Over a discontinuity nothing is
        interpolated."""
        with self._lock:
            frames = self._frames
            if not frames:
                return None
            newest = frames[-1].tick / self.tick_rate
            wanted = tick_time + self._ahead - self.delay
            if newest - wanted > self.jump:
                self._ahead += newest - self.delay - wanted
                wanted = newest - self.delay
            elif self._ahead > 0 and wanted > newest:
                # The clock has come right again: what the jump has added is too much now.
                back = min(self._ahead, wanted - (newest - self.delay))
                self._ahead -= back
                wanted -= back
            # Those before the last one that is not after `wanted` are of no use any more.
            while len(frames) > 1 and frames[1].tick / self.tick_rate <= wanted:
                frames.popleft()
            before, after = frames[0], frames[1] if len(frames) > 1 else None
        ticks = wanted * self.tick_rate - before.tick
        if after is None or ticks <= 0 or after.discontinuity:
            return before
        return between(before, after, ticks / (after.tick - before.tick))


def between(before: Frame, after: Frame, share: float) -> Frame:
    """The frame at that part of the way from one to another, with the tick of the first."""
    frame = Frame()
    frame.CopyFrom(before)
    frame.root[:3] = _mix(before.root[:3], after.root[:3], share)
    frame.root[3:] = slerp(before.root[3:], after.root[3:], share)
    frame.hips[:] = _mix(before.hips, after.hips, share)
    frame.channels[:] = _mix(before.channels, after.channels, share)
    a, b = before.parent_from_joint, after.parent_from_joint
    if len(a) == len(b):
        for start in range(0, len(a), 4):
            frame.parent_from_joint[start:start + 4] = slerp(a[start:start + 4],
                                                             b[start:start + 4], share)
    return frame


def slerp(a: Sequence[float], b: Sequence[float], share: float) -> list[float]:
    """That part of the shorter way from one unit quaternion to another, at constant speed."""
    dot = sum(x * y for x, y in zip(a, b))
    angle = math.acos(min(1.0, abs(dot)))
    sine = math.sin(angle)

    def part(of: float) -> float:
        return of if sine < SINE_MIN else math.sin(of * angle) / sine

    of_a, of_b = part(1 - share), math.copysign(part(share), dot)
    mixed = [of_a * x + of_b * y for x, y in zip(a, b)]
    length = math.sqrt(sum(x * x for x in mixed)) or 1.0
    return [x / length for x in mixed]


def _mix(a: Sequence[float], b: Sequence[float], share: float) -> list[float]:
    if len(a) != len(b):
        return list(a)
    return [x + share * (y - x) for x, y in zip(a, b)]
