"""Tests for clients/python/kinesphere/rotations.py."""

import math
import pathlib
import unittest

from kinesphere import framing, rotations

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "golden/protocol"
STEP = 1 / (16383 * math.sqrt(2))


def packed(index, *numbers):
    first, second, third = numbers
    return (index | first << 2 | second << 17 | third << 32).to_bytes(6, "little")


class Unpacking(unittest.TestCase):
    def test_no_turn_at_all(self):
        self.assertEqual([0, 0, 0, 1], rotations.unpack(packed(3, 16383, 16383, 16383)))

    def test_the_component_that_was_left_out_stands_at_its_place(self):
        for index in range(4):
            found = rotations.unpack(packed(index, 16383 + 2317, 16383 - 4634, 16383 + 6951))
            largest = found.pop(index)
            for wanted, each in zip((2317 * STEP, -4634 * STEP, 6951 * STEP), found):
                self.assertAlmostEqual(wanted, each, places=12)
            self.assertAlmostEqual(1, largest ** 2 + sum(each ** 2 for each in found), places=12)

    def test_each_rotation_takes_six_bytes(self):
        self.assertEqual([], rotations.unpack(b""))
        self.assertEqual(8, len(rotations.unpack(bytes(12))))
        for size in (1, 5, 7):
            with self.assertRaises(ValueError):
                rotations.unpack(bytes(size))

    def test_bytes_that_no_rotation_gives_are_finite_numbers(self):
        self.assertTrue(all(math.isfinite(each) for each in rotations.unpack(b"\xff" * 6)))

    def test_the_published_frame_has_the_rotations_that_were_put_into_it(self):
        published = bytes.fromhex((GOLDEN / "frame_packed.hex").read_text())
        (envelope,) = framing.Decoder().push(published)
        self.assertTrue(envelope.frame.discontinuity)
        found = rotations.unpack(envelope.frame.packed_rotations)
        self.assertEqual(4 * 55, len(found))
        for i in range(55):
            # codec_test.cc: about x, y and z by turns; the tangent of a quarter of the angle.
            t = i / 64
            wanted = [0, 0, 0, (1 - t * t) / (1 + t * t)]
            wanted[i % 3] = (2 if i % 2 == 0 else -2) * t / (1 + t * t)
            same = sum(a * b for a, b in zip(wanted, found[4 * i:4 * i + 4]))
            self.assertAlmostEqual(1, abs(same), delta=1e-8)


if __name__ == "__main__":
    unittest.main()
