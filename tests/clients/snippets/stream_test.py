"""Runs the recipe for streaming, and measures what it promises: gaps, the first word, samples."""

import array
import pathlib
import subprocess
import sys
import threading
import unittest

import kinesphere
from server import Server
from speaking import RATE, Speaking

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "clients/snippets"))
import stream

DEADLINE = 60
TICK = 1 / 60
SENTENCES = ("One two three.", "Four five.", "Six seven eight nine.")
BMLA = 'xmlns:bmla="http://www.asap-project.org/bmla"'


class Ear:
    """What a client is told and what it hears, stream by stream."""

    def __init__(self, client):
        self.events = []
        self.streams = {}  # id of a speech: when it begins, its samples
        self.ids = {}
        self.changed = threading.Condition()
        client.on_feedback(self.hear)
        client.subscribe(["ada"], parts=("audio",), on_audio=self.listen)

    def hear(self, feedback):
        with self.changed:
            self.events.append(feedback)
            self.changed.notify_all()

    def listen(self, audio):
        with self.changed:
            if audio.kind == "open":
                self.ids[audio.stream] = audio.id
                self.streams.setdefault(audio.id, (audio.time, {}))
            if audio.kind == "chunk":
                begin, samples = self.streams[self.ids[audio.stream]]
                at = round((audio.time - begin) * audio.rate)
                for i, sample in enumerate(array.array("h", audio.samples)):
                    samples[at + i] = sample
            self.changed.notify_all()

    def wait_for(self, kind, id):
        """The event; what was heard before it has been heard."""
        def found():
            return next((e for e in self.events if (e.kind, e.id) == (kind, id)), None)
        with self.changed:
            if not self.changed.wait_for(found, DEADLINE):
                raise TimeoutError(f"no {kind} {id} in {self.events}")
            return found()

    def gap(self, before, behind, rate):
        """Seconds from the last sample of one speech to the first one of another."""
        begin, samples = self.streams[before]
        return self.streams[behind][0] - begin - len(samples) / rate


class Recipe(unittest.TestCase):
    def setUp(self):
        speaking = self.enterContext(Speaking())
        self.server = self.enterContext(Server("--still", "--voice", speaking.voice))

    def test_the_program_says_all_of_its_reply_though_it_is_interrupted(self):
        run = subprocess.run([sys.executable, stream.__file__, self.server.address], text=True,
                             capture_output=True, timeout=DEADLINE, check=False)
        self.assertEqual((0, ""), (run.returncode, run.stderr))
        said, left = run.stdout.splitlines()
        reply = "".join(stream.re.split(r"\[\w+\]", stream.REPLY))
        self.assertEqual(reply, f"{said.removeprefix('said: ').rstrip()} "
                                f"{left.removeprefix('left: ')}")
        self.assertTrue(said.startswith("said: There are three reasons."))

    def test_a_sentence_keeps_the_gestures_of_the_words_that_are_left(self):
        sentence = stream.Sentence.read("A [BEAT]cat & a [WAVE]dog. ")
        self.assertEqual("A cat & a dog.", sentence.text)
        self.assertIn('<text>A <sync id="w0"/>cat &amp; a <sync id="w1"/>dog.</text>',
                      sentence.bml("b", ""))
        rest = sentence.rest("a dog.")
        self.assertEqual(("a dog.", [(2, "WAVE")]), (rest.text, rest.gestures))

    def test_sentences_that_are_tied_to_the_end_of_the_one_before_leave_no_gap(self):
        with kinesphere.connect(self.server.address) as client:
            ear = Ear(client)
            for i, text in enumerate(SENTENCES):
                start = f"b{i - 1}:s:end" if i else ""
                client.submit(stream.Sentence(text, [(4, "BEAT")]).bml(f"b{i}", start),
                              character="ada")
            ear.wait_for("ended", "b2")
        for before, behind in (("b0", "b1"), ("b1", "b2")):
            gap = ear.gap(f"{before}:s", f"{behind}:s", RATE)
            print(f"start=\"{before}:s:end\": a gap of {gap * RATE:.1f} samples, "
                  f"{gap / TICK:.2f} ticks")
            self.assertLessEqual(abs(gap), 1 / RATE)
            end, start = (ear.wait_for("sync", id).time for id in
                          (f"{before}:s:end", f"{behind}:s:start"))
            self.assertAlmostEqual(end, start, delta=1e-6)

    def test_sentences_that_are_appended_to_speech_alone_follow_at_the_next_tick(self):
        block = ('<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b{}" {}>'
                 '<speech id="s"><text>{}</text></speech></bml>')
        with kinesphere.connect(self.server.address) as client:
            ear = Ear(client)
            for i, text in enumerate(SENTENCES):
                after = f'{BMLA} bmla:appendAfter="b{i - 1}"' if i else ""
                client.submit(block.format(i, after, text), character="ada")
            ear.wait_for("ended", "b2")
        for before, behind in (("b0", "b1"), ("b1", "b2")):
            gap = ear.gap(f"{before}:s", f"{behind}:s", RATE)
            print(f"appendAfter=\"{before}\": a gap of {gap * RATE:.1f} samples, "
                  f"{gap / TICK:.2f} ticks")
            self.assertGreaterEqual(gap, -1 / RATE)
            self.assertLess(gap, TICK)

    def test_a_sentence_behind_one_that_is_over_begins_at_once(self):
        with kinesphere.connect(self.server.address) as client:
            ear = Ear(client)
            client.submit(stream.Sentence("One.", []).bml("b0", ""), character="ada")
            ear.wait_for("ended", "b0")
            client.submit(stream.Sentence("Two.", []).bml("b1", "b0:s:end"), character="ada")
            started = ear.wait_for("started", "b1")
            ear.wait_for("ended", "b1")
        self.assertAlmostEqual(started.time, ear.streams["b1:s"][0], delta=TICK)

    def test_an_untied_speech_starts_within_a_tick_of_its_block(self):
        beside = ('<gaze id="g" target="camera" start="0" end="s:end"/>'
                  '<posture id="p"><stance type="STANDING"/></posture>')
        with kinesphere.connect(self.server.address) as client:
            ear = Ear(client)
            client.submit(stream.BLOCK.format(id="b", start="", text="One two.",
                                              gestures=beside), character="ada")
            started = ear.wait_for("started", "b")
            ear.wait_for("ended", "b")
        late = ear.streams["b:s"][0] - started.time
        print(f"an untied speech beside a gaze and a posture: the first sample {late / TICK:.2f} "
              "ticks behind the start of its block")
        self.assertLessEqual(late, TICK)

    def test_no_sample_of_a_speech_in_pieces_is_lost(self):
        pieces = [array.array("h", [n] * (RATE // 5)) for n in range(1, 11)]
        with kinesphere.connect(self.server.address) as client:
            ear = Ear(client)
            client.begin_saying("a", rate=RATE, character="ada")
            for i, piece in enumerate(pieces):
                client.say_more("a", f"word{i} ", piece.tobytes())
            client.end_saying("a")
            ear.wait_for("ended", "a")
        heard = list(ear.streams["a:s"][1].values())
        given = [sample for piece in pieces for sample in piece]
        print(f"say, in {len(pieces)} pieces: {len(given)} samples given, "
              f"{len(given) - len([each for each in heard if each])} lost")
        self.assertEqual(given, [sample for sample in heard if sample])


if __name__ == "__main__":
    unittest.main()
