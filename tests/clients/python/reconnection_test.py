"""Tests for clients/python/kinesphere/client.py: what happens when the connection is lost."""

import threading
import unittest

import kinesphere
from kinesphere.client import Client
from kinesphere_pb2 import ENCODING_SMALLEST_THREE_48, Envelope
from stage import DEADLINE, Stage, hello


class Reconnection(unittest.TestCase):
    def setUp(self):
        self.first, self.second = Stage(), Stage()
        for stage in (self.first, self.second):
            self.addCleanup(stage.ours.close)
            self.addCleanup(stage.theirs.close)
        self.first.send(hello())
        self.client = Client(self.first.theirs, "test", "secret", lambda: self.second.theirs)
        self.addCleanup(self.client.close)
        self.states = []
        self.client.on_state(lambda state, reason: self.states.append(state))
        self.first.receive()

    def test_a_lost_connection_is_called_again_and_subscribed_again(self):
        self.client.subscribe(["ada"], encoding="smallest-three", max_rate=30)
        self.first.receive()
        self.second.send(hello())
        self.first.ours.close()

        self.assertEqual("test", self.second.receive().hello.name)
        subscribed = self.second.receive().subscribe
        self.assertEqual(([1], 30, ENCODING_SMALLEST_THREE_48),
                         (list(subscribed.characters), subscribed.max_rate_hz,
                          subscribed.encoding))
        self.client.interrupt("a")
        self.assertEqual(["a"], list(self.second.receive().interrupt.ids))
        self.assertEqual("calling", self.states[0])

    def test_who_waits_for_an_answer_is_told_that_the_connection_was_lost(self):
        errors = []

        def submit():
            try:
                self.client.submit("<script/>")
            except kinesphere.ConnectionLost as error:
                errors.append(error)

        thread = threading.Thread(target=submit)
        thread.start()
        self.first.receive()
        self.first.ours.close()
        thread.join(DEADLINE)
        self.assertEqual(1, len(errors))

    def test_who_is_not_wanted_does_not_call_again(self):
        away = Envelope()
        away.problem.error = "not the right token"
        away.problem.closing = True
        self.second.send(away)
        self.first.ours.close()
        self.assertEqual("not the right token", self.client.wait_closed(DEADLINE))

    def test_a_client_that_is_closed_while_it_calls_is_closed(self):
        calling = threading.Event()
        self.client.on_state(lambda *_: calling.set())
        self.second.theirs.close()  # nobody answers
        self.first.ours.close()
        self.assertTrue(calling.wait(DEADLINE))
        self.client.close()
        self.assertIn("this client closed", self.client.wait_closed(DEADLINE))


if __name__ == "__main__":
    unittest.main()
