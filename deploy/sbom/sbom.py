#!/usr/bin/python3
"""Writes what a folder is made of, as CycloneDX 1.4 in JSON: our program and what is around it.

    deploy/sbom/sbom.py FOLDER [--build BUILD] [--notices FOLDER] -o FILE

Each file of FOLDER is one of ours or one of a package of Debian that is installed here; any other
is an error. With --build come the packages whose headers were compiled into the program of that
build, and the packages of npm in its page. --notices copies the copyright files of all of them.
SOURCE_DATE_EPOCH is its time, where it is set.
"""

import argparse
import datetime
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse
import uuid

import debian
import npm

ROOT = pathlib.Path(__file__).resolve().parents[2]
LICENCE = "Apache-2.0"
OURS = ("usr/bin/kinesphere", "usr/bin/kinesphere-espeak", "usr/share/kinesphere/*",
        "etc/passwd", "etc/group", "etc/nsswitch.conf")
PROGRAM = "usr/bin/kinesphere"
# Whose objects are linked into the program.
PARTS = ("server/", "realizer/", "protocol/", "schemas/", "clients/cpp/")


def version_of_ours():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(kinesphere VERSION (\S+)", text).group(1)


def files_of(folder):
    """Its files, and the links to files, as paths from it."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*")
                  if path.is_symlink() or path.is_file())


def is_ours(path):
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in OURS)


def packages_of_files(folder):
    """Package → its files in the folder, as paths of the machine."""
    paths = ["/" + path for path in files_of(folder) if not is_ours(path)]
    owners = debian.owners_of(paths)
    packages = {}
    for path in paths:
        if path not in owners:
            sys.exit(f"sbom.py: no package has this file, and it is not ours: '{path}'")
        packages.setdefault(owners[path], []).append(path)
    return packages


def headers_of(deps):
    """The headers of the system that the objects of the program were made of, as `ninja -t deps`
    prints it."""
    headers, wanted = set(), False
    for line in deps.splitlines():
        if line.startswith("    "):
            path = line.strip()
            if wanted and path.startswith("/usr/"):
                headers.add(os.path.normpath(path))
        elif line:
            wanted = line.startswith(PARTS) and line.endswith("(VALID)")
    return headers


def packages_of_headers(build):
    run = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True,
                         check=True)
    return set(debian.owners_of(sorted(headers_of(run.stdout))).values())


def purl(kind, name, version, qualifiers=""):
    version = urllib.parse.quote(version, safe="")
    return f"pkg:{kind}/{urllib.parse.quote(name)}@{version}{qualifiers}"


def debian_component(package, facts, how, files=()):
    version, source, architecture = facts
    notice = debian.copyright_file(package)
    text = notice.read_text(encoding="utf-8", errors="replace") if notice.is_file() else ""
    reference = purl("deb/debian", package, version, f"?arch={architecture}&distro=debian-12")
    properties = [("how", how), ("source", source), *(("file", path) for path in files)]
    return {
        "type": "library",
        "bom-ref": reference,
        "name": package,
        "version": version,
        "licenses": [debian.licence_of(source, text)],
        "purl": reference,
        "properties": [{"name": f"kinesphere:{name}", "value": value}
                       for name, value in properties],
    }


def npm_component(name, version, licence):
    reference = purl("npm", name, version)
    return {
        "type": "library",
        "bom-ref": reference,
        "name": name,
        "version": version,
        "licenses": [{"expression": licence}],
        "purl": reference,
        "properties": [{"name": "kinesphere:how", "value": "in the page"}],
    }


def debian_components(folder, build):
    """The packages whose files are here, and those that are here in our program alone: a library
    whose file is here does not count twice for its headers."""
    files = packages_of_files(folder)
    headers = packages_of_headers(build) if build else set()
    facts = debian.versions_of({*files, *headers})
    sources = {facts[package][1] for package in files}
    for package in sorted(files):
        yield debian_component(package, facts[package], "files", sorted(files[package]))
    for package in sorted(headers - set(files)):
        if facts[package][1] not in sources:
            yield debian_component(package, facts[package], "compiled in")


def our_component(folder):
    program = folder / PROGRAM
    return {
        "type": "application",
        "bom-ref": "kinesphere",
        "name": "kinesphere",
        "version": version_of_ours(),
        "licenses": [{"license": {"id": LICENCE}}],
        "hashes": [{"alg": "SHA-256",
                    "content": hashlib.sha256(program.read_bytes()).hexdigest()}],
    }


def time_now():
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    now = (datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc) if seconds
           else datetime.datetime.now(datetime.timezone.utc))
    return now.strftime("%Y-%m-%dT%H:%M:%SZ")


def bill_of(folder, build):
    components = list(debian_components(folder, build))
    if build:
        lock = (ROOT / npm.VIEWER / "package-lock.json").read_text(encoding="utf-8")
        components += (npm_component(*package) for package in npm.packages_of(lock))
    ours = our_component(folder)
    # The same contents have the same number.
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([ours, components]))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.4",
        "serialNumber": f"urn:uuid:{number}",
        "version": 1,
        "metadata": {"timestamp": time_now(), "component": ours},
        "components": components,
        "dependencies": [{"ref": "kinesphere",
                          "dependsOn": [component["bom-ref"] for component in components]}],
    }


def copy_notices(bill, folder):
    """A notice for each component, in FOLDER/NAME; says which have none."""
    for component in bill["components"]:
        name = component["name"]
        if component["purl"].startswith("pkg:deb/"):
            notice = debian.copyright_file(name)
        else:
            notice = npm.licence_file(ROOT, name)
        if notice is None or not notice.is_file():
            print(f"sbom.py: {name} has no text of its licence", file=sys.stderr)
            continue
        target = folder / name.replace("/", "-") / "copyright"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(notice, target)
        target.chmod(0o644)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--notices", type=pathlib.Path)
    parser.add_argument("-o", dest="output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    bill = bill_of(options.folder, options.build)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
    if options.notices:
        copy_notices(bill, options.notices)


if __name__ == "__main__":
    main()
