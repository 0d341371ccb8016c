#!/usr/bin/python3
"""Kills a server again and again, and keeps a ledger of what it was told.

    ledger.py [KILLS]

Each round submits scripts, kills the server with SIGKILL at a moment of chance, starts it again on
its journal, sends again what had no answer, and waits until all is over. The client is the same one
over all kills, by Hello.resume. So a script that was told as kept, and one that was sent again,
must be done once: not never, and not twice. One that was accepted and not kept may be lost, and is
counted. The client here is a socket and protobuf, without a line of the project's own clients.
"""

import os
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

from kinesphere_pb2 import PART_EVENTS, Envelope, Feedback

SCRIPTS_PER_ROUND = 6
SECONDS_TO_KILL = 0.5  # at most, from the first script on
SCRIPTS_AT_ONCE = 8  # the last ones of a round, killed while they are answered
SECONDS_TO_ANSWER = 0.004  # at most
SECONDS_OF_SCRIPT = 0.9
PATIENCE_SECONDS = 20
LAST_WORDS = (Feedback.ENDED, Feedback.INTERRUPTED)

SCRIPT = ('<script xmlns="urn:kinesphere:script:1"><sequence id="s" fade-out="0">'
          '<pose id="p" time="0.05" hold="{seconds}">'
          '<orientation joint="head" axis="z" direction="1 0 1"/></pose></sequence></script>')


class Server:
    """The program, as a process of its own."""

    def __init__(self, folder):
        command = [os.environ["KINE_PROGRAM"], "serve", "--listen", "127.0.0.1:0",
                   "--journal", folder]
        began = time.monotonic()
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        first = self.process.stdout.readline()
        match = re.search(r"127\.0\.0\.1:(\d+)", first)
        if not match:
            raise RuntimeError(f"the server does not start: {first}")
        self.port = int(match.group(1))
        self.start_seconds = time.monotonic() - began

    def end(self, by):
        self.process.send_signal(by)
        self.process.wait(PATIENCE_SECONDS)
        self.process.stdout.close()


class Client:
    """What one connection hears, into the ledger."""

    def __init__(self, port, ledger, parts=(PART_EVENTS,)):
        self._ledger = ledger
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS)
        self._bytes = b""
        hello = Envelope()
        hello.hello.version_major = 1
        hello.hello.name = "ledger"
        hello.hello.resume = "ledger of the kills"
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

    def send_again(self):
        for name in self._ledger.unanswered():
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

    def close(self):
        self._socket.close()


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

    def is_settled(self):
        return not self.unanswered() and not self.lost()

    def lost(self):
        must_be = self.kept | self.sent_again
        return sorted(name for name in must_be if name not in self.over)

    def twice(self):
        return sorted(name for name, ticks in [*self.over.items(), *self.started.items()]
                      if len(ticks) > 1)


def submit_round(client, number, chance):
    """Scripts of chance, and the kill among them: before, behind or between their answers."""
    kill_at = time.monotonic() + chance.uniform(0, SECONDS_TO_KILL)
    for each in range(SCRIPTS_PER_ROUND):
        client.submit(f"r{number}s{each}", SCRIPT.format(seconds=SECONDS_OF_SCRIPT),
                      chance.choice(["ada", "ben"]))
        client.hear(min(kill_at, time.monotonic() + chance.uniform(0, 0.1)))
        if time.monotonic() >= kill_at:
            return
    client.hear(kill_at)


def run(kills, seed=1):
    chance = random.Random(seed)
    ledger = Ledger()
    starts = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        for number in range(kills):
            client = Client(server.port, ledger)
            submit_round(client, number, chance)
            for each in range(SCRIPTS_AT_ONCE):
                client.submit(f"r{number}last{each}", SCRIPT.format(seconds=0.2), "ada")
            client.hear(time.monotonic() + chance.uniform(0, SECONDS_TO_ANSWER))
            server.end(signal.SIGKILL)
            client.hear(time.monotonic() + PATIENCE_SECONDS)  # what was sent before the kill
            client.close()
            server = Server(folder)
            starts.append(server.start_seconds)
            client = Client(server.port, ledger)
            client.send_again()
            deadline = time.monotonic() + PATIENCE_SECONDS
            while not ledger.is_settled() and time.monotonic() < deadline:
                if not client.hear(time.monotonic() + 0.05):
                    break
            # Nobody is told late, and nothing plays on unseen.
            client.hear(time.monotonic() + 0.1)
            client.close()
        server.end(signal.SIGTERM)
    return ledger, starts


def main():
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    ledger, starts = run(kills)
    lost, twice = ledger.lost(), ledger.twice()
    print(f"{kills} kills: {len(ledger.accepted)} accepted, {len(ledger.kept)} kept, "
          f"{len(ledger.sent_again)} sent again, {len(lost)} of both lost, "
          f"{len(twice)} done twice, {len(ledger.refused)} refused; "
          f"{len(ledger.accepted - ledger.kept - set(ledger.over))} accepted, not kept and lost; "
          f"starts took {max(starts):.2f} s at most")
    for name in lost:
        print(f"lost: {name}")
    for name in twice:
        print(f"twice: {name}")
    for error in sorted(set(ledger.refused)):
        print(f"refused: {error}")
    sys.exit(1 if lost or twice or ledger.refused or not ledger.kept else 0)


if __name__ == "__main__":
    main()
