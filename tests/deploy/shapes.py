"""What an object of JSON or YAML may have: a kind is a type, the fields of an object (a star: it
must be there), or a list of one kind."""

TEXT, NUMBER, YES_NO, TEXTS, ANY = "text", "number", "yes or no", "texts", "anything"


def list_of(kind):
    return [kind]


def is_of(value, kind):
    if kind == NUMBER:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if kind == TEXTS:
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    return isinstance(value, {TEXT: str, YES_NO: bool, ANY: object}[kind])


def faults_of_type(value, kind, place):
    if isinstance(kind, list):
        if not isinstance(value, list):
            yield f"{place} is no list"
            return
        for number, each in enumerate(value):
            yield from faults_of_type(each, kind[0], f"{place}[{number}]")
    elif isinstance(kind, dict):
        if not isinstance(value, dict):
            yield f"{place} is no object"
            return
        known = {name.rstrip("*"): each for name, each in kind.items()}
        for name in kind:
            if name.endswith("*") and name[:-1] not in value:
                yield f"{place} has no {name[:-1]}"
        for name, each in value.items():
            if name in known:
                yield from faults_of_type(each, known[name], f"{place}.{name}")
            else:
                yield f"{place} may not have {name}"
    elif not is_of(value, kind):
        yield f"{place} is not {kind}: '{value}'"
