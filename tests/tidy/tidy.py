#!/usr/bin/python3
"""Holds the tree to its own rules: layers, bans, shape, documents, prose, layout.

    tests/tidy/tidy.py [--write] [ROOT]

Prints PATH:LINE: what to change, a line a finding, and exits 1 if there is any. With --write it
first writes the pages that are made of the tables here.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

from bans import check_bans
from documents import (check_documents, check_indexes, check_links, check_reachable,
                       check_threats)
from layers import check_layers
from pages import check_pages, pages
from prose import check_comments, check_prose
from shape import (check_classes, check_functions, check_headers, check_lengths,
                   check_test_namespaces, check_tests)
from source import Finding, is_cpp, read_tree

RULES = (check_layers, check_bans, check_lengths, check_functions, check_classes,
         check_headers, check_tests, check_test_namespaces, check_documents, check_indexes,
         check_links, check_reachable, check_threats, check_pages, check_prose, check_comments)

CLANG_FORMAT = "clang-format-14"
FILES_A_RUN = 20


def check_layout(root, tree):
    """What clang-format would change; nothing where it is not installed."""
    if not shutil.which(CLANG_FORMAT):
        return []
    paths = sorted(filter(is_cpp, tree))
    runs = [paths[i:i + FILES_A_RUN] for i in range(0, len(paths), FILES_A_RUN)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return sorted({f for found in pool.map(lambda r: ill_laid_out(root, r), runs)
                       for f in found})


def ill_laid_out(root, paths):
    command = [CLANG_FORMAT, "--dry-run", "--ferror-limit=1", *paths]
    output = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False).stderr
    for path, line in re.findall(r"^(\S+?):(\d+):\d+: (?:warning|error): ", output, re.M):
        yield Finding(path, int(line), "not as clang-format would have it; type: script/format")


def findings(root):
    tree = read_tree(root)
    found = [finding for rule in RULES for finding in rule(tree)]
    return sorted(set(found)) + check_layout(root, tree)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parents[2])
    if "--write" in sys.argv:
        for path, text in pages().items():
            (root / path).write_text(text, encoding="utf-8")
    found = findings(root)
    for finding in found:
        print(finding)
    print(f"tidy: {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
