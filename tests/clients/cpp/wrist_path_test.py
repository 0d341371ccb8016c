"""Tests for clients/cpp/examples/wrist_path.cc, against the real program."""

import os
import subprocess
import tempfile
import unittest

from server import Server

TARGET_IN_ADA = (-0.20, 1.20, 0.35)
ADA_X = -0.5  # of the characters that a server has by itself

SCRIPT = """<script xmlns="urn:kinesphere:script:1" character="ada">
  <sequence>
    <pose time="300ms" hold="100ms">
      <position joint="rightHand" target="{} {} {}"/>
    </pose>
  </sequence>
</script>
""".format(*TARGET_IN_ADA)


class WristPathTest(unittest.TestCase):
    def test_the_path_leads_to_the_target(self):
        with Server("--still") as server, tempfile.NamedTemporaryFile("w", suffix=".xml") as script:
            script.write(SCRIPT)
            script.flush()
            lines = subprocess.run(
                [os.environ["KINE_WRIST_PATH"], script.name, server.address],
                check=True, timeout=60, capture_output=True, text=True).stdout.splitlines()
            self.assertEqual(server.stop(), 0)

        path = [[float(number) for number in line.split()] for line in lines]
        times = [time for time, *_ in path]
        self.assertEqual(times, sorted(set(times)))
        target = (TARGET_IN_ADA[0] + ADA_X, *TARGET_IN_ADA[1:])
        nearest = min(sum((a - b) ** 2 for a, b in zip(point, target)) ** 0.5
                      for _, *point in path)
        self.assertLess(nearest, 0.005)

    def test_a_refused_script_is_said_and_no_success(self):
        with Server() as server, tempfile.NamedTemporaryFile("w", suffix=".xml") as script:
            script.write("<nonsense/>")
            script.flush()
            ran = subprocess.run([os.environ["KINE_WRIST_PATH"], script.name, server.address],
                                 timeout=60, capture_output=True, text=True)
        self.assertEqual(ran.returncode, 1)
        self.assertNotEqual(ran.stderr, "")


if __name__ == "__main__":
    unittest.main()
