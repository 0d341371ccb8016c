"""Tests for clients/python/kinesphere/company.py and live.py, as conversation_test.py has them."""

import concurrent.futures
import queue
import unittest

import kinesphere
from kinesphere_pb2 import Envelope
from stage import DEADLINE, Stage


def in_thread(call):
    """For what waits; its `result` has a deadline."""
    with_thread = concurrent.futures.ThreadPoolExecutor(1)
    future = with_thread.submit(call)
    with_thread.shutdown(wait=False)
    return future


class Company(unittest.TestCase):
    def setUp(self):
        self.stage = Stage()
        self.addCleanup(self.stage.ours.close)
        self.addCleanup(self.stage.theirs.close)

    def test_a_style_a_nucleus_and_a_face_are_set_by_one_message(self):
        client = self.stage.client()
        self.stage.receive()
        client.set_style("ada", "tired", over=0.25)
        said = self.stage.receive().set_manner
        self.assertEqual(("ada", "tired", 0.25),
                         (said.character, said.nucleus.style, said.over))
        self.assertFalse(said.HasField("face"))
        client.set_nucleus("ben", spatial_extent=0.5, fluidity=-1)
        said = self.stage.receive().set_manner
        self.assertEqual(("ben", "", 0.5, -1), (said.character, said.nucleus.style,
                                                said.nucleus.spatial_extent, said.nucleus.fluidity))
        self.assertFalse(said.HasField("over"))
        client.set_sketch("ada", {"posture": -0.5}, style="tired", over=2)
        said = self.stage.receive().set_manner
        self.assertEqual(("tired", {"posture": -0.5}, 2),
                         (said.sketch.style, dict(said.sketch.numbers), said.over))
        self.assertFalse(said.HasField("nucleus"))
        client.set_sketch("ada")
        self.assertTrue(self.stage.receive().set_manner.HasField("sketch"))
        client.set_face("ada", "happy", amount=0.5)
        said = self.stage.receive().set_manner
        self.assertEqual(("happy", 0.5), (said.face.name, said.face.amount))
        self.assertFalse(said.HasField("nucleus"))
        client.set_face("ada", {"jawOpen": 0.5})
        said = self.stage.receive().set_manner
        self.assertEqual([("jawOpen", 0.5)], [(s.name, s.weight) for s in said.face.shapes])
        client.set_face("ada", {})
        self.assertTrue(self.stage.receive().set_manner.HasField("face"))
        client.close()

    def answer(self, question, error="", claimed=(), character=None):
        envelope = Envelope()
        envelope.answer.id = question.id
        envelope.answer.error = error
        envelope.answer.claimed.extend(claimed)
        if character:
            envelope.answer.character.id, envelope.answer.character.name = character
        self.stage.send(envelope)

    def test_a_claim_is_kept_or_refused(self):
        client = self.stage.client()
        self.stage.receive()
        asking = in_thread(lambda: client.claim("ada", grace=5))
        said = self.stage.receive().claim
        self.assertEqual((["ada"], 5, False), (list(said.characters), said.grace, said.release))
        self.assertGreaterEqual(len(said.key), 16)
        self.answer(said, claimed=["ada"])
        self.assertEqual(("ada",), asking.result(DEADLINE))
        asking = in_thread(client.release)
        released = self.stage.receive().claim
        self.assertEqual((True, said.key), (released.release, released.key))
        self.answer(released, error="no")
        with self.assertRaisesRegex(kinesphere.Refused, "no"):
            asking.result(DEADLINE)
        client.close()

    def test_characters_join_and_leave_and_each_is_told_once(self):
        client = self.stage.client()
        self.stage.receive()
        told = queue.Queue()
        client.on_joined(lambda character: told.put(("+", character.name, character.id)))
        client.on_left(lambda character: told.put(("-", character.name, character.id)))
        asking = in_thread(lambda: client.join("eve", body="ben", place=(1, -2), heading=0.5))
        said = self.stage.receive().join
        self.assertEqual(("eve", "ben", [1, -2], 0.5),
                         (said.name, said.body, list(said.place), said.heading))
        joined = Envelope()
        joined.joined.character.id, joined.joined.character.name = 3, "eve"
        self.stage.send(joined)
        self.answer(said, character=(3, "eve"))
        asking.result(DEADLINE)
        self.assertEqual(3, client.characters["eve"])
        asking = in_thread(lambda: client.leave("eve"))
        said = self.stage.receive().leave
        self.assertEqual("eve", said.character)
        left = Envelope()
        left.left.character_id, left.left.character = 3, "eve"
        self.stage.send(left)
        self.answer(said, character=(3, "eve"))
        asking.result(DEADLINE)
        self.assertNotIn("eve", client.characters)
        joined.joined.character.id = 4
        self.stage.send(joined)
        self.assertEqual([("+", "eve", 3), ("-", "eve", 3), ("+", "eve", 4)],
                         [told.get(timeout=DEADLINE) for _ in range(3)])
        self.assertTrue(told.empty())
        client.close()


if __name__ == "__main__":
    unittest.main()
