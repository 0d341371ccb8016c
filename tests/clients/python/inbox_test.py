"""Tests for clients/python/kinesphere/inbox.py."""

import unittest

from kinesphere.inbox import WAITING_MAX, Inbox
from kinesphere_pb2 import Envelope


def frame(character, tick, discontinuity=False):
    envelope = Envelope()
    envelope.frame.character_id = character
    envelope.frame.tick = tick
    envelope.frame.discontinuity = discontinuity
    return envelope


def all_of(inbox):
    items = []
    while (item := inbox.pop()) is not None:
        items.append((item.frame.character_id, item.frame.tick)
                     if isinstance(item, Envelope) else item)
    return items


class WhatWaits(unittest.TestCase):
    def test_of_each_characters_frames_the_newest_waits_and_of_all_else_everything(self):
        inbox = Inbox()
        inbox.push("started")
        inbox.push_frame(frame(1, 10))
        inbox.push_frame(frame(2, 10))
        inbox.push("sync")
        inbox.push_frame(frame(1, 11))
        inbox.push_frame(frame(1, 12))
        inbox.push("ended")
        self.assertEqual(5, len(inbox))
        self.assertEqual(["started", (2, 10), "sync", (1, 12), "ended"], all_of(inbox))

    def test_a_frame_in_place_of_a_discontinuous_one_is_so_too(self):
        inbox = Inbox()
        inbox.push_frame(frame(1, 10, discontinuity=True))
        inbox.push_frame(frame(1, 11))
        self.assertTrue(inbox.pop().frame.discontinuity)
        inbox.push_frame(frame(1, 12))
        self.assertFalse(inbox.pop().frame.discontinuity)

    def test_it_is_full_of_messages_and_never_of_frames(self):
        inbox = Inbox()
        for character in range(WAITING_MAX + 1):
            inbox.push_frame(frame(character, 1))
        self.assertFalse(inbox.is_full)
        for number in range(WAITING_MAX):
            inbox.push(number)
        self.assertTrue(inbox.is_full)
        while inbox.is_full:
            inbox.pop()
        self.assertLess(0, len(inbox))


if __name__ == "__main__":
    unittest.main()
