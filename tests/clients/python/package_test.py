"""Tests for clients/python/setup.py: the wheel, and where it can be used."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[3]
DEADLINE = 60
OLDEST_MINOR, NEWEST_MINOR = 9, 14

# A message there and back, by both clients' modules.
PROGRAM = """
import sys
import google.protobuf, kinesphere, kinesphere_pb2
from kinesphere import framing, requests
asked = requests.submit("id", "<script/>", "ada", True)
assert framing.Decoder().push(framing.encode(asked)) == [asked]
assert kinesphere_pb2.Feedback.ENDED == kinesphere_pb2.Feedback.Kind.Value("ENDED")
print("Python", sys.version.split()[0], "protobuf", google.protobuf.__version__,
      kinesphere.__file__)
"""


def pythons():
    """Those of this machine that run, by their version; Debian's own first."""
    found = {}
    names = [sys.executable] + [f"python3.{n}" for n in range(OLDEST_MINOR, NEWEST_MINOR + 1)]
    for name in names:
        path = shutil.which(name)
        said = path and subprocess.run([path, "-c", "import sys; print(sys.version_info[:2])"],
                                       capture_output=True, text=True, timeout=DEADLINE)
        if said and said.returncode == 0:
            found.setdefault(said.stdout.strip(), path)
    return found


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        subprocess.run([sys.executable, "setup.py", "-q", "egg_info", "-e", cls.folder,
                        "bdist_wheel", "-b", cls.folder / "build", "-d", cls.folder],
                       cwd=ROOT / "clients/python", check=True, timeout=DEADLINE,
                       capture_output=True)
        (cls.wheel,) = cls.folder.glob("*.whl")
        cls.site = cls.folder / "site"
        with zipfile.ZipFile(cls.wheel) as wheel:
            wheel.extractall(cls.site)
        (metadata,) = cls.site.glob("*.dist-info/METADATA")
        cls.metadata = metadata.read_text()

    def test_it_is_for_every_python_from_3_9_and_every_system(self):
        self.assertTrue(self.wheel.name.endswith("-py3-none-any.whl"))
        self.assertIn("Requires-Python: >=3.9\n", self.metadata)
        for name in ("kinesphere_pb2.py", "kinesphere_pb2.pyi", "kinesphere/py.typed",
                     "kinesphere/aio.py", "kinesphere/aio.pyi"):
            self.assertTrue((self.site / name).exists(), name)

    def test_it_runs_under_every_python_that_is_here(self):
        import google.protobuf
        protobuf = pathlib.Path(google.protobuf.__file__).parents[2]
        for version, python in pythons().items():
            with self.subTest(version), tempfile.TemporaryDirectory() as beside:
                os.symlink(protobuf / "google", pathlib.Path(beside, "google"))
                # Debian's protobuf is compiled for one Python alone, and written in Python too.
                environment = os.environ | {"PYTHONPATH": f"{self.site}:{beside}",
                                            "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": "python"}
                run = subprocess.run([python, "-W", "ignore", "-c", PROGRAM], text=True,
                                     capture_output=True, env=environment, timeout=DEADLINE,
                                     cwd=beside)
                self.assertEqual(0, run.returncode, run.stderr)
                self.assertIn(str(self.site), run.stdout)
                print(" ".join(run.stdout.split()[:4]))

    def test_its_messages_ask_for_no_newer_protobuf_than_it_says(self):
        """Of google.protobuf they take what is in 3.20 and in all that came after it."""
        messages = (self.site / "kinesphere_pb2.py").read_text()
        needs = re.search(r"Requires-Dist: protobuf ?\(?([^)\n]*)", self.metadata).group(1)
        self.assertEqual({">=3.20", "<6"} if "runtime_version" not in messages else set(),
                         set(needs.split(",")) & {">=3.20", "<6"}, needs)
        if "runtime_version" not in messages:
            self.assertEqual({"BuildMessageAndEnumDescriptors", "BuildTopDescriptorsAndMessages"},
                             set(re.findall(r"_builder\.(\w+)", messages)))


class Requirement(unittest.TestCase):
    def test_what_protobuf_the_messages_of_a_protoc_need(self):
        with mock.patch.object(sys, "path", [str(ROOT / "clients/python"), *sys.path]):
            import setup
        self.assertEqual("protobuf>=3.20,<6", setup.protobuf_for((3, 20)))
        self.assertEqual("protobuf>=3.20,<6", setup.protobuf_for((3, 21)))
        self.assertEqual("protobuf>=3.20,<6", setup.protobuf_for((25, 1)))
        self.assertEqual("protobuf>=5.26", setup.protobuf_for((26, 1)).rpartition(".")[0])
        self.assertEqual("protobuf>=6.30", setup.protobuf_for((30, 0)).rpartition(".")[0])
        with self.assertRaises(SystemExit):
            setup.protobuf_for((3, 19))


if __name__ == "__main__":
    unittest.main()
