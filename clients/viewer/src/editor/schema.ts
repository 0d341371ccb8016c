// What may stand where in a script, read from the schema that the server gives out, so that the
// editor never offers what the reader would refuse.
import type { AttrSpec, ElementSpec } from "@codemirror/lang-xml";

const xs = "http://www.w3.org/2001/XMLSchema";

// Names that the schema leaves open and the server knows: of attributes as `element.attribute`, or
// of attributes of any element as `attribute`.
export type KnownNames = ReadonlyMap<string, readonly string[]>;

export function completionOf(schema: string, known: KnownNames): ElementSpec[] {
  const parsed = new DOMParser().parseFromString(schema, "application/xml");
  const root = parsed.documentElement;
  if (root.namespaceURI !== xs) throw new Error("the schema of scripts is no XML schema");
  const types = named(root, "complexType");
  const specs = new Map<string, ElementSpec>();
  for (const element of childrenOf(root, "element")) {
    describe(element, root, types, known, specs, true);
  }
  return [...specs.values()];
}

function describe(
  element: Element,
  root: Element,
  types: ReadonlyMap<string, Element>,
  known: KnownNames,
  specs: Map<string, ElementSpec>,
  top: boolean,
): void {
  const name = element.getAttribute("name");
  if (!name || specs.has(name)) return;
  const type =
    types.get(element.getAttribute("type") ?? "") ?? childrenOf(element, "complexType")[0];
  if (!type) return;
  const children = partsOf(type, "element", "group", root, types);
  specs.set(name, {
    name,
    top,
    children: children.map((child) => child.getAttribute("name") ?? ""),
    attributes: partsOf(type, "attribute", "attributeGroup", root, types).map((attribute) =>
      attributeSpec(name, attribute, root, known),
    ),
  });
  for (const child of children) describe(child, root, types, known, specs, false);
}

// Those of the type itself, of what it extends, and of the groups that it takes in.
function partsOf(
  type: Element,
  kind: "element" | "attribute",
  groupKind: "group" | "attributeGroup",
  root: Element,
  types: ReadonlyMap<string, Element>,
): Element[] {
  const found = [...type.getElementsByTagNameNS(xs, kind)];
  for (const extension of type.getElementsByTagNameNS(xs, "extension")) {
    const base = types.get(extension.getAttribute("base") ?? "");
    if (base) found.push(...partsOf(base, kind, groupKind, root, types));
  }
  const groups = named(root, groupKind);
  for (const group of type.getElementsByTagNameNS(xs, groupKind)) {
    const target = groups.get(group.getAttribute("ref") ?? "");
    if (target) found.push(...target.getElementsByTagNameNS(xs, kind));
  }
  return found;
}

function attributeSpec(
  element: string,
  attribute: Element,
  root: Element,
  known: KnownNames,
): AttrSpec {
  const name = attribute.getAttribute("name") ?? "";
  const fixed = enumeration(named(root, "simpleType").get(attribute.getAttribute("type") ?? ""));
  const values = [...fixed, ...(known.get(`${element}.${name}`) ?? known.get(name) ?? [])];
  const needed = attribute.getAttribute("use") === "required";
  const given = attribute.getAttribute("default");
  const detail = needed ? "needed" : given !== null ? `else ${given}` : "";
  return { name, values, completion: { detail, boost: needed ? 1 : 0 } };
}

function enumeration(type: Element | undefined): string[] {
  const values = type?.getElementsByTagNameNS(xs, "enumeration") ?? [];
  return [...values].map((value) => value.getAttribute("value") ?? "");
}

function named(root: Element, kind: string): Map<string, Element> {
  return new Map(childrenOf(root, kind).map((type) => [type.getAttribute("name") ?? "", type]));
}

function childrenOf(parent: Element, kind: string): Element[] {
  return [...parent.children].filter((child) => child.localName === kind);
}
