"""Links that resolve, files that every folder has, headers that its README names, sources that
CMake finds."""

import posixpath
import re

from source import Finding, line_of

WANTED = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE",
          ".clang-format", ".ci/run", "script/setup", "script/server", "script/test")

INDEXED = ("realizer/", "server/")  # whose READMEs name every header

THREATS = "server/threats.md"  # (threat | bound | where | test)

_LINK = re.compile(r"!?\[[^\]\n]*\]\(([^)\s]+)[^)]*\)")
_FENCE = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)


def check_documents(tree):
    for path in WANTED:
        if path not in tree:
            yield Finding(path, 1, "is missing")
    for folder in sorted({path.split("/")[0] for path in tree if "/" in path}):
        if not folder.startswith(".") and f"{folder}/README.md" not in tree:
            yield Finding(f"{folder}/README.md", 1, "every top-level folder has a README.md")


def check_indexes(tree):
    """Every header is named in the README of its folder, or of the next above that has one."""
    for path in tree:
        if not path.endswith(".h") or not path.startswith(INDEXED):
            continue
        readme, folder = None, posixpath.dirname(path)
        while folder and readme is None:
            readme = tree.get(f"{folder}/README.md") and f"{folder}/README.md"
            folder = posixpath.dirname(folder)
        if readme is None:
            yield Finding(path, 1, "no README.md of its folder, nor of one above it")
            continue
        name = posixpath.relpath(path, posixpath.dirname(readme))
        if not re.search(rf"(?<![\w/.]){re.escape(name)}\b", tree[readme]):
            yield Finding(readme, 1, f"names every header, but not {name}")
    for path, text in tree.items():
        if path.startswith(INDEXED) and path.endswith("/README.md"):
            yield from headers_gone(tree, path, text)


def headers_gone(tree, readme, text):
    """Rows of tables that begin with headers: each of them is there."""
    folder = posixpath.dirname(readme)
    for match in re.finditer(r"^\|([^|\n]*)\|", text, re.M):
        for name in re.findall(r"`([\w/]+\.h)`", match.group(1)):
            if posixpath.join(folder, name) not in tree:
                yield Finding(readme, line_of(text, match.start()), f"there is no {name}")


def check_threats(tree):
    """Each row of the threat table names tests that are there, the last column as
    `FILE_test.cc`, "NAME OF A TEST"."""
    for number, row in enumerate(tree.get(THREATS, "").splitlines(), 1):
        columns = row.strip("| ").split(" | ")
        if not row.startswith("|") or number <= first_row(tree[THREATS]):
            continue
        named = re.findall(r'`(\w+_test)\.cc`((?:,? (?:and )?"[^"]*")+)', columns[-1])
        if not named and "`fuzz_" not in columns[-1]:
            yield Finding(THREATS, number, "a threat has a test that shows its bound")
        for file, names in named:
            text = "".join(tree[path] for path in tree if path.endswith(f"/{file}.cc"))
            for name in re.findall(r'"([^"]*)"', names):
                if f'TEST_CASE("{name}"' not in re.sub(r'"\s*\n\s*"', "", text):
                    yield Finding(THREATS, number, f"{file}.cc has no test \"{name}\"")


def first_row(text):
    """The line that stands over the rows of the first table."""
    return text[:text.index("|---")].count("\n") + 1


def check_links(tree):
    folders = {posixpath.dirname(path) for path in tree}
    folders |= {posixpath.dirname(folder) for folder in folders}
    for path, text in tree.items():
        if not path.endswith(".md"):
            continue
        prose = without_code(text)
        for match in _LINK.finditer(prose):
            target = match.group(1)
            if re.match(r"[a-z]+:", target):
                continue
            fault = fault_of_link(tree, folders, path, target)
            if fault:
                yield Finding(path, line_of(prose, match.start()), fault)


def without_code(text):
    """Blanks fenced blocks and `code`; lines stay where they are."""
    text = _FENCE.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)
    return re.sub(r"`[^`\n]*`", lambda m: "`" + " " * (len(m.group(0)) - 2) + "`", text)


def fault_of_link(tree, folders, path, target):
    name, _, anchor = target.partition("#")
    resolved = path
    if name:
        resolved = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
    if resolved not in tree and resolved not in folders and resolved != ".":
        return f"the link {target} leads nowhere"
    if anchor and resolved.endswith(".md") and anchor not in anchors_of(tree[resolved]):
        return f"the link {target} leads to no heading"
    return None


def anchors_of(text):
    """The names that a page's headings get: small letters, blanks as hyphens, no other signs."""
    headings = re.findall(r"^#+\s+(.*?)\s*$", _FENCE.sub("", text), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_reachable(tree):
    """Every .cc is named in a CMakeLists.txt, or matches a pattern in one."""
    patterns = [pattern for path, text in tree.items() if path.endswith("CMakeLists.txt")
                for pattern in source_patterns(path, text)]
    for path in tree:
        if path.endswith(".cc") and not any(re.fullmatch(p, path) for p in patterns):
            yield Finding(path, 1, "no CMakeLists.txt names this file or globs its folder")


def source_patterns(path, text):
    """The sources that a CMakeLists.txt speaks of, as expressions over paths from the root."""
    folder = posixpath.dirname(path)
    text = re.sub(r"#.*", "", text)
    for call in re.findall(r"\bkine_test\(\s*\w+\s+([^)]*)\)", text):
        for name in call.split():
            yield as_expression(f"{folder}/{name}/**/*_test.cc")
    text = re.sub(r"\bGLOB_RECURSE\b[^)]*", lambda m: m.group(0).replace("/*.", "/**/*."), text)
    for word in re.findall(r'[^\s()"]+\.cc\b', text):
        word = word.replace("${CMAKE_CURRENT_SOURCE_DIR}", folder or ".")
        word = word.replace("${CMAKE_SOURCE_DIR}/", "/").replace("${PROJECT_SOURCE_DIR}/", "/")
        if word.startswith("/"):
            yield as_expression(word[1:])
        elif word.startswith((folder or ".") + "/"):
            yield as_expression(word)
        else:
            yield as_expression(posixpath.join(folder, word))


def as_expression(pattern):
    """A pattern of CMake's: * stands for one name's part, a ${variable} for any one name, and **
    for folders in any number."""
    pattern = re.sub(r"\$\{\w+\}", "*", posixpath.normpath(pattern))
    return re.escape(pattern).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
