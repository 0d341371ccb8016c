"""Runs what README.md and the other pages tell people to type, and compares the code they show.

    ```sh            is run, from a folder that has the repository's files, beside a server
    ```sh by-hand    is not, for it installs, builds or tests; only the commands of BY_HAND may
    ```python PATH   is the text of that file, which other tests run (likewise cpp)
    ```python        is run as it stands; likewise js, which must be refused nothing
    ```xml           is a script that `kinesphere check` has nothing to say against
    ```toml          has options of `kinesphere serve`
"""

import array
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest
import wave

from server import Server

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", "clients/python/README.md", "clients/js/README.md",
         "deploy/README.md", "docs/experiments.md", "docs/live.md", "docs/muscles.md",
         "docs/operating.md", "docs/own.md", "docs/sharing.md", "docs/streaming.md",
         "docs/tension.md", "protocol/README.md")
ADDRESS = "127.0.0.1:7730"  # what the pages say; the test's server listens elsewhere
DEADLINE = 120

BY_HAND = ("kinesphere serve --log session.jsonl",
           "mkdir -p kept", "kinesphere serve --tenants tenants --scene hall ",
           "kinesphere serve --character ada --character ben --scene hall", "script/server",
           "script/test", "script/build", "script/format", "export PATH=",
           "KINE_UPDATE_GOLDEN=1 ctest", "ctest", "build/release/tests/", "python3 -m venv",
           "/usr/bin/python3 -m pip wheel", "~/agent/bin/pip install", "npm install",
           "script/package", "sudo apt-get install ./build/", "sudo tests/deploy/fresh_root ",
           "sudo install ", "sudo systemctl ",
           "head -c 24 /dev/urandom |", "tr -d '\\n' < token | sha256sum", "docker ", "kubectl ",
           "deploy/kubernetes/pod ", "podman ", "curl -s http://127.0.0.1:7731/",
           "kinesphere probe --token-file token", "kinesphere serve --listen 0.0.0.0:7730",
           "journalctl -u kinesphere", "kinesphere forget ", "openssl req -x509 ", "  -")

# `kinesphere play` and `record` find the test's server; everything else is as it is.
PROGRAM = """#!/bin/sh
case "$1" in play | record | join | leave) set -- "$@" --server "$KINE_TEST_SERVER" ;; esac
exec "$KINE_PROGRAM" "$@"
"""


def blocks(page):
    """The fenced blocks of a page: (line, what stands behind the fence, text)."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for match in re.finditer(r"^```([^\n]*)\n(.*?)^```$", text, re.M | re.S):
        yield text.count("\n", 0, match.start()) + 1, match.group(1).strip(), match.group(2)


def write_hum(path):
    """A voice that hums four times in two seconds, as a recording."""
    rate_hz = 16_000
    levels = (math.sin(math.pi * 2 * at / rate_hz) ** 2 for at in range(2 * rate_hz))
    hum = array.array("h", (round(9_000 * level * math.sin(2 * math.pi * 150 * at / rate_hz))
                            for at, level in enumerate(levels)))
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes(hum.tobytes())


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        log = folder / "session.jsonl"
        cls.server = cls.enterClassContext(Server("--recordings", str(folder), "--log", str(log)))
        program = folder / "bin" / "kinesphere"
        program.parent.mkdir()
        program.write_text(PROGRAM)
        program.chmod(0o755)
        cls.folder = folder / "tree"
        cls.folder.mkdir()
        for entry in ("clients", "deploy", "docs", "protocol", "schemas", "script"):
            (cls.folder / entry).symlink_to(ROOT / entry)
        (cls.folder / "session.jsonl").symlink_to(log)
        write_hum(cls.folder / "talk.wav")
        modules = cls.folder / "node_modules"
        modules.mkdir()
        (modules / "kinesphere").symlink_to(ROOT / "clients" / "js")
        cls.environment = os.environ | {"KINE_TEST_SERVER": cls.server.address,
                                        "PATH": f"{program.parent}:{os.environ['PATH']}"}

    def run_block(self, command, text):
        """Runs it as a person would, who types it beside a running server."""
        run = subprocess.run([*command, text.replace(ADDRESS, self.server.address)],
                             cwd=self.folder, env=self.environment, text=True,
                             capture_output=True, timeout=DEADLINE, check=False)
        self.assertEqual(0, run.returncode, run.stdout + run.stderr)
        return run.stdout

    def check_block(self, language, text):
        kind, _, rest = language.partition(" ")
        if language == "sh by-hand":
            for line in text.splitlines():
                self.assertTrue(line.startswith(BY_HAND), f"is not to be run by hand: {line}")
        elif rest:
            self.assertEqual((ROOT / rest).read_text(encoding="utf-8"), text)
        elif kind == "sh":
            self.run_block(["bash", "-eu", "-o", "pipefail", "-c"], text)
        elif kind == "python":
            self.run_block([sys.executable, "-c"], text)
        elif kind == "js":
            said = self.run_block([ROOT / "script/node", "node", "--input-type=module", "-e"], text)
            self.assertNotRegex(said, r"\b(undefined|refused|problem)\b")
        elif kind == "toml":
            known = self.run_block(["sh", "-c"], "kinesphere serve --help")
            for name in tomllib.loads(text):
                self.assertTrue(name == "limits" or f"--{name} " in known, name)
        elif kind == "xml":
            self.run_block(["sh", "-c"], f"kinesphere check - <<'END'\n{text}\nEND\n")
        else:
            self.assertEqual("text", kind, "a block of a kind that no test knows")

    def test_every_block_does_what_the_page_says(self):
        for page in PAGES:
            for line, language, text in blocks(page):
                with self.subTest(f"{page}:{line}"):
                    self.check_block(language, text)

    def test_pages_have_blocks_that_are_run(self):
        run = [language for page in PAGES for _, language, _ in blocks(page)]
        for language in ("sh", "python", "js", "xml"):
            self.assertIn(language, run)


if __name__ == "__main__":
    unittest.main()
