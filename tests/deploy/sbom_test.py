"""What deploy/sbom writes: whose files there are, in CycloneDX."""

import copy
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from cyclonedx import faults_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "deploy" / "sbom"))
import debian  # noqa: E402
import npm  # noqa: E402
import sbom  # noqa: E402

LIBRARIES = {"libc.so.6": "libc6", "libz.so.1": "zlib1g"}
TIME = 1_700_000_000  # 2023-11-14T22:13:20Z


def installed_library(name):
    found = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True)
    line = next(line for line in found.stdout.splitlines() if line.strip().startswith(name + " "))
    return pathlib.Path(line.split(" => ")[1])


def version_of(package):
    run = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True,
                         text=True, check=True)
    return run.stdout


class Folder(unittest.TestCase):
    """A folder with two libraries of Debian and something that is called like our program."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.root = self.folder / "root"
        for name in LIBRARIES:
            source = installed_library(name)
            target = self.root / "usr" / str(source).removeprefix("/").removeprefix("usr/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        program = self.root / "usr/bin/kinesphere"
        program.parent.mkdir(parents=True)
        program.write_bytes(b"a program")

    def run_sbom(self, *options):
        command = [ROOT / "deploy/sbom/sbom.py", self.root, *options, "-o", self.folder / "s.json"]
        environment = os.environ | {"SOURCE_DATE_EPOCH": str(TIME)}
        return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)

    def bill(self, *options):
        run = self.run_sbom(*options)
        self.assertEqual(0, run.returncode, run.stderr)
        return json.loads((self.folder / "s.json").read_text())

    def test_it_keeps_to_the_specification(self):
        self.assertEqual([], list(faults_of(self.bill())))

    def test_it_names_the_packages_whose_files_are_there_in_their_versions(self):
        found = {part["name"]: part["version"] for part in self.bill()["components"]}
        self.assertEqual({name: version_of(name) for name in LIBRARIES.values()}, found)

    def test_it_says_when_and_of_which_program(self):
        bill = self.bill()
        self.assertEqual("2023-11-14T22:13:20Z", bill["metadata"]["timestamp"])
        self.assertEqual(hashlib.sha256(b"a program").hexdigest(),
                         bill["metadata"]["component"]["hashes"][0]["content"])

    def test_the_same_contents_give_the_same_bill_and_others_another_number(self):
        bill = self.bill()
        self.assertEqual(bill, self.bill())
        (self.root / "usr/bin/kinesphere").write_bytes(b"another program")
        self.assertNotEqual(bill["serialNumber"], self.bill()["serialNumber"])

    def test_a_file_that_is_nobodys_is_an_error_that_names_it(self):
        (self.root / "usr/bin/stray").write_text("")
        run = self.run_sbom()
        self.assertEqual(1, run.returncode)
        self.assertIn("'/usr/bin/stray'", run.stderr)

    def test_notices_are_the_copyright_files_of_its_packages(self):
        self.bill("--notices", self.folder / "notices")
        for package in LIBRARIES.values():
            self.assertEqual(pathlib.Path("/usr/share/doc", package, "copyright").read_bytes(),
                             (self.folder / "notices" / package / "copyright").read_bytes())

    def test_the_rules_find_what_is_wrong(self):
        good = self.bill()

        def spoilt(change):
            bill = copy.deepcopy(good)
            change(bill)
            return list(faults_of(bill))

        first = good["components"][0]["bom-ref"]
        for change in (lambda bill: bill.pop("bomFormat"),
                       lambda bill: bill.update(version=0),
                       lambda bill: bill.update(serialNumber="1"),
                       lambda bill: bill.update(colour="red"),
                       lambda bill: bill["metadata"].update(timestamp="today"),
                       lambda bill: bill["components"][0].pop("type"),
                       lambda bill: bill["components"][0].update(name=""),
                       lambda bill: bill["components"][0].update(type="thing"),
                       lambda bill: bill["components"][0]["licenses"].append({"expression": "MIT"}),
                       lambda bill: bill["components"][0].update(licenses=[{"license": {}}]),
                       lambda bill: bill["components"][1].update({"bom-ref": first}),
                       lambda bill: bill["dependencies"][0]["dependsOn"].append("nothing")):
            self.assertTrue(spoilt(change))


class Licences(unittest.TestCase):
    def licence(self, text, source="some"):
        return debian.licence_of(source, text)

    def test_what_holds_for_all_files_is_the_licence(self):
        text = ("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n"
                "Files:\n *\nCopyright: A\nLicense: Expat\n Text.\n\n"
                "Files: debian/*\nCopyright: B\nLicense: GPL-2+\n")
        self.assertEqual({"expression": "MIT"}, self.licence(text))

    def test_a_choice_is_an_expression_of_spdx(self):
        self.assertEqual("GPL-2.0-or-later OR LGPL-2.1-or-later",
                         debian.spdx_of("GPL-2+ or LGPL-2.1+"))
        self.assertEqual("MIT AND BSL-1.0", debian.spdx_of("Expat and BSL-1"))

    def test_what_could_be_read_in_two_ways_keeps_its_name(self):
        name = "GPL-2+ or AFL-2.1, and Expat"
        self.assertEqual({"license": {"name": name}},
                         self.licence(f"Format: f\n\nFiles: *\nLicense: {name}\n"))

    def test_a_file_for_people_alone_is_what_people_have_read_in_it(self):
        self.assertEqual({"expression": "LGPL-2.1-or-later"}, self.licence("Text.", "glibc"))
        self.assertEqual({"license": {"name": "as its copyright file says"}}, self.licence("Text."))


class Parts(unittest.TestCase):
    def test_headers_are_those_of_objects_of_the_program_that_hold(self):
        deps = ("server/a.o: #deps 2, deps mtime 1 (VALID)\n    ../../server/a.h\n"
                "    /usr/include/b/../c.h\n\n"
                "server/old.o: #deps 1, deps mtime 1 (STALE)\n    /usr/include/old.h\n\n"
                "tests/t.o: #deps 1, deps mtime 1 (VALID)\n    /usr/include/t.h\n\n")
        self.assertEqual({"/usr/include/c.h"}, sbom.headers_of(deps))

    def test_packages_of_npm_are_those_that_are_no_tools(self):
        lock = {"packages": {"": {}, "../js": {"version": "1"},
                             "node_modules/three": {"version": "0.1.2", "license": "MIT"},
                             "node_modules/@a/b": {"version": "2", "license": "(MIT AND ISC)"},
                             "node_modules/tool": {"version": "3", "license": "MIT", "dev": True},
                             "node_modules/kinesphere": {"resolved": "../js", "link": True}}}
        self.assertEqual([("@a/b", "2", "MIT AND ISC"), ("three", "0.1.2", "MIT")],
                         list(npm.packages_of(json.dumps(lock))))

    def test_signs_of_versions_are_written_as_a_url_has_them(self):
        self.assertEqual("pkg:deb/debian/a@1%3A2%2Bdeb12u1?arch=amd64",
                         sbom.purl("deb/debian", "a", "1:2+deb12u1", "?arch=amd64"))
        self.assertEqual("pkg:npm/%40a/b@1.0", sbom.purl("npm", "@a/b", "1.0"))


if __name__ == "__main__":
    unittest.main()
