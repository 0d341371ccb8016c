"""Tests for clients/python/kinesphere/framing.py."""

import struct
import unittest

from kinesphere import framing
from kinesphere_pb2 import Envelope


def ping(time_us):
    envelope = Envelope()
    envelope.ping.client_time_us = time_us
    return envelope


class Framing(unittest.TestCase):
    def test_a_message_is_its_length_in_four_little_endian_bytes_and_an_envelope(self):
        # Field 5, length-delimited, is 0x2a; in it field 1, a varint, is 0x08.
        self.assertEqual(b"\x04\x00\x00\x00\x2a\x02\x08\x07", framing.encode(ping(7)))

    def test_messages_are_found_however_their_bytes_are_split(self):
        messages = [ping(1), ping(300), Envelope(), ping(5)]
        stream = b"".join(framing.encode(message) for message in messages)
        for split in range(len(stream) + 1):
            decoder = framing.Decoder()
            self.assertEqual(messages, decoder.push(stream[:split]) + decoder.push(stream[split:]))

        decoder = framing.Decoder()
        found = [m for i in range(len(stream)) for m in decoder.push(stream[i:i + 1])]
        self.assertEqual(messages, found)

    def test_a_length_past_the_limit_is_an_error_before_its_bytes_come(self):
        length = struct.pack("<I", framing.ENVELOPE_BYTES_MAX + 1)
        with self.assertRaisesRegex(ValueError, str(framing.ENVELOPE_BYTES_MAX + 1)):
            framing.Decoder().push(length)

    def test_bytes_that_are_no_envelope_are_an_error(self):
        with self.assertRaises(ValueError):
            framing.Decoder().push(b"\x02\x00\x00\x00\xff\xff")


if __name__ == "__main__":
    unittest.main()
