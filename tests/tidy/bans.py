"""What may not be written where, and what to write instead."""

import dataclasses
import re

from source import Finding, code_of, is_code, is_cpp, line_of


@dataclasses.dataclass(frozen=True)
class Ban:
    pattern: str
    where: callable        # of a path
    instead: str
    comments_too: bool = False
    but_not: tuple = ()    # paths that may, each with its reason beside it


def in_realizer(path):
    return path.startswith("realizer/") and is_cpp(path)


def in_product(path):
    return is_cpp(path) and not path.startswith("tests/")


def in_header(path):
    return path.endswith(".h") and not path.startswith("tests/")


def in_test(path):
    return path.startswith("tests/") and is_code(path) and anywhere(path)


def anywhere(path):
    # The rules themselves and their tests have to name what they ban.
    return not path.startswith("tests/tidy/") and path != "LICENSE"


ASSERT = ("realizer/core/assert.cc",)  # a failed assertion says so and ends the program

# MuJoCo ends the program where its handler of errors returns, so that one throws; and its reader of
# models is one for all threads.
ENGINE = ("realizer/dynamics/physical/engine.cc",)

# The wall clock may be put forward or back at any time: what it says is written down or compared
# with a date, and no motion, limit or deadline waits for it.
WALL_CLOCK = (
    "server/admin/process.cc",           # the start of the process, for Prometheus
    "server/cluster/clocks.cc",          # how far apart the clocks of nodes are
    "server/commands/status.cc",         # the age of a process
    "server/conversation/rights.cc",     # whether a token is over
    "server/guests/token_guard.cc",
    "server/journal/journal.cc",         # when a record was written
    "server/retention/retention.cc",     # the age of files
    "server/session_log/session_log.cc",
    "server/tls/tls_context.cc",         # whether a certificate is over
)


def in_server(path):
    return path.startswith("server/") and is_cpp(path)


BANS = (
    Ban(r"std::(ranges::)?views\b|\branges::views\b|<ranges>", is_cpp,
        "a loop or an algorithm: clang 14 does not compile views"),
    Ban(r"<format>|std::format\b", is_cpp, "std::to_chars or +: the compilers have no <format>"),
    Ban(r"<expected>|std::expected\b", is_cpp, "Result<T> of realizer/core/result.h"),
    Ban(r"std::(cout|cerr|clog)\b|<iostream>|\bf?printf\s*\(|\bf?puts\s*\(", in_realizer,
        "return it: nothing under realizer/ prints", but_not=ASSERT),
    Ban(r"\bspdlog::", in_realizer, "a Diagnostics& parameter: nothing under realizer/ logs"),
    Ban(r"\bthrow\b|\btry\s*\{|\bcatch\s*\(", in_realizer,
        "Result<T>: nothing under realizer/ throws or catches", but_not=ENGINE),
    Ban(r"\b(std::)?(exit|abort|terminate)\s*\(", in_realizer, "Result<T> or KINE_ASSERT",
        but_not=ASSERT),
    Ban(r"\w+_clock\b|\bgettimeofday\b|\bclock_gettime\b|\bstd::time\s*\(", in_realizer,
        "a Tick parameter: nothing under realizer/ reads a clock"),
    Ban(r"\bsystem_clock::now\b|\bgettimeofday\b|\bstd::time\s*\(", in_server,
        "steady_now(): the wall clock may jump by a day", but_not=WALL_CLOCK),
    Ban(r"<fstream>|<filesystem>|std::[io]?fstream\b|\bfopen\s*\(|std::filesystem\b", in_realizer,
        "a string_view of the bytes: nothing under realizer/ opens a file"),
    Ban(r"<(thread|mutex|condition_variable|future)>|std::j?thread\b|\bthread_local\b", in_realizer,
        "nothing: threads are the server's", but_not=ENGINE),
    Ban(r"\bstd::rand\b|\brandom_device\b|\bmt19937|<random>", in_realizer,
        "a function of seed, character and tick"),
    # A class that only its own maker makes has no constructor that std::make_unique could call: a
    # pointer's own parenthesis may hold a `new`.
    Ban(r"(?<!\()\bnew\s+[A-Za-z_]|\bdelete\s+[A-Za-z_*]|\bdelete\[\]", in_product,
        "a value or std::make_unique"),
    Ban(r"\b(class|struct)\s+\w*(Manager|Helper|Utils?|Impl|Base)\b", is_cpp,
        "a name that says what it is"),
    Ban(r"\bget_(?!if\b|executor\b|deleter\b|id\b|future\b|token\b)\w+\s*\(", in_header,
        "the bare noun, or find_ or compute_"),
    Ban(r"\bsleep_(for|until)\b|\bu?sleep\s*\(|\bnanosleep\b|\btime\.sleep\b", in_test,
        "waiting for the event itself, with a deadline"),
    Ban(r"\bFIXME\b|\bTODO\b|\bXXX\b|\bHACK\b|\b[Nn]ot implemented\b|\b[Ff]or now\b|"
        r"\b[Pp]laceholder\b(?!=\")", anywhere, "finish it, or file it", comments_too=True),
    Ban(r"(?<![\w.~$}/-])/(work|home|root|Users|mnt|tmp)/", anywhere,
        "a path from the repository's root: no other machine has this one", comments_too=True),
    Ban(r"\.\./shared\b|\b(architecture|style|toolchain|(embr_)?vocabulary|renderers|network|"
        r"dynamics|peers)\.md\b", anywhere, "the thing itself: readers have no such page",
        comments_too=True),
)


def check_bans(tree):
    for path, text in tree.items():
        code = code_of(text) if is_cpp(path) else text
        for ban in BANS:
            if not ban.where(path) or path in ban.but_not:
                continue
            searched = text if ban.comments_too else code
            for match in re.finditer(ban.pattern, searched):
                word = match.group(0).strip()
                yield Finding(path, line_of(searched, match.start()),
                              f"`{word}` is banned here; instead: {ban.instead}")
