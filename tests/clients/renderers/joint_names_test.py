"""Tests for clients/renderers/joint_names.json: a row for each joint, and no name twice."""

import json
import pathlib
import queue
import unittest

from kinesphere import connect
from server import Server

ROWS = json.loads((pathlib.Path(__file__).resolve().parents[3] / "clients" / "renderers" /
                   "joint_names.json").read_text())["joints"]
SECONDS = 30


class JointNames(unittest.TestCase):
    def test_every_joint_of_the_stream_has_a_row(self):
        frames = queue.Queue()
        with Server() as server, connect(server.address) as client:
            client.subscribe(["ada"], on_frame=frames.put)
            skeleton = client.skeletons[frames.get(timeout=SECONDS).character_id]
        self.assertEqual({joint.name for joint in skeleton.joints}, set(ROWS))

    def test_no_name_means_two_joints(self):
        for system in ("unity", "vmc", "mixamo", "unreal", "hanim"):
            names = [row[system] for row in ROWS.values() if row[system] is not None]
            with self.subTest(system):
                self.assertEqual(len(names), len(set(names)))


if __name__ == "__main__":
    unittest.main()
