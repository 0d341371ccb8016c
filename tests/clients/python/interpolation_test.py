"""Tests for clients/python/kinesphere/interpolation.py."""

import math
import unittest

from kinesphere import InterpolationBuffer
from kinesphere_pb2 import Frame

RATE = 64  # so that times are exact


def frame_at(tick, angle=0.0, discontinuity=False):
    """Turned about +Y by `angle`, its hips as high as `tick`."""
    return Frame(tick=tick, root=(tick, 0, 0, 0, 0, 0, 1), hips=(0, tick, 0),
                 parent_from_joint=(0, math.sin(angle / 2), 0, math.cos(angle / 2)),
                 channels=(tick / 100,), discontinuity=discontinuity)


def angle_of(frame):
    return 2 * math.atan2(frame.parent_from_joint[1], frame.parent_from_joint[3])


class Sampling(unittest.TestCase):
    def setUp(self):
        self.buffer = InterpolationBuffer(RATE, delay=0)

    def push(self, *frames):
        for frame in frames:
            self.buffer.push(frame)

    def test_before_the_first_frame_there_is_nothing_to_show(self):
        self.assertIsNone(self.buffer.sample(1))

    def test_what_is_shown_lies_fifty_milliseconds_in_the_past(self):
        buffer = InterpolationBuffer(RATE)
        for tick in range(64, 71):
            buffer.push(frame_at(tick))
        self.assertAlmostEqual(67.5, buffer.sample(67.5 / RATE + 0.05).hips[1], places=4)

    def test_between_two_frames_each_turn_goes_on_at_constant_speed_and_the_rest_in_a_line(self):
        self.push(frame_at(64, 0), frame_at(68, 2))
        frame = self.buffer.sample(65 / RATE)
        self.assertAlmostEqual(0.5, angle_of(frame), places=6)
        self.assertAlmostEqual(65, frame.root[0], places=4)
        self.assertAlmostEqual(65, frame.hips[1], places=4)
        self.assertAlmostEqual(0.65, frame.channels[0], places=6)
        self.assertAlmostEqual(1, frame.root[6], places=6)

    def test_a_turn_goes_the_shorter_way_whatever_the_signs_of_its_quaternions(self):
        other = frame_at(66, 0.6)
        other.parent_from_joint[:] = [-each for each in other.parent_from_joint]
        self.push(frame_at(64, 0.2), other)
        self.assertAlmostEqual(0.4, abs(angle_of(self.buffer.sample(65 / RATE))), places=6)

    def test_where_frames_do_not_come_the_newest_holds_and_nothing_is_made_up(self):
        self.push(frame_at(64, 0), frame_at(65, 1))
        self.assertEqual(65, self.buffer.sample(64 / RATE + 10).tick)
        self.assertAlmostEqual(1, angle_of(self.buffer.sample(64 / RATE + 10)), places=6)

    def test_over_a_discontinuity_nothing_is_interpolated(self):
        self.push(frame_at(64, 0), frame_at(66, 1, discontinuity=True))
        self.assertEqual(64, self.buffer.sample(65.9 / RATE).tick)
        self.assertEqual(66, self.buffer.sample(66 / RATE).tick)

    def test_more_than_a_quarter_of_a_second_behind_it_jumps_and_goes_on_from_there(self):
        buffer = InterpolationBuffer(RATE, delay=0.0625)
        for tick in range(129):
            buffer.push(frame_at(tick))
        # The clock says 1 s, and the newest frame is of 2 s: shown is 62.5 ms before that.
        self.assertAlmostEqual(128 - 4, buffer.sample(1).hips[1])
        self.assertAlmostEqual(128 - 3, buffer.sample(1 + 1 / RATE).hips[1])

    def test_a_clock_that_comes_right_again_finds_the_delay_that_there_was(self):
        buffer = InterpolationBuffer(RATE, delay=0.0625)
        for tick in range(129):
            buffer.push(frame_at(tick))
        self.assertAlmostEqual(128 - 4, buffer.sample(1).hips[1])  # a second late: it jumps
        self.assertAlmostEqual(128 - 4, buffer.sample(2).hips[1])  # right: nothing goes back
        for tick in range(129, 193):
            buffer.push(frame_at(tick))
        self.assertAlmostEqual(192 - 8 - 4, buffer.sample(3 - 0.125).hips[1])
        self.assertAlmostEqual(192 - 4, buffer.sample(3).hips[1])

    def test_up_to_a_quarter_of_a_second_behind_it_keeps_its_time(self):
        self.push(*(frame_at(tick) for tick in range(65)))
        self.assertAlmostEqual(48, self.buffer.sample(48 / RATE).hips[1])

    def test_a_frame_that_is_not_later_than_the_newest_is_of_no_use(self):
        self.push(frame_at(64, 1), frame_at(64, 2), frame_at(60, 3))
        self.assertAlmostEqual(1, angle_of(self.buffer.sample(1)), places=6)

    def test_after_a_restart_of_the_server_ticks_begin_again(self):
        self.push(*(frame_at(tick) for tick in range(1_000)))
        self.buffer.clear()
        self.assertIsNone(self.buffer.sample(1))
        self.push(frame_at(1, 1))
        self.assertAlmostEqual(1, angle_of(self.buffer.sample(1)), places=6)

    def test_frames_without_a_body_are_mixed_as_far_as_they_go(self):
        self.push(Frame(tick=64, channels=(0,)), Frame(tick=66, channels=(1,)))
        frame = self.buffer.sample(65 / RATE)
        self.assertAlmostEqual(0.5, frame.channels[0])
        self.assertEqual(0, len(frame.parent_from_joint))


if __name__ == "__main__":
    unittest.main()
