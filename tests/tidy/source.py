"""What the rules of tests/tidy share: the tree, a finding, and C++ without its comments."""

import dataclasses
import pathlib
import re
import subprocess

CODE_SUFFIXES = (".h", ".cc", ".py", ".cmake", ".proto", ".sh")
CODE_NAMES = ("CMakeLists.txt", "setup", "build", "server", "test", "format", "run")
BINARY_SUFFIXES = (".png", ".bin", ".ksr", ".glb", ".gif", ".jpg")


@dataclasses.dataclass(frozen=True, order=True)
class Finding:
    path: str
    line: int
    message: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.message}"


def read_tree(root):
    """Every file of the work tree by its path from `root`, those not yet added included: its text,
    empty for what is no text."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others",
               "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True).stdout.decode().split("\0")
    tree = {}
    for name in sorted(filter(None, names)):
        path = pathlib.Path(root, name)
        if path.is_file():
            text = b"" if name.endswith(BINARY_SUFFIXES) else path.read_bytes()
            tree[name] = text.decode("utf-8", errors="replace")
    return tree


def is_cpp(path):
    return path.endswith((".h", ".cc"))


def is_code(path):
    return path.endswith(CODE_SUFFIXES) or path.rsplit("/", 1)[-1] in CODE_NAMES


_NOISE = re.compile(
    r"""
      (?P<comment> //[^\n]* | /\*.*?\*/ )
    | (?P<raw> R"(?P<mark>[^()\s\\]{0,16})\( .*? \)(?P=mark)" )
    | (?P<string> "(?:\\.|[^"\\\n])*" )
    | (?P<character> (?<![\w])'(?:\\.|[^'\\\n])+' )
    """, re.VERBOSE | re.DOTALL)


def code_of(text):
    """C++ with comments and the insides of literals blanked; every line stays where it is.

    The names in an #include stay too, for they are what the layers are about.
    """

    def blank(match):
        piece = match.group(0)
        if match.group("string"):
            line = text[text.rfind("\n", 0, match.start()) + 1:match.start()]
            if re.fullmatch(r"\s*#\s*include\s*", line):
                return piece
        quote = '""' if match.group("raw") or match.group("string") else ""
        return quote + re.sub(r"[^\n]", "" if quote else " ", piece)

    return _NOISE.sub(blank, text)


def comments_of(text):
    """(line, comment) of C++; lines of // that follow each other are one comment."""
    first, last, parts = 0, 0, []
    for match in _NOISE.finditer(text):
        comment = match.group("comment")
        if not comment:
            continue
        line = line_of(text, match.start())
        stands_alone = not text[text.rfind("\n", 0, match.start()) + 1:match.start()].strip()
        if parts and not (stands_alone and line == last + 1):
            yield first, "\n".join(parts)
            parts = []
        if not parts:
            first = line
        parts.append(re.sub(r"^(//+|/\*+) ?|\*/$", "", comment))
        last = line_of(text, match.end())
    if parts:
        yield first, "\n".join(parts)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1
