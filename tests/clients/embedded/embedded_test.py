"""Tests for clients/embedded: the package that this build installs, found by another project."""

import os
import pathlib
import subprocess
import tempfile
import unittest

EXAMPLE = pathlib.Path(__file__).parents[3] / "clients" / "embedded"
BUILD = os.environ["KINE_BUILD"]


def run(*command):
    return subprocess.run(command, check=True, timeout=240, capture_output=True, text=True).stdout


class EmbeddedTest(unittest.TestCase):
    def test_a_project_finds_the_package_and_plays_a_script_without_a_server(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix, build = f"{folder}/prefix", f"{folder}/build"
            run("cmake", "--install", BUILD, "--component", "realizer", "--prefix", prefix)
            run("cmake", "-G", "Ninja", "-S", str(EXAMPLE), "-B", build,
                f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release")
            run("cmake", "--build", build)
            lines = run(f"{build}/embedded").splitlines()

        rows = [[float(number) for number in line.split()] for line in lines]
        times = [time for time, _ in rows]
        for number, time in enumerate(times, 1):  # sixty a second
            self.assertAlmostEqual(time, number / 60, delta=1e-4)
        self.assertGreater(times[-1], 1.5)  # the wave's last pose is later
        # Down at first and at last; at the wave's height the elbow is bent by more than a right
        # angle, so its cosine of the half is below that of 45 degrees.
        self.assertLess(min(bent for _, bent in rows), 0.7)
        self.assertGreater(rows[-1][1], 0.95)


if __name__ == "__main__":
    unittest.main()
