"""What goes into an image: the list of packages, the size, and that nothing of the machine is left
to be found at its start. Of the program of the build that KINE_BUILD names."""

import json
import os
import pathlib
import re
import stat
import subprocess
import tempfile
import unittest

from cyclonedx import faults_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("KINE_BUILD", ROOT / "build/release"))
BYTES_MAX = 90_000_000
# What else may lie in the image than libraries and the data of espeak.
OURS = re.compile(
    r"usr/bin/kinesphere(-espeak)?|usr/share/kinesphere/(synthetic-v1\.kinemodel|sbom\.cdx\.json)|"
    r"usr/share/doc/[^/]+/copyright|usr/share/common-licenses/[\w.-]+")
LIBRARY = re.compile(r"(usr/lib/[\w-]+/(pulseaudio/)?[\w+.-]+\.so[\w.]*|lib\w*/ld-linux[\w.-]+)")


def collect(root, *arguments):
    run = subprocess.run([ROOT / "docker/collect", root, *arguments], capture_output=True,
                         text=True, env=os.environ | {"KINE_BUILD": str(BUILD)}, check=False)
    assert run.returncode == 0, run.stderr


@unittest.skipUnless((BUILD / "server/kinesphere").is_file(), f"no program in {BUILD}")
class Image(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "image"
        collect(cls.root, "whole")
        cls.files = sorted(path for path in cls.root.rglob("*") if not path.is_dir())
        cls.bill = json.loads((cls.root / "usr/share/kinesphere/sbom.cdx.json").read_text())

    def packages(self, how):
        found = set()
        for component in self.bill["components"]:
            properties = {each["name"]: each["value"] for each in component["properties"]}
            if properties["kinesphere:how"] == how:
                found.add(component["name"])
        return found

    def test_it_has_files_of_the_packages_on_the_list(self):
        listed = (ROOT / "deploy/container/packages.txt").read_text().split()
        self.assertEqual(sorted(set(listed)), listed)
        self.assertEqual(set(listed), self.packages("files"))

    def test_it_has_nothing_else(self):
        for path in self.files:
            name = str(path.relative_to(self.root))
            self.assertTrue(OURS.fullmatch(name) or LIBRARY.fullmatch(name)
                            or "/espeak-ng-data/" in name, name)

    def test_it_is_small(self):
        size = sum(path.lstat().st_size for path in self.files)
        print(f"collect: {size / 1e6:.1f} MB, at most {BYTES_MAX / 1e6:.0f}")
        self.assertLessEqual(size, BYTES_MAX)

    def test_everybody_can_read_it_and_nobody_has_it_run_as_another(self):
        for path in self.root.rglob("*"):
            mode = path.lstat().st_mode
            if stat.S_ISLNK(mode):
                continue
            self.assertFalse(mode & (stat.S_ISUID | stat.S_ISGID | stat.S_IWGRP | stat.S_IWOTH),
                             path)
            self.assertTrue(mode & stat.S_IROTH, path)

    def test_its_programs_find_every_library_within_it(self):
        loader = next(self.root.glob("lib*/ld-linux*"))
        libraries = ":".join(sorted({str(path.parent) for path in self.files
                                     if ".so" in path.name}))
        for program in ("kinesphere", "kinesphere-espeak"):
            run = subprocess.run(
                [loader, "--inhibit-cache", "--library-path", libraries, "--list",
                 self.root / "usr/bin" / program], capture_output=True, text=True, check=True)
            found = re.findall(r"=> (\S+)", run.stdout)
            self.assertGreater(len(found), 5)
            for path in found:
                if "/ld-linux" not in path:
                    self.assertTrue(path.startswith(str(self.root)), path)
            self.assertNotIn("not found", run.stdout)

    def test_its_bill_keeps_to_the_specification(self):
        self.assertEqual([], list(faults_of(self.bill)))

    def test_its_bill_knows_what_has_no_file_of_its_own(self):
        # server/ includes Asio, CLI11 and toml11, which are headers alone; the page draws by three.
        self.assertLessEqual({"libboost1.81-dev", "libcli11-dev", "libtoml11-dev"},
                             self.packages("compiled in"))
        self.assertIn("three", self.packages("in the page"))
        self.assertFalse({"catch2", "typescript", "libspdlog-dev"} & self.packages("compiled in"))

    def test_each_package_has_its_notice(self):
        for package in self.packages("files") | self.packages("compiled in"):
            notice = self.root / "usr/share/doc" / package / "copyright"
            self.assertTrue(notice.is_file(), package)

    def test_onto_a_base_it_brings_no_libraries_of_c_and_none_of_their_packages(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder) / "image"
            collect(root)
            names = {path.name for path in root.rglob("*.so*")}
            bill = json.loads((root / "usr/share/kinesphere/sbom.cdx.json").read_text())
        self.assertIn("libprotobuf.so.32", names)
        self.assertFalse({"libc.so.6", "libstdc++.so.6", "ld-linux-x86-64.so.2"} & names)
        self.assertFalse({"libc6", "libstdc++6"} & {part["name"] for part in bill["components"]})


if __name__ == "__main__":
    unittest.main()
