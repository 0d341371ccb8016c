"""A client that is none of the project's, and the ledger of what it hears."""

import socket
import struct
import time

from kinesphere_pb2 import PART_EVENTS, Envelope, Feedback

PATIENCE_SECONDS = 20
LAST_WORDS = (Feedback.ENDED, Feedback.INTERRUPTED)

SCRIPT = ('<script xmlns="urn:kinesphere:script:1"><sequence id="s" fade-out="0">'
          '<pose id="p" time="0.05" hold="{seconds}">'
          '<orientation joint="head" axis="z" direction="1 0 1"/></pose></sequence></script>')

# Waits until all that came before it is over.
WAITING_SCRIPT = ('<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="{name}" '
                  'characterId="{character}" composition="APPEND">'
                  '<head id="n" lexeme="NOD"/></bml>')


class Ledger:
    """Of each script whether it was accepted and kept, and in which ticks it started and was over:
    feedback that comes again, to a client that comes back, has its tick."""

    def __init__(self):
        self.sent = {}
        self.sent_again = set()
        self.heard_tick = 0
        self.accepted = set()
        self.kept = set()
        self.started = {}
        self.over = {}
        self.refused = []

    def note(self, envelope):
        kind = envelope.WhichOneof("message")
        if kind == "accepted":
            self.accepted.add(envelope.accepted.id)
        elif kind == "kept":
            self.kept.add(envelope.kept.id)
        elif kind == "refused":
            self.refused.append(envelope.refused.error)
        elif kind == "feedback":
            feedback = envelope.feedback
            self.heard_tick = max(self.heard_tick, feedback.tick)
            name = feedback.id.split(":")[0]
            if feedback.kind == Feedback.STARTED:
                self.started.setdefault(name, set()).add(feedback.tick)
            elif feedback.kind in LAST_WORDS:
                self.over.setdefault(name, set()).add(feedback.tick)

    def unanswered(self):
        return [name for name in self.sent if name not in self.accepted]

    def unkept(self):
        """What a kill may have taken, by what the client knows."""
        return [name for name in self.sent if name not in self.kept and name not in self.over]

    def is_settled(self):
        return not self.unanswered() and not self.lost()

    def lost(self):
        must_be = self.kept | self.sent_again
        return sorted(name for name in must_be if name not in self.over)

    def begun_anew(self):
        """Started before a kill, not kept, sent again: the client knew that it might be gone."""
        return sorted(name for name, ticks in self.started.items()
                      if len(ticks) > 1 and name in self.sent_again)

    def twice(self):
        ended = [name for name, ticks in self.over.items() if len(ticks) > 1]
        started = [name for name, ticks in self.started.items()
                   if len(ticks) > 1 and name not in self.sent_again]
        return sorted({*ended, *started})


class Client:
    """What one connection hears, into the ledger."""

    def __init__(self, port, ledger, parts=(PART_EVENTS,), resume="ledger of the kills"):
        self._ledger = ledger
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS)
        self._bytes = b""
        self.on_message = None  # is asked of each one
        hello = Envelope()
        hello.hello.version_major = 1
        hello.hello.name = "ledger"
        hello.hello.resume = resume
        hello.hello.heard_tick = ledger.heard_tick
        self.send(hello)
        wanted = Envelope()
        wanted.subscribe.parts.extend(parts)
        self.send(wanted)

    def send(self, envelope):
        message = envelope.SerializeToString()
        try:
            self._socket.sendall(struct.pack("<I", len(message)) + message)
        except OSError:
            pass  # it was killed

    def submit(self, name, text, character):
        self._ledger.sent[name] = text, character
        envelope = Envelope()
        envelope.submit.id = name
        envelope.submit.script = text
        envelope.submit.character = character
        self.send(envelope)

    def send_again(self, names):
        for name in names:
            self._ledger.sent_again.add(name)
            self.submit(name, *self._ledger.sent[name])

    def hear(self, until):
        """Until that time, or the server is gone; False then."""
        while True:
            left = until - time.monotonic()
            if left <= 0:
                return True
            self._socket.settimeout(left)
            try:
                more = self._socket.recv(65536)
            except TimeoutError:
                return True
            except OSError:
                return False
            if not more:
                return False
            self._bytes += more
            self._take()

    def hear_until(self, is_so, seconds=PATIENCE_SECONDS):
        """Until it is so; False: it is not, or the server is gone."""
        deadline = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > deadline or not self.hear(time.monotonic() + 0.01):
                return is_so()
        return True

    def _take(self):
        while len(self._bytes) >= 4:
            length = struct.unpack("<I", self._bytes[:4])[0]
            if len(self._bytes) < 4 + length:
                return
            envelope = Envelope.FromString(self._bytes[4:4 + length])
            self._bytes = self._bytes[4 + length:]
            self.take(envelope)

    def take(self, envelope):
        self._ledger.note(envelope)
        if self.on_message is not None:
            self.on_message(envelope)

    def close(self):
        self._socket.close()
