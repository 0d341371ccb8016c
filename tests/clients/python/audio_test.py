"""Tests for clients/python/kinesphere/messages.py: what a character says."""

import unittest

from kinesphere.messages import audio_of
from kinesphere_pb2 import AudioChunk, AudioClose, AudioOpen


class AudioTest(unittest.TestCase):
    def test_a_chunk_has_its_time_its_flags_and_its_samples(self):
        chunk = audio_of("chunk", AudioChunk(stream=7, character_id=2, seq=3, pts=12.5,
                                             rate_hz=22050, flags=6, samples=b"\x01\x00"), "ben")
        self.assertEqual((chunk.stream, chunk.sequence, chunk.time, chunk.rate, chunk.samples),
                         (7, 3, 12.5, 22050, b"\x01\x00"))
        self.assertEqual((chunk.starts, chunk.ends, chunk.discards), (False, True, True))
        self.assertEqual(chunk.character, "ben")

    def test_a_stream_opens_and_closes_under_its_number(self):
        opened = audio_of("open", AudioOpen(stream=7, id="hello:speech1", pts=2, rate_hz=16000),
                          "ada")
        closed = audio_of("close", AudioClose(stream=7), "ada")
        self.assertEqual((opened.kind, opened.id, opened.time, opened.samples),
                         ("open", "hello:speech1", 2, b""))
        self.assertEqual((closed.kind, closed.stream, closed.starts), ("close", 7, False))


if __name__ == "__main__":
    unittest.main()
