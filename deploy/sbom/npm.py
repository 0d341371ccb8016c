"""What of npm is in the page of the program: the packages that its lockfile names for more than
building and testing."""

import json
import pathlib

VIEWER = pathlib.Path("clients/viewer")


def packages_of(lock):
    """(name, version, licence) of each package that the page is made of."""
    for path, package in sorted(json.loads(lock)["packages"].items()):
        _, _, name = path.rpartition("node_modules/")
        if path.startswith("node_modules/") and not package.get("dev") and not package.get("link"):
            yield name, package["version"], package["license"].strip("()")


def licence_file(root, name):
    """Where it is installed: its own licence text, if it has one."""
    folder = root / VIEWER / "node_modules" / name
    found = sorted(path for path in folder.glob("*")
                   if path.stem.lower() in ("license", "licence") and path.is_file())
    return found[0] if found else None
