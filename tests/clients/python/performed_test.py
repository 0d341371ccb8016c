"""How far something has come: by hand's server, by asyncio, and by a real one."""

import asyncio
import threading
import unittest

import kinesphere
from kinesphere_pb2 import Envelope
from kinesphere_pb2 import Feedback as FeedbackMessage
from server import Server
from stage import DEADLINE, Stage, feedback

BML = """<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="{id}" characterId="ada"
  composition="{composition}"><speech id="s"><text>{text}</text></speech></bml>"""
PLAIN = "no no no, " + "really no, " * 40
LONG = PLAIN.replace(", really", ", <sync id='m'/>really", 1)


def fill(performed):
    performed.speeches.add(id="b:s1", words=3, words_done=2, last_word="no", text_done="no no",
                           text_left="no.", sound_ms=1250)
    performed.speeches.add(id="b:s2", words=2, text_left="Or yes")
    performed.behaviours.add(id="b:g", phase="stroke", phase_fraction=0.25, fraction=0.5)


class ByHand(unittest.TestCase):
    def setUp(self):
        self.stage = Stage()
        self.client = self.stage.client()
        self.stage.receive()
        self.addCleanup(self.client.close)

    def ask(self, *ids, error="", **how):
        """What `performed` gives or raises, once the stage has answered."""
        results = []

        def call():
            try:
                results.append(self.client.performed(*ids, **how))
            except kinesphere.Refused as refused:
                results.append(refused)

        thread = threading.Thread(target=call)
        thread.start()
        asked = self.stage.receive().ask_performed
        envelope = Envelope()
        envelope.performed.id = asked.id
        envelope.performed.error = error
        envelope.performed.tick = 90
        block = envelope.performed.blocks.add(id="b", character_id=1, start_tick=60)
        fill(block.performed)
        envelope.performed.blocks.add(id="c", character_id=1)
        self.stage.send(envelope)
        thread.join(DEADLINE)
        return results[0], asked

    def test_who_asks_is_told_of_each_block(self):
        (first, second), asked = self.ask("b", "c")
        self.assertEqual(["b", "c"], list(asked.ids))
        self.assertEqual(("b", "ada", 1.5, 1.0), (first.id, first.character, first.time,
                                                  first.start))
        speech = first.performed.speeches[0]
        self.assertEqual(("b:s1", 3, 2, "no", 1, "no no", "no.", 1250),
                         (speech.id, speech.words, speech.words_done, speech.last_word,
                          speech.last_word_index, speech.text_done, speech.text_left,
                          speech.sound_ms))
        self.assertIsNone(first.performed.speeches[1].last_word_index)
        self.assertIn("last_word_index=1)", repr(speech))
        self.assertEqual((kinesphere.PerformedBehaviour("b:g", "stroke", 0.25, 0.5),),
                         first.performed.behaviours)
        self.assertIsNone(second.start)
        self.assertEqual(kinesphere.Performed(), second.performed)

    def test_speeches_in_a_row_have_a_blank_between_words_that_would_meet(self):
        (first, _), _ = self.ask(character="ada")
        self.assertEqual("no no", first.performed.text_done)
        self.assertEqual("no. Or yes", first.performed.text_left)

    def test_an_error_is_raised(self):
        refused, _ = self.ask("x", error="no script")
        self.assertEqual("no script", refused.error)

    def test_one_asks_for_ids_or_a_character(self):
        for ids, character in (((), ""), (("a",), "ada")):
            with self.assertRaises(ValueError):
                self.client.performed(*ids, character=character)

    def test_an_interruption_says_what_was_performed(self):
        heard = []
        told = threading.Event()
        self.client.on_feedback(lambda each: (heard.append(each), told.set()))
        envelope = feedback(FeedbackMessage.INTERRUPTED, "b")
        fill(envelope.feedback.performed)
        self.stage.send(envelope)
        self.assertTrue(told.wait(DEADLINE))
        self.assertEqual("no. Or yes", heard[0].performed.text_left)


class Live(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(Server("--still", "--voice", "silent"))

    def test_what_is_interrupted_can_be_said_from_where_it_was(self):
        heard = []
        said = threading.Event()
        over = threading.Semaphore(0)

        def on_feedback(each):
            if each.kind == "sync" and each.id.endswith(":m"):
                said.set()
            if each.kind == "interrupted":
                heard.append(each)
                over.release()

        with kinesphere.connect(self.server.address) as client:
            client.on_feedback(on_feedback)
            client.submit(BML.format(id="a", composition="MERGE", text=LONG))
            client.submit(BML.format(id="b", composition="APPEND", text="And yes."))
            self.assertTrue(said.wait(DEADLINE))
            playing, waiting = client.performed(character="ada")
            client.interrupt(character="ada")
            self.assertTrue(over.acquire(timeout=DEADLINE) and over.acquire(timeout=DEADLINE))

        for performed in (playing.performed, heard[0].performed):
            self.assertEqual(PLAIN, performed.text_done + performed.text_left)
            self.assertTrue(performed.text_done.startswith("no no no, "))
            self.assertLessEqual(3, performed.speeches[0].words_done)
        self.assertIsNone(waiting.start)
        self.assertEqual(["And yes.", "And yes."],
                         [waiting.performed.text_left, heard[1].performed.text_left])

    def test_asyncio_asks_too(self):
        async def ask():
            async with await kinesphere.aio.connect(self.server.address) as client:
                await client.submit(BML.format(id="a", composition="MERGE", text="no no no"))
                (block,) = await client.performed("a")
                return block.id, block.performed.text_done + block.performed.text_left

        self.assertEqual(("a", "no no no"), asyncio.run(ask()))


if __name__ == "__main__":
    unittest.main()
