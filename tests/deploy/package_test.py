"""What is in the Debian package, of the program of the build that KINE_BUILD names: it is unpacked,
not installed. fresh_root beside this installs it, by hand."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("KINE_BUILD", ROOT / "build/release"))
SCRIPTS = ("postinst", "prerm", "postrm")
WANTED = {
    "etc/kinesphere/kinesphere.toml",
    "lib/systemd/system/kinesphere.service",
    "usr/bin/kinesphere",
    "usr/lib/sysusers.d/kinesphere.conf",
    "usr/lib/tmpfiles.d/kinesphere.conf",
    "usr/share/doc/kinesphere/CHANGELOG.md.gz",
    "usr/share/doc/kinesphere/changelog.gz",
    "usr/share/doc/kinesphere/copyright",
    "usr/share/doc/kinesphere/sbom.cdx.json",
    "usr/share/man/man1/kinesphere.1.gz",
}
PERSON = "A Person (R&D / Lab) <person@lab.example>"
WHERE_BUILT = {  # with the voice espeak, and with a voice to learn from
    "usr/bin/kinesphere-espeak",
    "usr/share/kinesphere/synthetic-v1.kinemodel",
    "usr/share/man/man1/kinesphere-espeak.1.gz",
}


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


class Scripts(unittest.TestCase):
    def test_the_shell_understands_them(self):
        for name in SCRIPTS:
            run("sh", "-n", ROOT / "deploy/debian" / name)

    def test_they_end_at_the_first_fault(self):
        for name in SCRIPTS:
            self.assertIn("\nset -e\n", (ROOT / "deploy/debian" / name).read_text(), name)


@unittest.skipUnless((BUILD / "server/kinesphere").is_file(), f"no program in {BUILD}")
class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        # Packing it small takes ten times as long as all else here.
        environment = os.environ | {"DPKG_DEB_COMPRESSOR_LEVEL": "0",
                                    "SOURCE_DATE_EPOCH": "1700000000",
                                    "KINE_MAINTAINER": PERSON}
        cls.package = run(ROOT / "deploy/debian/make", BUILD, folder, env=environment).strip()
        cls.root = folder / "root"
        run("dpkg-deb", "--raw-extract", cls.package, cls.root)
        cls.files = {str(path.relative_to(cls.root)) for path in cls.root.rglob("*")
                     if path.is_symlink() or path.is_file()}

    def field(self, name):
        return run("dpkg-deb", "--field", self.package, name).strip()

    def test_its_name_has_the_version_and_the_machine(self):
        version = re.search(r"project\(kinesphere VERSION (\S+)",
                            (ROOT / "CMakeLists.txt").read_text()).group(1)
        machine = run("dpkg", "--print-architecture").strip()
        self.assertEqual(f"kinesphere_{version}_{machine}.deb", pathlib.Path(self.package).name)
        self.assertEqual((version, machine), (self.field("Version"), self.field("Architecture")))
        self.assertEqual(PERSON, self.field("Maintainer"))

    def test_it_has_what_a_server_needs_and_nothing_else(self):
        others = {path for path in self.files
                  if not path.startswith(("DEBIAN/", "usr/share/doc/kinesphere/notices/"))}
        self.assertLessEqual(WANTED, others)
        self.assertLessEqual(others, WANTED | WHERE_BUILT)

    def test_everything_is_roots_and_nothing_runs_as_another(self):
        for line in run("dpkg-deb", "--contents", self.package).splitlines():
            self.assertRegex(line, r"^(d|-|l)rw[xst-]r[w-][x-]r[w-][x-] root/root ")
            if not line.startswith("l"):
                self.assertRegex(line, r"^.rw[x-]r-[x-]r-[x-] ")

    def test_the_program_needs_its_libraries_and_only_recommends_those_of_espeak(self):
        self.assertRegex(self.field("Depends"), r"\blibc6 \(>= .*\blibmujoco.*\blibprotobuf32\b")
        self.assertIn("systemd", self.field("Depends"))
        self.assertNotIn("espeak", self.field("Depends"))
        if "usr/bin/kinesphere-espeak" in self.files:
            self.assertIn("libespeak-ng1", self.field("Recommends"))

    def test_what_an_operator_changed_stays(self):
        self.assertEqual("/etc/kinesphere/kinesphere.toml\n",
                         (self.root / "DEBIAN/conffiles").read_text())

    def test_its_sums_are_those_of_its_files(self):
        sums = {}
        for line in (self.root / "DEBIAN/md5sums").read_text().splitlines():
            number, _, path = line.partition("  ")
            sums[path] = number
        real = {path: hashlib.md5((self.root / path).read_bytes()).hexdigest()
                for path in self.files
                if not path.startswith("DEBIAN/") and not (self.root / path).is_symlink()}
        self.assertEqual(real, sums)

    def test_the_program_in_it_runs_and_takes_the_options_in_it(self):
        program = self.root / "usr/bin/kinesphere"
        self.assertIn(self.field("Version"), run(program, "--version"))
        run(program, "serve", "--config", self.root / "etc/kinesphere/kinesphere.toml",
            "--check-config")

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed")
    def test_lintian_finds_no_error(self):
        judged = subprocess.run(["lintian", "--fail-on=error", "--tag-display-limit=0",
                                 self.package], capture_output=True, text=True, check=False)
        self.assertEqual(0, judged.returncode, judged.stdout + judged.stderr)


if __name__ == "__main__":
    unittest.main()
