"""What CycloneDX 1.4 asks of a bill of materials in JSON, as its specification says it, of the
parts that ours has."""

import re

NUMBER = re.compile(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
TYPES = {"application", "framework", "library", "container", "operating-system", "device",
         "firmware", "file"}
HASHES = {"MD5": 32, "SHA-1": 40, "SHA-256": 64, "SHA-384": 96, "SHA-512": 128}

# An object's fields: name → what it must be; those with a star must be there.
BILL = {"bomFormat*": str, "specVersion*": str, "version*": int, "serialNumber": str,
        "metadata": dict, "components": list, "dependencies": list}
METADATA = {"timestamp": str, "component": dict}
COMPONENT = {"type*": str, "name*": str, "version": str, "bom-ref": str, "licenses": list,
             "purl": str, "hashes": list, "properties": list}
LICENCE = {"id": str, "name": str}
HASH = {"alg*": str, "content*": str}
PROPERTY = {"name": str, "value": str}
DEPENDENCY = {"ref*": str, "dependsOn": list}


def faults_of_fields(thing, fields, place):
    if not isinstance(thing, dict):
        yield f"{place} is no object"
        return
    kinds = {name.rstrip("*"): kind for name, kind in fields.items()}
    for name in fields:
        if name.endswith("*") and name[:-1] not in thing:
            yield f"{place} has no {name[:-1]}"
    for name, value in thing.items():
        if name not in kinds:
            yield f"{place} may not have {name}"
        elif not isinstance(value, kinds[name]) or isinstance(value, bool):
            yield f"{place}: {name} is no {kinds[name].__name__}"


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
        yield from faults_of_fields(choice["license"], LICENCE, place)
        if len({"id", "name"} & set(choice["license"])) != 1:
            yield f"{place}: a license has an id or a name"


def faults_of_component(component, place):
    yield from faults_of_fields(component, COMPONENT, place)
    if component.get("type") not in TYPES:
        yield f"{place}: no such type"
    if not component.get("name"):
        yield f"{place} has an empty name"
    yield from faults_of_licences(component.get("licenses", []), place)
    for each in component.get("hashes", []):
        yield from faults_of_fields(each, HASH, place)
        if not re.fullmatch(rf"[0-9a-f]{{{HASHES.get(each.get('alg'), 0)}}}", each["content"]):
            yield f"{place}: no hash of {each.get('alg')}"
    for each in component.get("properties", []):
        yield from faults_of_fields(each, PROPERTY, place)
    if not re.match(r"pkg:[a-z][a-z0-9.+-]*/[^ ]+@[^ :+]+", component.get("purl", "pkg:a/b@1")):
        yield f"{place}: no package URL: '{component['purl']}'"


def faults_of_references(bill):
    components = [bill["metadata"]["component"], *bill["components"]]
    references = [component["bom-ref"] for component in components if "bom-ref" in component]
    if len(set(references)) != len(references):
        yield "two components have the same bom-ref"
    for dependency in bill.get("dependencies", []):
        yield from faults_of_fields(dependency, DEPENDENCY, "a dependency")
        named = [dependency["ref"], *dependency.get("dependsOn", [])]
        if len(set(named)) != len(named):
            yield f"{dependency['ref']} depends on something twice, or on itself"
        yield from (f"nothing is called {name}" for name in named if name not in references)


def faults_of(bill):
    """What is wrong with it, a sentence each."""
    yield from faults_of_fields(bill, BILL, "the bill")
    if bill.get("bomFormat") != "CycloneDX" or bill.get("specVersion") != "1.4":
        yield "this is no CycloneDX 1.4"
    if bill.get("version", 0) < 1:
        yield "version is 1 or more"
    if not NUMBER.fullmatch(bill.get("serialNumber", "")):
        yield "serialNumber is no UUID"
    metadata = bill.get("metadata", {})
    yield from faults_of_fields(metadata, METADATA, "metadata")
    if not TIME.fullmatch(metadata.get("timestamp", "")):
        yield "timestamp is no time"
    yield from faults_of_component(metadata["component"], "metadata.component")
    for component in bill["components"]:
        yield from faults_of_component(component, str(component.get("name")))
    yield from faults_of_references(bill)
