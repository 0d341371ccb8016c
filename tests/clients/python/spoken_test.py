"""What is heard of a speech, from a program that speaks for the server to a client that listens.
"""

import array
import threading
import unittest

import kinesphere
from server import Server
from speaking import RATE, WORD, Speaking

SCRIPT = """<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="said" characterId="ada">
  <speech id="s1" start="0.5"><text>{}</text></speech>
  <head id="h1" lexeme="NOD"/></bml>"""
PATIENCE = 10


class Ear:
    """Keeps what a client hears, as somebody would who plays it: the sample at each place."""

    def __init__(self):
        self.heard = {}
        self.pieces = []
        self.events = []
        self._changed = threading.Condition()

    def on_audio(self, audio):
        with self._changed:
            self.pieces.append(audio)
            place = round(audio.time * RATE)
            if audio.discards:
                self.heard = {at: s for at, s in self.heard.items() if at < place}
            for i, sample in enumerate(array.array("h", audio.samples)):
                self.heard[place + i] = sample
            self._changed.notify_all()

    def on_feedback(self, feedback):
        with self._changed:
            self.events.append(feedback)
            self._changed.notify_all()

    def wait_for(self, found):
        with self._changed:
            if not self._changed.wait_for(found, PATIENCE):
                raise TimeoutError(f"{len(self.pieces)} pieces, {self.events}")

    def closes(self):
        return any(piece.kind == "close" for piece in self.pieces)

    def event(self, kind):
        return next((event for event in self.events if event.kind == kind), None)


class SpokenTest(unittest.TestCase):
    def setUp(self):
        speaking = self.enterContext(Speaking())
        self.server = self.enterContext(Server("--still", "--voice", speaking.voice))
        self.client = self.enterContext(kinesphere.connect(self.server.address))
        self.ear = Ear()
        self.client.on_feedback(self.ear.on_feedback)
        self.client.subscribe(["ada"], parts=("audio",), on_audio=self.ear.on_audio)

    def test_every_sample_is_heard_once_from_the_moment_at_which_it_is_due(self):
        self.client.submit(SCRIPT.format("Hello there, you."))
        self.ear.wait_for(lambda: self.ear.closes() and self.ear.event("started"))

        begin = round((self.ear.event("started").time + 0.5) * RATE)
        self.assertEqual(min(self.ear.heard), begin)
        self.assertEqual(len(self.ear.heard), round(RATE * WORD * 3))
        self.assertEqual(set(self.ear.heard.values()), {1000})
        chunks = [piece for piece in self.ear.pieces if piece.kind == "chunk"]
        self.assertEqual([chunk.sequence for chunk in chunks], list(range(len(chunks))))
        self.assertTrue(all(len(chunk.samples) <= RATE * 0.02 * 2 for chunk in chunks))
        self.assertEqual(self.ear.pieces[0].kind, "open")
        self.assertTrue(self.ear.pieces[0].id.endswith(":s1"))

    def test_what_is_interrupted_falls_silent_within_20_ms(self):
        self.client.submit(SCRIPT.format("one two three four five six seven eight nine ten"))
        self.ear.wait_for(lambda: self.ear.event("started") and len(self.ear.pieces) > 60)
        self.client.interrupt(character="ada")
        self.ear.wait_for(lambda: self.ear.closes() and self.ear.event("interrupted"))

        cut = self.ear.event("interrupted").time * RATE
        end = max(self.ear.heard, default=0) + 1
        self.assertLess(end, cut + RATE * 0.021)
        self.assertTrue(self.ear.pieces[-2].discards)

    def test_a_voice_that_does_not_speak_is_a_warning_and_the_next_one_speaks(self):
        silent = SCRIPT.replace('<speech id="s1"', '<speech id="s1" voice="nobody"')
        self.client.submit(silent.format("Hello."))
        self.ear.wait_for(lambda: self.ear.event("ended"))
        self.assertEqual(self.ear.pieces, [])
        self.assertIn("nobody", self.ear.event("warning").message)

        self.client.submit(SCRIPT.format("Hello."))
        self.ear.wait_for(self.ear.closes)
        self.assertEqual(len(self.ear.heard), round(RATE * WORD))


if __name__ == "__main__":
    unittest.main()
