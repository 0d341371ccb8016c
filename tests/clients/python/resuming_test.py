"""Tests for clients/python/kinesphere/resuming.py: what outlives a connection."""

import socket
import threading
import unittest

import kinesphere
from kinesphere.client import Client
from kinesphere.resuming import HEARD_MAX, Resuming
from kinesphere_pb2 import Feedback as FeedbackMessage
from server import Server
from stage import DEADLINE, Stage, accepted, feedback, hello

SCRIPT = ('<script xmlns="urn:kinesphere:script:1"><sequence id="s" fade-out="0">'
          '<pose id="p" time="0.05" hold="{seconds}">'
          '<orientation joint="head" axis="z" direction="1 0 1"/></pose></sequence></script>')


def resuming_hello(is_known):
    envelope = hello()
    envelope.hello.capabilities.append("resume")
    envelope.hello.resume = "dm-1" if is_known else ""
    return envelope


class FromOneConnectionToTheNext(unittest.TestCase):
    def setUp(self):
        self.first, self.second = Stage(), Stage()
        for stage in (self.first, self.second):
            self.addCleanup(stage.ours.close)
            self.addCleanup(stage.theirs.close)
        self.first.send(resuming_hello(False))
        self.client = Client(self.first.theirs, "test", "", lambda: self.second.theirs,
                             resume="dm-1")
        self.addCleanup(self.client.close)
        self.assertEqual("dm-1", self.first.receive().hello.resume)
        self.results = []

    def submit_beside(self, id=""):
        def work():
            try:
                self.results.append(self.client.submit("<script/>", id=id))
            except Exception as error:
                self.results.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        return thread

    def test_a_script_without_an_answer_is_sent_again(self):
        thread = self.submit_beside("a")
        self.assertEqual("a", self.first.receive().submit.id)
        self.second.send(resuming_hello(True))
        self.first.ours.close()
        self.assertEqual("dm-1", self.second.receive().hello.resume)
        self.assertEqual("a", self.second.receive().submit.id)
        self.second.send(accepted("a", "a"))
        thread.join(DEADLINE)
        self.assertEqual("a", self.results[0].id)

    def test_a_script_that_plays_goes_on_and_its_feedback_is_told_once(self):
        thread = self.submit_beside("a")
        self.first.receive()
        heard = []
        self.client.on_feedback(heard.append)
        started = feedback(FeedbackMessage.STARTED, "a")
        self.first.send(accepted("a", "a"), started)
        thread.join(DEADLINE)
        self.second.send(resuming_hello(True), started, feedback(FeedbackMessage.ENDED, "a"))
        self.first.ours.close()
        self.assertEqual(90, self.second.receive().hello.heard_tick)
        self.assertEqual("ended", self.results[0].wait(DEADLINE))
        self.assertEqual(["started", "ended"], [each.kind for each in heard])

    def test_a_script_is_lost_where_the_server_does_not_know_the_client(self):
        thread = self.submit_beside("a")
        self.first.receive()
        self.first.send(accepted("a", "a"))
        thread.join(DEADLINE)
        self.second.send(resuming_hello(False))
        self.first.ours.close()
        with self.assertRaisesRegex(kinesphere.ConnectionLost, "does not know this client"):
            self.results[0].wait(DEADLINE)

    def test_a_script_is_not_sent_again_to_a_server_that_would_play_it_twice(self):
        thread = self.submit_beside("a")
        self.first.receive()
        connected = threading.Event()
        self.client.on_state(lambda state, _: connected.set() if state == "connected" else None)
        self.second.send(hello())
        self.first.ours.close()
        self.second.receive()
        self.assertTrue(connected.wait(DEADLINE))
        self.client.interrupt("b")
        self.assertEqual(["b"], list(self.second.receive().interrupt.ids))
        self.client.close()
        thread.join(DEADLINE)
        self.assertIsInstance(self.results[0], kinesphere.ConnectionLost)

    def test_names_of_scripts_are_unique_among_programs(self):
        thread = self.submit_beside()
        name = self.first.receive().submit.id
        self.assertRegex(name, "^script1-[0-9a-f]{8}$")
        self.first.send(accepted(name, name))
        thread.join(DEADLINE)


class WithAServer(unittest.TestCase):
    def test_what_plays_and_waits_is_heard_of_over_a_lost_connection(self):
        with Server() as server, kinesphere.connect(server.address, reconnect=True,
                                                    resume="dm-1") as client:
            states = []
            again = threading.Event()
            client.on_state(lambda state, _: (states.append(state),
                                              again.set() if state == "connected" else None))
            first = client.submit(SCRIPT.format(seconds=0.3), "ada", id="a")
            client._socket.shutdown(socket.SHUT_RDWR)
            self.assertTrue(again.wait(DEADLINE))
            self.assertEqual("ended", first.wait(DEADLINE))
            self.assertEqual("a", client.submit(SCRIPT.format(seconds=0.3), "ada", id="a").id)
            last = client.submit(SCRIPT.format(seconds=0.1), "ada")
            self.assertEqual("ended", last.wait(DEADLINE))

    def test_the_next_program_of_a_client_has_what_the_last_one_left(self):
        with Server() as server:
            with kinesphere.connect(server.address, resume="dm-1") as client:
                client.claim("ben")
                client.submit(SCRIPT.format(seconds=0.3), "ada", id="a")
            with kinesphere.connect(server.address) as other:
                with self.assertRaises(kinesphere.Refused):
                    other.claim("ben")
            with kinesphere.connect(server.address, resume="dm-1") as client:
                client.claim("ben")
                self.assertEqual("ended", client.submit("<script/>", id="a").wait(DEADLINE))


class Remembering(unittest.TestCase):
    def test_feedback_is_remembered_for_some_time(self):
        resuming = Resuming("dm-1")
        message = feedback(FeedbackMessage.STARTED, "a")
        self.assertTrue(resuming.is_news(message))
        self.assertFalse(resuming.is_news(message))
        for number in range(HEARD_MAX):
            self.assertTrue(resuming.is_news(feedback(FeedbackMessage.STARTED, str(number))))
        self.assertTrue(resuming.is_news(message))

    def test_without_a_name_nothing_is_remembered(self):
        resuming = Resuming("")
        message = feedback(FeedbackMessage.STARTED, "a")
        self.assertTrue(resuming.is_news(message))
        self.assertTrue(resuming.is_news(message))
        self.assertEqual("script1", resuming.name("script1"))


if __name__ == "__main__":
    unittest.main()
