"""Runs the clients of clients/snippets that are made from the protocol alone."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

from server import Server

ROOT = pathlib.Path(__file__).resolve().parents[3]
SNIPPETS = ROOT / "clients/snippets"
DEADLINE = 60
LINES_MAX = 60

# Each as a command line that takes SCRIPT HOST:PORT, and its source.
LANGUAGES = {
    "C++": ([os.environ["KINE_PLAIN"]], "plain.cc"),
    "Python": ([sys.executable, str(SNIPPETS / "plain.py")], "plain.py"),
    "JavaScript": ([str(ROOT / "script/node"), "node", str(SNIPPETS / "plain.mjs")], "plain.mjs"),
}


class FromTheProtocolAlone(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server("--still"))

    def run_script(self, command, script):
        return subprocess.run([*command, script, self.server.address], capture_output=True,
                              text=True, timeout=DEADLINE)

    def test_each_plays_a_script_and_sees_how_the_characters_stand(self):
        for language, (command, _) in LANGUAGES.items():
            with self.subTest(language):
                run = self.run_script(command, ROOT / "schemas/scripts/wave.xml")
                self.assertEqual(0, run.returncode, run.stderr)
                events = re.findall(r"^([A-Z]+) (\S+)$", run.stdout, re.M)
                self.assertEqual([("STARTED", "wave"), ("ENDED", "wave")],
                                 [events[0], events[-1]])
                self.assertIn("SYNC", {kind for kind, _ in events})
                frames = re.findall(r"^tick (\d+): (\d+) has the hips (\S+) m up$", run.stdout,
                                    re.M)
                self.assertEqual({"1", "2"}, {character for _, character, _ in frames})
                self.assertTrue(all(0.7 < float(hips) < 1.2 for _, _, hips in frames))
                ticks = [int(tick) for tick, character, _ in frames if character == "1"]
                self.assertEqual(sorted(set(ticks)), ticks)
                self.assertGreater(len(ticks), 10)

    def test_each_says_what_the_server_has_against_a_script(self):
        for language, (command, source) in LANGUAGES.items():
            with self.subTest(language):
                run = self.run_script(command, SNIPPETS / source)
                self.assertEqual(1, run.returncode)
                self.assertRegex(run.stderr, r"\w+ \w+")

    def test_each_has_sixty_lines_at_most(self):
        for _, source in LANGUAGES.values():
            lines = (SNIPPETS / source).read_text(encoding="utf-8").splitlines()
            self.assertLessEqual(len([line for line in lines if line.strip()]), LINES_MAX, source)


if __name__ == "__main__":
    unittest.main()
