"""What was read and waits for its callback, in the order in which it came.

Of each character's frames the newest alone waits: a slow callback gets fewer of them and never old
ones. Everything else is kept.
"""

from __future__ import annotations

import collections
import itertools
from typing import Any, Optional

# Messages that may wait, frames aside. With more, nothing is read until some are told, and the
# server's own limits hold: that is minutes of feedback, and a minute and a half of one's sound.
WAITING_MAX = 4096


class Inbox:
    def __init__(self) -> None:
        self._items: collections.OrderedDict[Any, Any] = collections.OrderedDict()
        self._pushed = itertools.count()
        self._kept = 0  # of those that wait, what is no frame

    def push(self, item: Any) -> None:
        self._items[next(self._pushed)] = item
        self._kept += 1

    def push_frame(self, envelope: Any) -> None:
        """In place of the frame of this character that waits, and behind all that came since."""
        key = ("frame", envelope.frame.character_id)
        before = self._items.pop(key, None)
        if before is not None and before.frame.discontinuity:
            envelope.frame.discontinuity = True  # nothing leads from the last that was told
        self._items[key] = envelope

    def pop(self) -> Optional[Any]:
        """What has waited longest; None: nothing waits."""
        if not self._items:
            return None
        key, item = self._items.popitem(last=False)
        self._kept -= isinstance(key, int)
        return item

    @property
    def is_full(self) -> bool:
        return self._kept >= WAITING_MAX

    def __len__(self) -> int:
        return len(self._items)
