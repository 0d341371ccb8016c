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

    def test_they_are_equal_frame_by_frame(self):
        recordings = {language: frames_of(recording)
                      for language, recording in self.recordings("beat.xml")}
        expected = {tick: each for frames in recordings.values() for tick, each in frames}
        self.assertGreater(len(set(expected.values())), 10)
        self.assertTrue(all(len(rotations) == 4 * JOINTS for rotations in expected.values()))
        for language, frames in recordings.items():
            # On a busy machine a client may be held up for so long that a frame is left out.
            self.assertGreater(len(frames), 0.8 * max(expected), language)
            for ticks, rotations in frames:
                self.assertEqual(expected.get(ticks), rotations, f"{language}, tick {ticks}")


if __name__ == "__main__":
    unittest.main()
