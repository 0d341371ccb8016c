"""What a client keeps from one connection to the next, where it has named itself to the server.

    scripts without an answer ──Outbox──▶ sent again        feedback ──is_news──▶ told once
"""

from __future__ import annotations

import secrets
from typing import Any, Iterator

# Seconds for which a script is sent again that has no answer yet.
OUTBOX_SECONDS = 20.0

# Of feedback, that is remembered to know it again: what comes twice comes within half a second.
HEARD_MAX = 4096


class Resuming:
    """Of a client without a name it does nothing."""

    def __init__(self, resume: str) -> None:
        self.is_on = bool(resume)
        self.can = False  # whether the server plays a script once that is sent twice
        self.heard_tick = 0
        self._suffix = f"-{secrets.token_hex(4)}" if resume else ""
        self._heard: dict[bytes, None] = {}  # feedback, in its order
        self._outbox: dict[tuple, list] = {}  # questions and their envelopes

    def name(self, counted: str) -> str:
        """Of a script without a name of its own: unique among all programs of this client."""
        return counted + self._suffix

    def is_news(self, envelope: Any) -> bool:
        """Whether this feedback was not told yet."""
        if not self.is_on:
            return True
        feedback = envelope.SerializeToString()
        if feedback in self._heard:
            return False
        self._heard[feedback] = None
        if len(self._heard) > HEARD_MAX:
            del self._heard[next(iter(self._heard))]
        self.heard_tick = max(self.heard_tick, envelope.feedback.tick)
        return True

    def keep(self, question: tuple, envelope: Any) -> bool:
        """Whether it is a script, which is sent again until it has its answer."""
        envelopes = envelope if isinstance(envelope, list) else [envelope]
        is_script = envelopes[0].WhichOneof("message") in ("submit", "say")
        if not self.is_on or not self.can or not is_script:
            return False
        self._outbox[question] = envelopes
        return True

    def has(self, question: tuple) -> bool:
        return question in self._outbox

    def forget(self, question: tuple) -> None:
        self._outbox.pop(question, None)

    def unanswered(self) -> Iterator[Any]:
        """Envelopes to be sent again, in their order."""
        for envelopes in list(self._outbox.values()) if self.can else []:
            yield from envelopes
