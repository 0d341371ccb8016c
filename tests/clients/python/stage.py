"""The server's end of a conversation, played by the test."""

import socket
import unittest

from kinesphere import framing
from kinesphere.client import Client
from kinesphere_pb2 import Envelope

DEADLINE = 10


def hello(version=1):
    envelope = Envelope()
    envelope.hello.version_major = version
    envelope.hello.tick_rate_hz = 60
    envelope.hello.characters.add(id=1, name="ada", body="ada")
    return envelope


def accepted(id, *blocks):
    envelope = Envelope()
    envelope.accepted.id = id
    envelope.accepted.blocks.extend(blocks)
    return envelope


def feedback(kind, id):
    envelope = Envelope()
    envelope.feedback.kind = kind
    envelope.feedback.id = id
    envelope.feedback.tick = 90
    envelope.feedback.character_id = 1
    return envelope


def frame(character, tick):
    envelope = Envelope()
    envelope.frame.character_id = character
    envelope.frame.tick = tick
    return envelope


class Stage:
    """The server's end of a connection, by hand."""

    def __init__(self):
        self.ours, self.theirs = socket.socketpair()
        self.pings = 0
        self.ours.settimeout(DEADLINE)
        self.theirs.settimeout(DEADLINE)
        self._decoder = framing.Decoder()
        self._heard = []

    def send(self, *envelopes):
        self.ours.sendall(b"".join(framing.encode(envelope) for envelope in envelopes))

    def receive(self):
        """The next message that is no ping: those come when they like."""
        while (envelope := self.receive_any()).HasField("ping"):
            self.pings += 1
        return envelope

    def receive_any(self):
        while not self._heard:
            received = self.ours.recv(4096)
            if not received:
                raise EOFError
            self._heard += self._decoder.push(received)
        return self._heard.pop(0)

    def answer(self, envelope):
        """A ping with a pong."""
        if envelope.HasField("ping"):
            pong = Envelope()
            pong.pong.client_time_us = envelope.ping.client_time_us
            self.send(pong)

    def client(self, *first):
        self.send(*(first or (hello(),)))
        return Client(self.theirs, "test", "secret")


class StagedTest(unittest.TestCase):
    """Has a stage, and a client that has said hello to it."""

    def setUp(self):
        self.stage = Stage()
        self.addCleanup(self.stage.ours.close)
        self.addCleanup(self.stage.theirs.close)
        self.client = self.stage.client()
        self.addCleanup(self.client.close)
        self.stage.receive()
