"""What packages of Debian say of files: whose they are, which version, under which licence."""

import pathlib
import re
import subprocess

DOCUMENTS = pathlib.Path("/usr/share/doc")
PATHS_A_CALL = 500

# Debian's short names of licences, and those of SPDX.
SPDX = {
    "AFL-2.1": "AFL-2.1",
    "Apache-2.0": "Apache-2.0",
    "BSD-2-Clause": "BSD-2-Clause",
    "BSD-2-clause": "BSD-2-Clause",
    "BSD-3": "BSD-3-Clause",
    "BSD-3-Clause": "BSD-3-Clause",
    "BSD-3-Clause~Google": "BSD-3-Clause",
    "BSD-3-clause": "BSD-3-Clause",
    "BSL-1": "BSL-1.0",
    "BSL-1.0": "BSL-1.0",
    "Expat": "MIT",
    "GPL-2": "GPL-2.0-only",
    "GPL-2+": "GPL-2.0-or-later",
    "GPL-3+": "GPL-3.0-or-later",
    "LGPL-2+": "LGPL-2.0-or-later",
    "LGPL-2.1": "LGPL-2.1-only",
    "LGPL-2.1+": "LGPL-2.1-or-later",
    "LPGL-2.1+": "LGPL-2.1-or-later",  # so it stands in libasound2
    "MIT": "MIT",
    "MPL-2": "MPL-2.0",
    "MPL-2.0": "MPL-2.0",
    "Qhull": "Qhull",
    "Zlib": "Zlib",
    "libpng": "Libpng",
    "zlib/libpng": "Zlib",
}

# What people have read in copyright files that no program can: by source package.
READ = {
    "espeak-ng": "GPL-3.0-or-later",
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
    "libgcrypt20": "LGPL-2.1-or-later",
    "linux": "GPL-2.0-only WITH Linux-syscall-note",
    "sonic": "Apache-2.0",
}


def query(*arguments):
    """What dpkg-query prints; it ends with 1 where it does not know one of several things."""
    run = subprocess.run(["dpkg-query", *arguments], capture_output=True, text=True, check=False)
    return run.stdout


def spellings(path):
    """A file below /usr may stand in its package as it was before /usr had everything."""
    yield path
    if re.match(r"/usr/(lib|bin|sbin)", path):
        yield path.removeprefix("/usr")


def owners_of(paths):
    """Path → the package that it is of; a path without an owner is left out."""
    spelt = {spelling: path for path in paths for spelling in spellings(path)}
    owners = {}
    names = sorted(spelt)
    for start in range(0, len(names), PATHS_A_CALL):
        for line in query("-S", *names[start:start + PATHS_A_CALL]).splitlines():
            package, _, path = line.partition(": ")
            if path in spelt and not package.startswith("diversion by"):
                owners[spelt[path]] = package.split(",")[0].split(":")[0]
    return owners


def versions_of(packages):
    """Package → (version, source package, architecture)."""
    form = "${Package}\t${Version}\t${source:Package}\t${Architecture}\n"
    rows = (line.split("\t") for line in query("-W", "-f", form, *sorted(packages)).splitlines())
    return {row[0]: tuple(row[1:]) for row in rows}


def copyright_file(package):
    return DOCUMENTS / package / "copyright"


def paragraphs(text):
    """The paragraphs of a machine-readable copyright file, each as field → value."""
    for part in re.split(r"\n\s*\n", text):
        fields = re.findall(r"^([A-Za-z-]+):[ \t]*(.*(?:\n[ \t].*)*)", part, re.M)
        if fields:
            yield {name.lower(): value for name, value in fields}


def short_name(text):
    """What a copyright file says of all files that nothing else is said of; empty: nothing."""
    if not re.match(r"\s*Format(-Specification)?:", text, re.I):
        return ""
    for paragraph in paragraphs(text):
        if "*" in paragraph.get("files", "").split():
            return paragraph.get("license", "").split("\n")[0].strip()
    return ""


def spdx_of(name):
    """An expression of SPDX; empty where a part of it has no name there, or could be read in two
    ways."""
    for word, operator in (("or", " OR "), ("and", " AND ")):
        parts = [SPDX.get(part) for part in re.split(rf"\s+{word}\s+", name)]
        if all(parts):
            return operator.join(dict.fromkeys(parts))
    return ""


def licence_of(source, text):
    """As CycloneDX has it: an expression of SPDX, else the name by which Debian calls it."""
    name = short_name(text)
    expression = READ.get(source) or spdx_of(name)
    if expression:
        return {"expression": expression}
    return {"license": {"name": name or "as its copyright file says"}}
