"""Tests for clients/python/kinesphere/pose.py."""

import math
import unittest

from kinesphere import world_positions
from kinesphere.pose import multiply, rotate
from kinesphere_pb2 import Frame, Skeleton

HALF = math.sqrt(0.5)
QUARTER_TURN = {"x": (HALF, 0, 0, HALF), "y": (0, HALF, 0, HALF), "z": (0, 0, HALF, HALF)}


def chain():
    """Hips a metre up, an arm of a metre to the left, a hand of half a metre further left."""
    skeleton = Skeleton(character_id=1)
    for name, parent, offset in (("hips", -1, (0, 1, 0)), ("arm", 0, (1, 0, 0)),
                                 ("hand", 1, (0.5, 0, 0))):
        skeleton.joints.add(name=name, parent=parent, offset=offset)
    return skeleton


def frame(root=(0, 0, 0, 0, 0, 0, 1), hips=(0, 1, 0), rotations=((0, 0, 0, 1),) * 3):
    return Frame(root=root, hips=hips, parent_from_joint=[n for q in rotations for n in q])


class JointPositions(unittest.TestCase):
    def assert_at(self, expected, position):
        for wanted, found in zip(expected, position, strict=True):
            self.assertAlmostEqual(wanted, found, places=6)

    def test_in_t_pose_offsets_add_up(self):
        positions = world_positions(chain(), frame())
        self.assert_at((0, 1, 0), positions["hips"])
        self.assert_at((1.5, 1, 0), positions["hand"])

    def test_a_joint_turns_what_hangs_on_it_and_not_itself(self):
        rotations = ((0, 0, 0, 1), QUARTER_TURN["z"], (0, 0, 0, 1))
        positions = world_positions(chain(), frame(rotations=rotations))
        self.assert_at((1, 1, 0), positions["arm"])
        self.assert_at((1, 1.5, 0), positions["hand"])

    def test_the_root_carries_everything_and_the_hips_stand_in_for_their_offset(self):
        # Facing +X at (10, 0, 20): the character's left is the world's -Z.
        root = (10, 0, 20, *QUARTER_TURN["y"])
        positions = world_positions(chain(), frame(root=root, hips=(0, 0.9, 0.1)))
        self.assert_at((10.1, 0.9, 20), positions["hips"])
        self.assert_at((10.1, 0.9, 18.5), positions["hand"])

    def test_a_frame_without_a_body_is_refused(self):
        with self.assertRaises(ValueError):
            world_positions(chain(), Frame())


class Quaternions(unittest.TestCase):
    def test_a_quarter_turn_takes_each_axis_to_the_next(self):
        for axis, vector, expected in (("x", (0, 1, 0), (0, 0, 1)), ("y", (0, 0, 1), (1, 0, 0)),
                                       ("z", (1, 0, 0), (0, 1, 0))):
            for wanted, found in zip(expected, rotate(QUARTER_TURN[axis], vector)):
                self.assertAlmostEqual(wanted, found)

    def test_a_product_turns_by_its_right_factor_first(self):
        product = multiply(QUARTER_TURN["y"], QUARTER_TURN["x"])
        for wanted, found in zip((1, 0, 0), rotate(product, (0, 1, 0))):
            self.assertAlmostEqual(wanted, found)


if __name__ == "__main__":
    unittest.main()
