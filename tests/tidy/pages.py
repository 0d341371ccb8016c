"""Pages that are made of the tables here: docs/layers.md and docs/libraries.md."""

import json
import re

from layers import LAYERS
from libraries import DEBIAN, NPM, names_of
from source import Finding

WRITE = "type: tests/tidy/tidy.py --write"

# What has a row for the check alone: the standard's own headers of the system.
_UNNAMED = {"POSIX", "mman"}

_LAYERS_HEAD = """\
# Layers

`tests/tidy/tidy.py --write` makes this page of [layers.py](../tests/tidy/layers.py); do not edit.

A folder may include the folders and headers of its row, itself, and `realizer/core`. Its row names
only folders of rows above it, so no two include each other. The test `tidy` reads every `#include`
and names the line to change. Protobuf never enters the realizer. Boost is for the server and the
C++ client alone.

| folder | may include | libraries |
|---|---|---|
"""

_LIBRARIES_HEAD = """\
# Libraries

`tests/tidy/tidy.py --write` makes this page of [libraries.py](../tests/tidy/libraries.py); do not
edit.

The packages are those of Debian 12; `script/setup` installs them. [layers.md](layers.md) says which
module may use which library.

| package | version | why it is here |
|---|---|---|
"""

_NPM_HEAD = """
These come from npm, at the versions of each `package-lock.json`. Nothing of them runs in the
server.

| package | why it is here |
|---|---|
"""


def pages():
    return {"docs/layers.md": layers_page(), "docs/libraries.md": libraries_page()}


def layers_page():
    rows = []
    for module, (allowed, libraries) in LAYERS.items():
        may = ", ".join(f"`{name}`" for name in allowed.split()) or "–"
        named = ", ".join(name for name in libraries.split() if name not in _UNNAMED) or "–"
        rows.append(f"| `{module}` | {may} | {named} |\n")
    return _LAYERS_HEAD + "".join(rows)


def libraries_page():
    debian = "".join(f"| {' | '.join(row)} |\n".replace("|  |", "| |") for row in DEBIAN)
    npm = "".join(f"| {' | '.join(row)} |\n" for row in NPM)
    return _LIBRARIES_HEAD + debian + _NPM_HEAD + npm


def check_pages(tree):
    for path, text in pages().items():
        if tree.get(path) != text:
            yield Finding(path, 1, f"is not what its table says; {WRITE}")
    yield from unexplained(tree, "script/setup", names_in_setup, names_of(DEBIAN))
    for path in tree:
        if path.startswith("clients/") and path.endswith("/package.json"):
            yield from unexplained(tree, path, names_in_package, names_of(NPM))


def unexplained(tree, path, names_in, known):
    for name in sorted(names_in(tree.get(path, "")) - known):
        yield Finding(path, 1, f"{name} has no row in tests/tidy/libraries.py")


def names_in_setup(text):
    """The packages that a script/setup asks for, in each packages="…"."""
    return {name for found in re.findall(r'\bpackages="([^"]*)"', text)
            for name in found.split() if not name.startswith("$")}


def names_in_package(text):
    """What a package.json needs from elsewhere: not what lies in this tree."""
    package = json.loads(text)
    needed = package.get("dependencies", {}) | package.get("devDependencies", {})
    return {name for name, version in needed.items() if not version.startswith("file:")}
