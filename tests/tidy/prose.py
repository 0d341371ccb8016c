"""Pages that are easily read: how long sentences and pages are, and *who* of people alone."""

import re

from source import Finding, comments_of

MEAN_WORDS_MAX = 16
SENTENCE_WORDS_MAX = 35
ARCHITECTURE_LINES_MAX = 199
ARCHITECTURE_COLUMNS_MAX = 180  # so that lines are a measure
DECISION_WORDS_MAX = 250

DECISIONS = "docs/decisions/"

# Pages that do not keep to these rules yet. The list only gets shorter: a page in it that passes
# is a finding too.
NOT_YET = (
    "CHANGELOG.md",
    "clients/viewer/README.md",
    "realizer/motion/README.md",
    "realizer/plan/README.md",
    "schemas/README.md",
    "schemas/bml.md",
    "schemas/bml/blinkemitter.md",
    "schemas/bml/faceFacs.md",
    "schemas/bml/gaze.md",
    "schemas/bml/gesture.md",
    "schemas/bml/head.md",
    "schemas/bml/interrupt.md",
    "schemas/bml/locomotion.md",
    "schemas/bml/parametervaluechange.md",
    "schemas/bml/pointing.md",
    "schemas/bml/posture.md",
    "schemas/bodies/README.md",
    "schemas/vocabulary/README.md",
    "server/README.md",
)

# Comments in which *who* or *whom* is a thing: how many a folder has yet. A folder may have fewer,
# and once it has fewer by WHO_SLACK its number comes down.
WHO_YET = {"clients": 13, "realizer": 68, "server": 12, "tests": 15}
WHO_SLACK = 20
COMMENTED = (".h", ".cc", ".inc", ".proto", ".ts")

# Who may be a "who": a sentence with none of these words speaks of things.
PERSON = re.compile(
    r"\b(I|you|we|us|he|she|him|her|people|persons?|(any|every|some)(body|one)|"
    r"newcomers?|authors?|users?|developers?|researchers?|readers?|operators?|programmers?|"
    r"listeners?|speakers?|actors?|animators?|participants?|maintainers?|"
    r"strangers?|attackers?|(wo)?m[ae]n|child(ren)?|those|Laban|Pohl|Neff|"
    r"\w+'s mother tongue)\b", re.I)
_WHO = re.compile(r"(?<![\w*\"'`])(who|whom|whose|whoever)\b", re.I)
_WHO_OF_COMMENTS = re.compile(r"(?<![\w*\"'`])(who|whom|whoever)\b", re.I)

_FENCE = re.compile(r"^[ \t]*(```|~~~).*?^[ \t]*\1[ \t]*$", re.M | re.S)
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_NOT_PROSE = re.compile(r"\s*(\||#|!\[|[-=]{3,}\s*$)")
_ITEM = re.compile(r"^\s*([-*+]|\d+[.)])\s+(?=\S)")
_LINK_ITEM = re.compile(r"\s*[-*+]\s+\[[^\]]*\]\(")
_SENTENCE_END = re.compile(r"[.!?][)\"'*_”’]*(?=\s|$)")


def check_prose(tree):
    for path, text in tree.items():
        if path.endswith(".md"):
            faults = list(faults_of(path, text))
            if path not in NOT_YET:
                yield from faults
            elif not faults:
                yield Finding("tests/tidy/prose.py", 1, f"{path} passes: take it out of NOT_YET")
    for path in NOT_YET:
        if path not in tree:
            yield Finding("tests/tidy/prose.py", 1, f"NOT_YET names {path}, which is not there")


def faults_of(path, text):
    found = sentences(text)
    lengths = [len(words(sentence)) for _, sentence in found]
    for (line, sentence), length in zip(found, lengths):
        if length > SENTENCE_WORDS_MAX:
            yield Finding(path, line, f"a sentence of {length} words; at most {SENTENCE_WORDS_MAX}")
        if is_of_a_thing(_WHO, sentence):
            yield Finding(path, line, "*who* is for people; things are *that* or *which*")
    mean = sum(lengths) / max(1, len(lengths))
    if mean > MEAN_WORDS_MAX:
        yield Finding(path, 1, f"{mean:.1f} words a sentence; at most {MEAN_WORDS_MAX} in the mean")
    yield from faults_of_size(path, text)


def faults_of_size(path, text):
    if path == "ARCHITECTURE.md" and text.count("\n") > ARCHITECTURE_LINES_MAX:
        yield Finding(path, text.count("\n"), f"at most {ARCHITECTURE_LINES_MAX} lines")
    for number, line in enumerate(text.splitlines(), 1):
        if path == "ARCHITECTURE.md" and len(line) > ARCHITECTURE_COLUMNS_MAX:
            yield Finding(path, number, f"at most {ARCHITECTURE_COLUMNS_MAX} columns")
    if path.startswith(DECISIONS) and path != DECISIONS + "README.md":
        count = len(text.split())
        if count > DECISION_WORDS_MAX:
            yield Finding(path, 1, f"{count} words; at most {DECISION_WORDS_MAX} a decision")


def is_of_a_thing(who, sentence):
    return who.search(sentence) and not PERSON.search(sentence)


def check_comments(tree):
    """*whose* of a thing is good English, and comments may have it."""
    found = {}
    for path, text in tree.items():
        if path.endswith(COMMENTED) and _WHO_OF_COMMENTS.search(text):
            for line, sentence in sentences_of_comments(text):
                if is_of_a_thing(_WHO_OF_COMMENTS, sentence):
                    found.setdefault(path.split("/")[0], []).append((path, line))
    for folder in sorted(found.keys() | WHO_YET.keys()):
        yield from faults_of_folder(folder, found.get(folder, []), WHO_YET.get(folder, 0))


def faults_of_folder(folder, found, allowed):
    if len(found) > allowed:
        for path, line in found:
            yield Finding(path, line, "*who* is for people; things are *that* or *which* "
                          f"({folder}/ has {len(found)} of these, at most {allowed})")
    elif len(found) + WHO_SLACK <= allowed:
        yield Finding("tests/tidy/prose.py", 1, f"WHO_YET of {folder} comes down to {len(found)}")


def sentences_of_comments(text):
    for first, comment in comments_of(text):
        for line, sentence in sentences(comment):
            yield first + line - 1, sentence


def words(sentence):
    return [word for word in sentence.split() if re.search(r"\w", word)]


def sentences(text):
    """(line, sentence) of a page's prose: no fences, tables, headings or lists of links; `code` is
    one word, and a link is its text."""
    for pattern in (_COMMENT, _FENCE):
        text = pattern.sub(lambda m: re.sub(r"[^\n]", "", m.group(0)), text)
    found = []
    for line, paragraph in paragraphs(text):
        paragraph = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)
        paragraph = re.sub(r"`[^`]*`", "code", paragraph)
        start = 0
        for end in [m.end() for m in _SENTENCE_END.finditer(paragraph)] + [len(paragraph)]:
            if len(words(paragraph[start:end])) > 1:  # one word is a label
                skipped = len(paragraph[start:end]) - len(paragraph[start:end].lstrip())
                at = line + paragraph.count("\n", 0, start + skipped)
                found.append((at, paragraph[start:end].strip()))
            start = end
    return found


def paragraphs(text):
    """(line, text) of each paragraph and of each item of a list."""
    first, lines = 1, []
    for number, line in enumerate(text.split("\n") + [""], 1):
        ends = not line.strip() or _NOT_PROSE.match(line) or _ITEM.match(line)
        if ends and lines:
            yield first, "\n".join(lines)
            lines = []
        if not line.strip() or _NOT_PROSE.match(line) or _LINK_ITEM.match(line):
            continue
        if not lines:
            first = number
        lines.append(_ITEM.sub("", line, count=1) if not lines else line)
