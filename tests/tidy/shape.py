"""The shape of a file: its length, that of its lines and functions, its opening, its test."""

import ast
import re

from source import Finding, code_of, is_code, is_cpp, line_of

COLUMNS_MAX = 100
FUNCTION_LINES_MAX = 70
PRIVATE_FUNCTIONS_MAX = 25
FILE_LINES_MAX = 500

# What is one file by its nature, and how long it may be: its messages refer to each other, and a
# client generates from one file.
LONGER = {"protocol/kinesphere.proto": 700}

# Headers without a test of their own, and why none could fail.
UNTESTED = {
    "realizer/dynamics/shown_pose.h": "a view, and no function",
    "realizer/live/live_posture.h": "two values; eased_test.cc and shift_test.cc take them",
    "realizer/plan/solved_poses.h": "two values; joint_segments_test.cc shapes them",
    "realizer/tick/filters/filter.h": "an interface; filters_test.cc has one of its own",
    "realizer/tick/state/inputs.h": "what comes in, and no function; shard_test.cc takes each",
    "realizer/tick/state/presence.h": "one value, and no function; give_way_test.cc walks by it",
    "realizer/tick/state/row.h": "one value, and no function",
    "realizer/tick/state/tick_context.h": "references, and no function",
    "realizer/tick/state/tick_scratch.h": "one value, and no function",
    "server/conversation/carrier.h": "calls, and no function; conversation_stage.h has one",
    "server/guests/guest.h": "three calls, and no function; each is tested where it is kept",
    "server/services/services.h": "references to the parts of a server, and no function",
    "server/base/status.h": "counters, and no function; each is tested where it counts",
}


def check_lengths(tree):
    for path, text in tree.items():
        if not is_code(path):
            continue
        lines = text.splitlines()
        for number, line in enumerate(lines, 1):
            if len(line) > COLUMNS_MAX:
                yield Finding(path, number, f"{len(line)} columns; at most {COLUMNS_MAX}")
            if line != line.rstrip():
                yield Finding(path, number, "blanks at the end of the line")
        lines_max = LONGER.get(path, FILE_LINES_MAX)
        if len(lines) > lines_max:
            yield Finding(path, len(lines), f"{len(lines)} lines; at most {lines_max} a file")
        if text and not text.endswith("\n"):
            yield Finding(path, len(lines), "no newline at the end")


def check_functions(tree):
    for path, text in tree.items():
        if is_cpp(path):
            functions = cpp_functions(text)
        elif path.endswith(".py"):
            functions = python_functions(text)
        else:
            continue
        for first, last in functions:
            if last - first + 1 > FUNCTION_LINES_MAX:
                yield Finding(path, first, f"a function of {last - first + 1} lines; at most "
                              f"{FUNCTION_LINES_MAX}")


_OPENS_FUNCTION = re.compile(
    r"\)\s*(const|noexcept|override|final|mutable|&&?|->[^;{}]*|:[^:][^;{}]*\)|\s)*$")
_NO_FUNCTION = re.compile(r"^\s*(if|for|while|switch|else|do|return|namespace)\b")


def cpp_functions(text):
    """First and last line of each outermost function body, with its heading."""
    code = re.sub(r"^[ \t]*#.*$", lambda m: " " * len(m.group(0)), code_of(text), flags=re.M)
    heading_start = 0
    open_braces = []  # of each: where its function's heading starts, or None
    inside = 0
    for match in re.finditer(r"[{};]", code):
        sign = match.group(0)
        if sign == "{":
            heading = code[heading_start:match.start()]
            starts = None
            if not inside and _OPENS_FUNCTION.search(heading) and not _NO_FUNCTION.match(heading):
                starts = heading_start + len(heading) - len(heading.lstrip())
                inside += 1
            open_braces.append(starts)
        elif sign == "}" and open_braces:
            starts = open_braces.pop()
            if starts is not None:
                inside -= 1
                yield line_of(code, starts), line_of(code, match.start())
        heading_start = match.end()


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno


_CLASS = re.compile(r"\b(?:class|struct) (\w+)[^;{}()]*{")
_SECTION = re.compile(r"\b(public|protected|private):")
_DECLARED = re.compile(r"^[^=]*?([\w~]+)\s*\(")


def check_classes(tree):
    """A class with more private functions than this is several."""
    for path, text in tree.items():
        if not is_cpp(path):
            continue
        code = code_of(text)
        for match in _CLASS.finditer(code):
            count = len(set(private_functions(code[match.start():], match.group(1))))
            if count > PRIVATE_FUNCTIONS_MAX:
                yield Finding(path, line_of(code, match.start()),
                              f"{match.group(1)} has {count} private functions; at most "
                              f"{PRIVATE_FUNCTIONS_MAX}")


def private_functions(code, name):
    """Their names, of the class that `code` begins with: overloads are one, overrides and what
    makes or destroys it none."""
    private = code.startswith("class")
    depth = 0
    statement = ""
    for character in code:
        if character in "{;}":
            if depth == 1 and private and character != "}":
                declared = _DECLARED.search(statement.strip())
                if (declared and "override" not in statement and "operator" not in statement
                        and declared.group(1).lstrip("~") != name):
                    yield declared.group(1)
            statement = ""
            depth += {"{": 1, "}": -1, ";": 0}[character]
            if depth == 0 and character == "}":
                return
            continue
        statement += character
        if depth == 1 and character == ":":
            section = _SECTION.search(statement)
            if section:
                private = section.group(1) == "private"
                statement = ""


def check_headers(tree):
    for path, text in tree.items():
        if not path.endswith(".h"):
            continue
        if not text.startswith("// "):
            yield Finding(path, 1, "a header opens with a comment on its place in the line")
        if "\n#pragma once\n" not in text:
            yield Finding(path, 1, "a header has `#pragma once`")


def subject_of(test_path):
    """tests/realizer/body/body_test.cc tests realizer/body/body.h."""
    return re.sub(r"^tests/(.*)_test\.cc$", r"\1.h", test_path)


def test_of(header):
    return "tests/" + header.removesuffix(".h") + "_test.cc"


def check_tests(tree):
    for path, text in tree.items():
        if path.endswith(".h") and not path.startswith("tests/"):
            if test_of(path) not in tree and path not in UNTESTED:
                yield Finding(path, 1, f"no test {test_of(path)}")
        if path.startswith("tests/") and path.endswith("_test.cc") and subject_of(path) in tree:
            first = re.search(r'^#include [<"]([^>"]+)', text, re.M)
            if not first or first.group(1) != subject_of(path):
                line = line_of(text, first.start()) if first else 1
                yield Finding(path, line, f'the first include is the subject: "{subject_of(path)}"')
    for path in UNTESTED:
        if path not in tree or test_of(path) in tree:
            yield Finding("tests/tidy/shape.py", 1, f"UNTESTED names {path} without need")


def check_test_namespaces(tree):
    """Tests of a folder are compiled together; their names do not meet."""
    for path, text in tree.items():
        if not path.startswith("tests/") or not path.endswith("_test.cc"):
            continue
        stem = path.rsplit("/", 1)[-1].removesuffix(".cc")
        if not re.search(rf"^namespace kine(::\w+)*::{stem} {{$", text, re.M):
            yield Finding(path, 1, f"the names of a test are in a namespace of its own: {stem}")
