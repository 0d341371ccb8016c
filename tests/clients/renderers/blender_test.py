"""Tests for clients/renderers/blender: its bones against the kinematics of the frames."""

import json
import math
import os
import pathlib
import queue
import subprocess
import tempfile
import unittest

from kinesphere import connect, joint_positions
from kinesphere_pb2 import Frame, Skeleton
from server import Server

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "clients" / "renderers" / "blender" / "kinesphere_blender.py"
SECONDS = 120


def run_blender(*arguments):
    """The lines that the script printed, each as JSON says."""
    # Blender's Python looks where it was told to on its command line only, unless asked.
    command = [os.environ["KINE_BLENDER"], "--background", "--factory-startup",
               "--python-use-system-env", "--python-exit-code", "3", "--python", str(SCRIPT), "--",
               *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=SECONDS)
    if done.returncode != 0:
        raise AssertionError(done.stdout)
    return [json.loads(line.removeprefix("joints ")) for line in done.stdout.splitlines()
            if line.startswith("joints ")]


class Blender(unittest.TestCase):
    def assert_same(self, expected, shown):
        self.assertEqual(set(expected), set(shown))
        for name, position in expected.items():
            self.assertLess(math.dist(position, shown[name]), 1e-4, name)

    def bake(self, folder, *arguments):
        motion = pathlib.Path(folder) / "motion.jsonl"
        subprocess.run([os.environ["KINE_PROGRAM"], "bake",
                        str(ROOT / "schemas" / "scripts" / "wave.xml"), "-o", str(motion),
                        *arguments], check=True, stdout=subprocess.DEVNULL, timeout=SECONDS)
        return motion

    def test_baked_motion_has_every_joint_where_forward_kinematics_has_it(self):
        with tempfile.TemporaryDirectory() as folder:
            motion = self.bake(folder, "--fps", "10", "--character", "ada@0.7,-1.5,40")
            lines = [json.loads(line) for line in motion.read_text().splitlines()]
            shown = run_blender("--motion", str(motion), "--print-joints")
        skeleton = Skeleton()
        for joint in lines[0]["skeleton"]["joints"]:
            skeleton.joints.add(**joint)
        frames = [line for line in lines[1:] if "rotations" in line]
        self.assertEqual(len(frames), len(shown))
        for frame, seen in zip(frames, shown):
            expected = joint_positions(skeleton, Frame(
                root=frame["root"], hips=frame["hips"],
                parent_from_joint=[v for q in frame["rotations"] for v in q]))
            self.assert_same(expected, seen["joints"])

    def test_a_stream_is_shown_as_it_comes(self):
        with Server("--character", "ben@-0.4,0.8,-65", "--demo") as server:
            skeleton = skeleton_of(server, "ben")
            shown = run_blender("--server", server.address, "--character", "ben", "--frames", "5",
                                "--print-joints")
        self.assertEqual(5, len(shown))
        for line in shown:
            expected = joint_positions(skeleton, Frame(
                root=line["root"], hips=line["hips"],
                parent_from_joint=[v for q in line["rotations"] for v in q]))
            self.assert_same(expected, line["joints"])


def skeleton_of(server, name):
    frames = queue.Queue()
    with connect(server.address) as client:
        client.subscribe([name], on_frame=frames.put)
        return client.skeletons[frames.get(timeout=SECONDS).character_id]


if __name__ == "__main__":
    unittest.main()
