"""Clients and servers of different versions: what an older client said to a server that is there,
and what an older and a newer server say to this client.

tests/golden/conversations has what clients of those versions sent, a message a line, as their own
programs sent it. It is never written anew.
"""

import pathlib
import queue
import re
import socket
import struct
import unittest

import kinesphere
from kinesphere import framing, requests
from kinesphere_pb2 import Envelope
from kinesphere_pb2 import Feedback as FeedbackMessage
from server import Server
from stage import DEADLINE, Stage, feedback, hello

ROOT = pathlib.Path(__file__).resolve().parents[3]
CONVERSATIONS = ROOT / "tests/golden/conversations"
RECORDING = ROOT / "tests/golden/recordings/wave-1.1.ksr"
RECORDING_HEAD = 12  # bytes before its first record

ANSWERS = {"hello": "hello", "ping": "pong", "check": "checked", "claim": "answer",
           "join": "answer", "leave": "answer", "submit": "accepted",
           "ask_performed": "performed"}
STARTED, ENDED, INTERRUPTED = (FeedbackMessage.STARTED, FeedbackMessage.ENDED,
                               FeedbackMessage.INTERRUPTED)


def said(version):
    """(message, its bytes) of what a client of that version sent, in order."""
    lines = (CONVERSATIONS / f"client-{version}.txt").read_text(encoding="ascii").splitlines()
    return [(kind, bytes.fromhex(text)) for kind, text in map(str.split, lines)]


def recorded():
    """The envelopes of a recording."""
    data = RECORDING.read_bytes()
    at = RECORDING_HEAD
    while True:
        tick, size = struct.unpack_from("<QI", data, at)
        if tick == 2**64 - 1:  # the index follows
            return
        yield Envelope.FromString(data[at + 12:at + 12 + size])
        at += 12 + size


def kind_of(envelope):
    return envelope.WhichOneof("message")


def add_later_fields(message):
    """A number and a text in fields 2000 and 2001, which no version has yet."""
    message.MergeFromString(b"\x80\x7d\x07" b"\x8a\x7d\x05later")


class OlderClient:
    """Sends bytes to a server, and reads what comes."""

    def __init__(self, address):
        host, port = address.split(":")
        self._socket = socket.create_connection((host, int(port)), DEADLINE)
        self._decoder = framing.Decoder()
        self.heard = []

    def close(self):
        self._socket.close()

    def send(self, data):
        self._socket.sendall(data)

    def wait_for(self, wanted):
        """The next message that is wanted."""
        looked = 0
        while True:
            for envelope in self.heard[looked:]:
                looked += 1
                if wanted(envelope):
                    del self.heard[:looked]
                    return envelope
            received = self._socket.recv(1 << 16)
            if not received:
                raise EOFError([kind_of(envelope) for envelope in self.heard])
            for envelope in self._decoder.push(received):
                if kind_of(envelope) in ("problem", "refused", "goodbye"):
                    raise AssertionError(str(envelope))
                self.heard.append(envelope)


class OlderClients(unittest.TestCase):
    def play(self, version):
        server = self.enterContext(Server("--still"))
        client = OlderClient(server.address)
        self.addCleanup(client.close)
        scripts = 0
        for kind, data in said(version):
            if kind == "submit" and (scripts := scripts + 1) == 2:
                self.hear(client, "hello", ENDED)
            client.send(data)
            if kind in ANSWERS:
                answer = client.wait_for(lambda each, kind=kind: kind_of(each) == ANSWERS[kind])
                said_back = getattr(answer, ANSWERS[kind])
                self.assertFalse(getattr(said_back, "error", ""), kind)
                self.assertFalse(getattr(said_back, "errors", ()), kind)
        self.hear(client, "again", INTERRUPTED)
        self.assertEqual(2, scripts)

    def hear(self, client, block, kind):
        frames = []

        def wanted(each):
            if kind_of(each) == "frame":
                frames.append(each.frame)
            return (kind_of(each) == "feedback" and each.feedback.id == block
                    and each.feedback.kind == kind)

        client.wait_for(wanted)
        self.assertTrue(all(each.packed_rotations and each.channels for each in frames))
        ticks = [each.tick for each in frames]
        self.assertEqual(sorted(set(ticks)), ticks)

    def test_one_of_1_5_is_answered(self):
        self.play("1.5")

    def test_one_of_1_7_is_answered(self):
        self.play("1.7")


class Staged(unittest.TestCase):
    """The server is played by the test."""

    def client_of(self, greeting):
        self.stage = Stage()
        self.addCleanup(self.stage.ours.close)
        self.addCleanup(self.stage.theirs.close)
        client = self.stage.client(greeting)
        self.addCleanup(client.close)
        self.told = queue.Queue()
        client.on_feedback(self.told.put)
        return client

    def next(self):
        return self.told.get(timeout=DEADLINE)


class OlderServer(Staged):
    def test_what_one_of_1_1_said_is_heard(self):
        greeting, *others = recorded()
        client = self.client_of(greeting)
        self.assertEqual(({"ada": 1}, (), 10),
                         (client.characters, client.capabilities, client.tick_rate))
        frames = queue.Queue()
        client.subscribe(["ada"], on_frame=frames.put)
        kinds = set()
        for envelope in others:
            kinds.add(kind_of(envelope))
            self.stage.send(envelope)
            if kind_of(envelope) == "frame":
                heard = frames.get(timeout=DEADLINE)
                positions = kinesphere.world_positions(client.skeletons[1], heard)
                self.assertEqual(envelope.frame.tick, heard.tick)
                self.assertGreater(positions["head"][1], 1)
            elif kind_of(envelope) == "feedback":
                heard = self.next()
                self.assertEqual((envelope.feedback.id, "ada"), (heard.id, heard.character))
        self.assertEqual({"skeleton", "frame", "feedback"}, kinds)


class NewerServer(Staged):
    def test_what_the_client_does_not_know_is_passed_over(self):
        greeting, message, begun, unheard = hello(), Envelope(), feedback(STARTED, "b"), Envelope()
        greeting.hello.version_minor = requests.VERSION_MINOR + 1
        greeting.hello.capabilities.append("of later")
        for each in (greeting, greeting.hello, greeting.hello.characters[0], begun.feedback):
            add_later_fields(each)
        add_later_fields(message)
        unheard.feedback.kind = 99
        client = self.client_of(greeting)
        self.assertEqual(({"ada": 1}, ("of later",)), (client.characters, client.capabilities))
        self.stage.send(message, unheard, begun)
        heard = self.next()
        self.assertEqual(("started", "b", "ada"), (heard.kind, heard.id, heard.character))


class Numbers(unittest.TestCase):
    def test_clients_say_the_version_of_the_protocol(self):
        header = (ROOT / "protocol/envelope.h").read_text(encoding="utf-8")
        script = (ROOT / "clients/js/src/messages.ts").read_text(encoding="utf-8")
        page = (ROOT / "docs/upgrades.md").read_text(encoding="utf-8")
        numbers = tuple(int(re.search(rf"kVersion{part} = (\d+);", header).group(1))
                        for part in ("Major", "Minor"))
        self.assertEqual(numbers, (requests.VERSION_MAJOR, requests.VERSION_MINOR))
        self.assertEqual(numbers, tuple(
            int(re.search(rf"VERSION_{part} = (\d+);", script).group(1))
            for part in ("MAJOR", "MINOR")))
        self.assertIn("The server here speaks %d.%d." % numbers, page)


if __name__ == "__main__":
    unittest.main()
