"""Tests for clients/python/kinesphere/axes.py: the maps of axes.json, and matrices."""

import json
import math
import pathlib
import unittest

from kinesphere import axes
from kinesphere.pose import rotate

DATA = json.loads((pathlib.Path(__file__).resolve().parents[3] / "clients" / "renderers" /
                   "axes.json").read_text())["maps"]


def by_words(words, values):
    named = dict(zip("xyzw", values))
    return tuple(-named[w[1:]] if w.startswith("-") else named[w] for w in words)



class Axes(unittest.TestCase):
    def assert_near(self, expected, found):
        for wanted, value in zip(expected, found, strict=True):
            self.assertAlmostEqual(wanted, value, places=12)

    def test_the_code_says_what_the_page_says(self):
        self.assertEqual(set(DATA), set(axes.ALL))
        for name, map in axes.ALL.items():
            row = DATA[name]
            with self.subTest(name):
                self.assert_near([row["unit"] * v for v in by_words(row["vector"], (1, 2, 3))],
                                 map.vector((1, 2, 3)))
                self.assert_near(by_words(row["quaternion"], (1, 2, 3, 4)),
                                 map.quaternion((1, 2, 3, 4)))
                self.assertEqual("left" if map.mirrors else "right", row["handed"])

    def test_to_turn_and_then_to_map_is_to_map_and_then_to_turn(self):
        # A rotation's matrix there is M R M^-1: what it says of a mapped point is the mapped point
        # of what it says here.
        half = math.sin(0.4)
        turn = (0.48 * half, -0.6 * half, 0.64 * half, math.cos(0.4))
        for map in axes.ALL.values():
            for point in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0.3, -0.2, 0.7)):
                with self.subTest(map.name, point=point):
                    self.assert_near(map.direction(rotate(turn, point)),
                                     rotate(map.quaternion(turn), map.direction(point)))

    def test_up_forwards_and_left_are_where_each_program_has_them(self):
        up, forwards, left = (0, 1, 0), (0, 0, 1), (1, 0, 0)
        expected = {
            "blender": ((0, 0, 1), (0, -1, 0), (1, 0, 0)),
            "unity": ((0, 1, 0), (0, 0, 1), (-1, 0, 0)),
            "unreal-mesh": ((0, 0, 1), (0, 1, 0), (1, 0, 0)),
            "unreal-actor": ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
            "vrm0": ((0, 1, 0), (0, 0, -1), (-1, 0, 0)),
        }
        for name, directions in expected.items():
            with self.subTest(name):
                for wanted, here in zip(directions, (up, forwards, left)):
                    self.assert_near(wanted, axes.ALL[name].direction(here))


if __name__ == "__main__":
    unittest.main()
