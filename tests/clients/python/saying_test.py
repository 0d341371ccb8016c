"""What a voice elsewhere has spoken, said by hand's server, by asyncio, and by a real one."""

import array
import asyncio
import json
import threading
import unittest

import kinesphere
from kinesphere import requests
from kinesphere_pb2 import MEASURED, Say
from server import Server
from stage import DEADLINE, Stage, accepted

RATE = 24000
WORDS = [{"text": "Hello", "audioOffset": 0, "duration": 2500000},
         {"text": "you", "audioOffset": 2500000, "duration": 2500000}]
WAVE = (b"RIFF\x28\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0" + b"\xC0\x5D\0\0\x80\xBB\0\0" +
        b"\2\0\x10\0data\4\0\0\0" + b"\1\0\2\0")


def answer(id):
    envelope = accepted(id, id)
    envelope.accepted.speeches.add(id=f"{id}:s", timing=MEASURED)
    return envelope


def answered(stage, call):
    """What `call` gives, once the stage has accepted what it was sent; and that."""
    results = []
    thread = threading.Thread(target=lambda: results.append(call()))
    thread.start()
    sent = stage.receive()
    stage.send(answer(sent.say.id))
    thread.join(DEADLINE)
    return results[0], sent


class Saying(unittest.TestCase):
    def setUp(self):
        self.stage = Stage()
        self.client = self.stage.client()
        self.stage.receive()
        self.addCleanup(self.client.close)

    def test_a_speech_goes_with_its_sound_and_words_and_says_its_class(self):
        said, sent = answered(self.stage, lambda: self.client.say(
            "Hello you", b"\1\0" * 100, WORDS, rate=RATE, character="ada", unit="ms"))
        self.assertEqual((sent.say.text, sent.say.rate_hz, sent.say.character, sent.say.unit),
                         ("Hello you", RATE, "ada", Say.MILLISECONDS))
        self.assertEqual(sent.say.audio, b"\1\0" * 100)
        self.assertEqual(json.loads(sent.say.words), WORDS)
        self.assertFalse(sent.say.more)
        self.assertEqual(said.speeches, (kinesphere.Speech(f"{said.id}:s", "measured"),))

    def test_a_speech_has_the_trace_that_it_is_given(self):
        _, sent = answered(self.stage, lambda: self.client.say("Hello", b"", traceparent="a trace"))
        self.assertEqual(sent.say.traceparent, "a trace")
        self.client.begin_saying("b", traceparent="another")
        self.assertEqual(self.stage.receive().say.traceparent, "another")

    def test_pieces_go_in_their_order_and_the_answer_may_come_before_the_last(self):
        self.client.begin_saying("a", rate=RATE)
        opening = self.stage.receive().say
        self.assertTrue(opening.more)
        self.assertFalse(opening.when_whole)
        self.client.say_more("a", "Hello ", b"\1\0", WORDS[:1])
        self.client.say_more("a", "you", b"\2\0", from_piece=True)
        first, second = (self.stage.receive().say_more for _ in range(2))
        self.assertEqual((first.text, first.audio, first.last), ("Hello ", b"\1\0", False))
        self.assertEqual((second.text, second.words, second.from_piece), ("you", "", True))
        self.stage.send(answer("a"))
        said = self.client.end_saying("a", timeout=DEADLINE)
        self.assertTrue(self.stage.receive().say_more.last)
        self.assertEqual(said.speeches[0].timing, "measured")

    def test_a_word_that_is_no_unit_is_an_error(self):
        with self.assertRaises(ValueError):
            self.client.say("Hello", b"", unit="hours")

    def test_sound_whose_rate_nobody_says_is_an_error_that_names_the_argument(self):
        with self.assertRaisesRegex(ValueError, r"no \.wav; .*\brate=24000$"):
            self.client.say("Hello", b"\1\0" * 100)
        self.client.begin_saying("a")
        with self.assertRaisesRegex(ValueError, r"no \.wav; .*\brate=24000$"):
            self.client.say_more("a", "Hello ", b"\1\0" * 100)

    def test_a_wave_file_has_its_own_rate(self):
        said, sent = answered(self.stage, lambda: self.client.say("Hello", WAVE))
        self.assertEqual((sent.say.rate_hz, sent.say.audio), (0, WAVE))
        self.assertEqual(said.id, sent.say.id)
        with self.assertRaisesRegex(ValueError, "leave out rate=24000$"):
            self.client.say("Hello", WAVE, rate=RATE)

    def test_pieces_of_a_wave_file_may_be_short_and_need_no_rate(self):
        self.client.begin_saying("a")
        for piece in (b"RI", WAVE[2:], b"\1\0"):
            self.client.say_more("a", audio=piece)
        self.assertEqual(self.stage.receive().say.rate_hz, 0)
        self.assertEqual([self.stage.receive().say_more.audio for _ in range(3)],
                         [b"RI", WAVE[2:], b"\1\0"])


class Requests(unittest.TestCase):
    def test_a_long_sound_is_cut_and_nothing_of_it_is_lost(self):
        audio = bytes(range(256)) * 3000
        envelopes = requests.say("a", "Oh", audio, None, rate=RATE, character="", unit="",
                                 timing="", script="", composition="", predictions=False,
                                 whole=True)
        self.assertTrue(envelopes[0].say.when_whole)
        self.assertEqual(audio, envelopes[0].say.audio +
                         b"".join(each.say_more.audio for each in envelopes[1:]))
        self.assertEqual([each.say_more.last for each in envelopes[1:]],
                         [False] * (len(envelopes) - 2) + [True])
        self.assertLess(max(each.ByteSize() for each in envelopes), 1 << 20)


class Live(unittest.TestCase):
    def setUp(self):
        server = Server("--still", "--voice", "silent")
        self.server = server.__enter__()
        self.addCleanup(server.__exit__, None, None, None)

    def test_what_is_said_is_heard_sample_by_sample(self):
        samples = array.array("h", range(1, RATE // 2))
        heard = []
        with kinesphere.connect(self.server.address) as client:
            client.subscribe(["ben"], parts=["audio"],
                             on_audio=lambda audio: heard.append(audio))
            said = client.say("Hello you", samples.tobytes(), WORDS, rate=RATE, character="ben")
            self.assertEqual(said.speeches[0].timing, "measured")
            self.assertEqual(said.wait(60), "ended")
        self.assertEqual(b"".join(audio.samples for audio in heard), samples.tobytes())
        self.assertEqual(heard[0].timing, "measured")

    def test_unknown_keys_are_refused(self):
        with kinesphere.connect(self.server.address) as client:
            with self.assertRaises(kinesphere.Refused) as refused:
                client.say("Hello", b"\1\0" * 8000, [{"text": "Hello", "from": 1}], rate=RATE)
        self.assertIn("'from'", refused.exception.error)

    def test_a_speech_in_pieces_is_said_by_asyncio_too(self):
        async def say():
            async with await kinesphere.aio.connect(self.server.address) as client:
                await client.begin_saying("a", rate=RATE)
                for text in ("Hello ", "you"):
                    await client.say_more("a", text, b"\1\0" * (RATE // 2))
                said = await client.end_saying("a")
                return said.speeches[0].timing, await said.wait(60)

        self.assertEqual(asyncio.run(say()), ("estimated", "ended"))


if __name__ == "__main__":
    unittest.main()
