"""Tests for clients/renderers/blender: its bones against the kinematics of the frames."""

import csv
import json
import math
import os
import pathlib
import queue
import subprocess
import tempfile
import unittest

from kinesphere import connect, joint_positions
from kinesphere_pb2 import Frame
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


@unittest.skipUnless(os.environ.get("KINE_BLENDER"), "there is no Blender")
class Blender(unittest.TestCase):
    def assert_same(self, expected, shown):
        self.assertEqual(set(expected), set(shown))
        for name, position in expected.items():
            self.assertLess(math.dist(position, shown[name]), 1e-4, name)

    def bake(self, path):
        subprocess.run([os.environ["KINE_PROGRAM"], "bake",
                        str(ROOT / "schemas" / "scripts" / "wave.xml"), "-o", str(path),
                        "--fps", "10", "--character", "ada@0.7,-1.5,40"],
                       check=True, stdout=subprocess.DEVNULL, timeout=SECONDS)
        return path

    def test_baked_motion_has_every_joint_where_the_program_has_it(self):
        with tempfile.TemporaryDirectory() as folder:
            motion = self.bake(pathlib.Path(folder) / "motion.jsonl")
            table = self.bake(pathlib.Path(folder) / "motion.csv")
            with open(table, newline="") as lines:
                rows = list(csv.DictReader(lines))
            shown = run_blender("--motion", str(motion), "--print-joints")
        self.assertGreater(len(rows), 10)
        self.assertEqual(len(rows), len(shown))
        for row, seen in zip(rows, shown):
            names = [column.removesuffix("_world_x") for column in row
                     if column.endswith("_world_x")]
            self.assert_same({name: [float(row[f"{name}_world_{axis}"]) for axis in "xyz"]
                              for name in names}, seen["joints"])

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
