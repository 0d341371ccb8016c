"""What CycloneDX 1.4 asks of a bill of materials in JSON, as its specification says it, of the
parts that ours has."""

import re

from shapes import ANY, NUMBER, TEXT, TEXTS, faults_of_type, list_of

UUID = re.compile(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
TYPES = {"application", "framework", "library", "container", "operating-system", "device",
         "firmware", "file"}
HASHES = {"MD5": 32, "SHA-1": 40, "SHA-256": 64, "SHA-384": 96, "SHA-512": 128}

COMPONENT = {"type*": TEXT, "name*": TEXT, "version": TEXT, "bom-ref": TEXT, "licenses": ANY,
             "purl": TEXT, "hashes": list_of({"alg*": TEXT, "content*": TEXT}),
             "properties": list_of({"name": TEXT, "value": TEXT})}
BILL = {"bomFormat*": TEXT, "specVersion*": TEXT, "version*": NUMBER, "serialNumber": TEXT,
        "metadata": {"timestamp": TEXT, "component": COMPONENT},
        "components": list_of(COMPONENT),
        "dependencies": list_of({"ref*": TEXT, "dependsOn": TEXTS})}
LICENCE = {"id": TEXT, "name": TEXT}


def faults_of_licences(licences, place):
    expressions = [choice for choice in licences if "expression" in choice]
    if expressions and len(licences) > 1:
        yield f"{place}: an expression stands alone"
    for choice in licences:
        if set(choice) == {"expression"} and isinstance(choice["expression"], str):
            continue
        if set(choice) != {"license"}:
            yield f"{place}: a choice of licences is a license or an expression"
            continue
        yield from faults_of_type(choice["license"], LICENCE, place)
        if len({"id", "name"} & set(choice["license"])) != 1:
            yield f"{place}: a license has an id or a name"


def faults_of_component(component, place):
    if component.get("type") not in TYPES:
        yield f"{place}: no such type"
    if not component.get("name"):
        yield f"{place} has an empty name"
    yield from faults_of_licences(component.get("licenses", []), place)
    for each in component.get("hashes", []):
        if not re.fullmatch(rf"[0-9a-f]{{{HASHES.get(each.get('alg'), 0)}}}", each["content"]):
            yield f"{place}: no hash of {each.get('alg')}"
    if not re.match(r"pkg:[a-z][a-z0-9.+-]*/[^ ]+@[^ :+]+", component.get("purl", "pkg:a/b@1")):
        yield f"{place}: no package URL: '{component['purl']}'"


def faults_of_references(bill):
    components = [bill["metadata"]["component"], *bill["components"]]
    references = [component["bom-ref"] for component in components if "bom-ref" in component]
    if len(set(references)) != len(references):
        yield "two components have the same bom-ref"
    for dependency in bill.get("dependencies", []):
        named = [dependency["ref"], *dependency.get("dependsOn", [])]
        if len(set(named)) != len(named):
            yield f"{dependency['ref']} depends on something twice, or on itself"
        yield from (f"nothing is called {name}" for name in named if name not in references)


def faults_of(bill):
    """What is wrong with it, a sentence each."""
    found = list(faults_of_type(bill, BILL, "the bill"))
    yield from found
    if found:
        return
    if bill.get("bomFormat") != "CycloneDX" or bill.get("specVersion") != "1.4":
        yield "this is no CycloneDX 1.4"
    if bill.get("version", 0) < 1:
        yield "version is 1 or more"
    if not UUID.fullmatch(bill.get("serialNumber", "")):
        yield "serialNumber is no UUID"
    metadata = bill.get("metadata", {})
    if not TIME.fullmatch(metadata.get("timestamp", "")):
        yield "timestamp is no time"
    yield from faults_of_component(metadata["component"], "metadata.component")
    for component in bill["components"]:
        yield from faults_of_component(component, str(component.get("name")))
    yield from faults_of_references(bill)
