"""Runs the task of clients/snippets in every language and compares what they wrote."""

import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

from server import Server

ROOT = pathlib.Path(__file__).resolve().parents[3]
SNIPPETS = ROOT / "clients/snippets"
JOINTS = 55
DEADLINE = 60

# Each as a command line that takes SCRIPT OUTPUT HOST:PORT.
LANGUAGES = {
    "C++": [os.environ["KINE_RECORD"]],
    "Python": [sys.executable, str(SNIPPETS / "record.py")],
    "JavaScript": [str(ROOT / "script/node"), "node", str(SNIPPETS / "record.mjs")],
}


def frames_of(recording):
    """(ticks since the start, rotations) of each frame."""
    at, frames = 0, []
    while at < len(recording):
        ticks, joints = struct.unpack_from("<II", recording, at)
        frames.append((ticks, struct.unpack_from(f"<{4 * joints}f", recording, at + 8)))
        at += 8 + 16 * joints
    return frames


class Recordings(unittest.TestCase):
    def recordings(self, script):
        # Ten ticks a second: nobody is so slow as to miss one. Nobody moves of herself. A server
        # each, for who starts right after another's script starts from its last movement.
        for language, command in LANGUAGES.items():
            with Server("--still", "--tick-rate", "10") as server, \
                    tempfile.TemporaryDirectory() as folder:
                output = pathlib.Path(folder, "recording")
                subprocess.run([*command, ROOT / "schemas/scripts" / script, output,
                                server.address], check=True, timeout=DEADLINE)
                yield language, output.read_bytes()

    def test_they_are_equal_byte_for_byte(self):
        recordings = dict(self.recordings("beat.xml"))
        for language, recording in recordings.items():
            self.assertTrue(recording == recordings["C++"], language)

        frames = frames_of(recordings["C++"])
        self.assertEqual(list(range(1, len(frames) + 1)), [ticks for ticks, _ in frames])
        self.assertTrue(all(len(rotations) == 4 * JOINTS for _, rotations in frames))
        self.assertGreater(len({rotations for _, rotations in frames}), 10)


if __name__ == "__main__":
    unittest.main()
