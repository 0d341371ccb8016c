"""Tests for clients/python/kinesphere/clock.py and acknowledgement.py."""

import unittest

from kinesphere.acknowledgement import Acknowledgement
from kinesphere.clock import Clock, Sample, client_us


class TheServersClocks(unittest.TestCase):
    def test_before_the_first_answer_nothing_is_known(self):
        clock = Clock()
        self.assertEqual((None, None, None),
                         (clock.round_trip, clock.server_time(), clock.tick_time()))

    def test_the_answer_was_given_halfway_between_the_ping_and_its_coming(self):
        clock = Clock()
        clock.add(Sample(sent=1_000, received=3_000, server=7_000_000, server_tick=500_000))
        self.assertAlmostEqual(0.002, clock.round_trip)
        self.assertAlmostEqual(7, clock.server_time(2_000))
        self.assertAlmostEqual(1.5, clock.tick_time(1_002_000))

    def test_of_the_last_ten_the_one_with_the_least_round_trip_is_believed(self):
        clock = Clock()
        for i in range(20):
            late = 0 if i % 4 == 2 else 1_000_000  # on its way back
            sent = 2_000_000 * i
            clock.add(Sample(sent, sent + 200 + late, sent + 100 + 5_000_000, sent + 100))
        self.assertAlmostEqual(0.0002, clock.round_trip)
        self.assertAlmostEqual(55, clock.server_time(50_000_000))
        for _ in range(10):
            clock.add(Sample(0, 1_000_000, 0, 0))
        self.assertAlmostEqual(1, clock.round_trip)

    def test_while_there_are_no_ticks_there_is_no_time_of_them(self):
        clock = Clock()
        clock.add(Sample(0, 0, 1_000_000, 0))
        self.assertEqual((1, None), (clock.server_time(0), clock.tick_time(0)))

    def test_this_sides_clock_goes_forward(self):
        before = client_us()
        self.assertGreaterEqual(client_us(), before)


class Acknowledging(unittest.TestCase):
    def test_the_first_frame_is_said_at_once_then_every_tenth_of_a_second(self):
        acknowledgement = Acknowledgement(60)
        said = [tick for tick in range(1_000, 1_060) if acknowledgement.is_due(tick)]
        self.assertEqual(list(range(1_000, 1_060, 6)), said)

    def test_a_frame_after_a_gap_is_said_so_that_the_server_never_waits(self):
        acknowledgement = Acknowledgement(60)
        self.assertEqual([True, False, True],
                         [acknowledgement.is_due(tick) for tick in (100, 101, 131)])

    def test_at_a_low_rate_every_tick_is_said_once(self):
        acknowledgement = Acknowledgement(5)
        self.assertEqual([True, False, True],
                         [acknowledgement.is_due(tick) for tick in (7, 7, 8)])


if __name__ == "__main__":
    unittest.main()
