"""Tests for the calls of clients/python/kinesphere/live.py about sound that characters move by."""

import threading
import unittest

from kinesphere_pb2 import AUDIO_CODEC_OPUS, AudioHeard, AudioIn, Envelope
from stage import StagedTest


class SoundCalls(StagedTest):
    def test_a_piece_of_sound_says_where_it_belongs(self):
        self.client.send_sound(b"\x01\x02", 16000, "ada", first_sample=320, stream=2, last=True,
                               tells=True)
        said = self.stage.receive().audio_in
        self.assertEqual((2, "ada", 320, 16000, AudioIn.END | AudioIn.TELL, b"\x01\x02"),
                         (said.stream, said.character, said.first_sample, said.rate_hz, said.flags,
                          said.samples))
        self.client.send_sound(b"", 8000)
        said = self.stage.receive().audio_in
        self.assertEqual((1, "", 0, 0, 0), (said.stream, said.character, said.first_sample,
                                            said.flags, said.delay_ms))
        self.client.send_sound(b"", 8000, delay=0.35)
        self.assertEqual(350, self.stage.receive().audio_in.delay_ms)

    def test_a_packet_of_opus_goes_as_it_is(self):
        self.client.send_sound(b"\x48\xff", 48000, codec="opus", sample_count=960)
        said = self.stage.receive().audio_in
        self.assertEqual((AUDIO_CODEC_OPUS, 960, 48000, b"\x48\xff"),
                         (said.codec, said.sample_count, said.rate_hz, said.samples))
        with self.assertRaises(ValueError):
            self.client.send_sound(b"", 48000, codec="mp3")

    def test_what_is_heard_is_told(self):
        heard, come = [], threading.Event()

        def take(each):
            heard.append(each)
            come.set()

        self.client.on_heard(take)
        said = Envelope()
        said.audio_heard.kind = 9  # of a newer server
        self.stage.send(said)
        said.audio_heard.kind = AudioHeard.SYLLABLE
        said.audio_heard.at, said.audio_heard.f0_hz = 0.5, 120
        said.audio_heard.observation = "rise high"
        self.stage.send(said)
        self.assertTrue(come.wait(20))
        self.assertEqual([("syllable", 0.5, 120, "rise high")],
                         [(each.kind, each.at, each.f0, each.observation) for each in heard])


if __name__ == "__main__":
    unittest.main()
