// How a gesture is done, and how that stands in a script. The text of the script is the only truth:
// the sliders write their numbers into it, as `<nucleus id="manner">` and `<tension id="manner">`,
// and what is performed is always the text.

export interface Manner {
  readonly style: string; // of schemas/styles, or empty
  readonly spatialExtent: number;
  readonly temporalExtent: number;
  readonly power: number;
  readonly fluidity: number;
  readonly tension: Tension;
}

// A named manner of tension, the two numbers of one, or nothing: the arms go where they are asked.
export type Tension =
  | { readonly kind: "none" }
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "numbers"; readonly restError_m: number; readonly zeta: number };

export const plainManner: Manner = {
  style: "",
  spatialExtent: 0,
  temporalExtent: 0,
  power: 0,
  fluidity: 0,
  tension: { kind: "none" },
};

export function sameManner(a: Manner, b: Manner): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export const scriptNamespace = "urn:kinesphere:script:1";
export const mannerId = "manner";

// Whether the text is in the language that sliders can write in.
export function takesManner(script: string): boolean {
  return openingTag(script) !== undefined;
}

// The script done in this manner. A script without the two elements gets them, and a character that
// refers to them, so that they hold for all that names no manner of its own.
export function withManner(script: string, manner: Manner): string {
  if (openingTag(script) === undefined) return script;
  const hasOwn = elementOf(script, "nucleus") || elementOf(script, "tension");
  if (!hasOwn && sameManner(manner, plainManner)) return script;
  let text = replaced(script, "nucleus", nucleusText(manner));
  text = replaced(text, "tension", tensionText(manner.tension));
  return withReferences(text, manner.tension.kind !== "none");
}

// What the elements in the script say, or undefined where it has none that sliders could show.
export function mannerOf(script: string): Manner | undefined {
  const nucleus = elementOf(script, "nucleus");
  const tension = elementOf(script, "tension");
  if (!nucleus && !tension) return undefined;
  const number = (name: string): number => finite(attributeOf(nucleus?.text, name)) ?? 0;
  return {
    style: attributeOf(nucleus?.text, "style") ?? "",
    spatialExtent: number("spatial-extent"),
    temporalExtent: number("temporal-extent"),
    power: number("power"),
    fluidity: number("fluidity"),
    tension: tensionOf(tension?.text),
  };
}

// A script of one gesture of the lexicon.
export function gestureScript(lexeme: string, manner: Manner): string {
  const bare =
    `<script xmlns="${scriptNamespace}">\n` +
    `  <gesture lexeme="${escaped(lexeme)}"/>\n` +
    `</script>\n`;
  return withManner(bare, manner);
}

function nucleusText(manner: Manner): string {
  const parts = [`<nucleus id="${mannerId}"`];
  if (manner.style) parts.push(`style="${escaped(manner.style)}"`);
  const numbers: [string, number][] = [
    ["spatial-extent", manner.spatialExtent],
    ["temporal-extent", manner.temporalExtent],
    ["power", manner.power],
    ["fluidity", manner.fluidity],
  ];
  for (const [name, value] of numbers) {
    if (value !== 0) parts.push(`${name}="${shortNumber(value)}"`);
  }
  return parts.join(" ") + "/>";
}

function tensionText(tension: Tension): string {
  switch (tension.kind) {
    case "none":
      return "";
    case "named":
      return `<tension id="${mannerId}" manner="${escaped(tension.name)}"/>`;
    case "numbers":
      return (
        `<tension id="${mannerId}" rest-error="${shortNumber(tension.restError_m * 1000)}mm" ` +
        `zeta="${shortNumber(tension.zeta)}"/>`
      );
  }
}

function tensionOf(element: string | undefined): Tension {
  if (!element) return { kind: "none" };
  const name = attributeOf(element, "manner");
  if (name) return { kind: "named", name };
  const restError_m = length_m(attributeOf(element, "rest-error"));
  const zeta = finite(attributeOf(element, "zeta"));
  if (restError_m === undefined || zeta === undefined) return { kind: "none" };
  return { kind: "numbers", restError_m, zeta };
}

interface Element {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

// Comments are no elements: they are blanked out, at the same length, before anything is sought.
export function withoutComments(script: string): string {
  return script.replace(/<!--[^]*?-->/g, (comment) => comment.replace(/[^\n]/g, " "));
}

function found(script: string, pattern: RegExp): Element | undefined {
  const match = pattern.exec(withoutComments(script));
  if (!match) return undefined;
  const to = match.index + match[0].length;
  return { from: match.index, to, text: script.slice(match.index, to) };
}

function openingTag(script: string): Element | undefined {
  const tag = found(script, /<script\b[^>]*>/);
  return tag?.text.includes(scriptNamespace) ? tag : undefined;
}

function elementOf(script: string, name: string): Element | undefined {
  return found(script, new RegExp(`<${name}\\b[^>]*\\bid="${mannerId}"[^>]*/>`));
}

function replaced(script: string, name: string, text: string): string {
  const old = elementOf(script, name);
  if (old) {
    if (text) return script.slice(0, old.from) + text + script.slice(old.to);
    return withoutLine(script, old);
  }
  if (!text) return script;
  const at = placeFor(script, name);
  return at === undefined ? script : `${script.slice(0, at)}\n  ${text}${script.slice(at)}`;
}

function withoutLine(script: string, element: Element): string {
  const before = script.slice(0, element.from).replace(/\n[ \t]*$/, "");
  return before + script.slice(element.to);
}

// A tension stands after the nucleus, a nucleus first of all.
function placeFor(script: string, name: string): number | undefined {
  if (name === "tension") {
    const nucleus = elementOf(script, "nucleus");
    if (nucleus) return nucleus.to;
  }
  return openedScript(script) ? openingTag(script)?.to : undefined;
}

// A script that is one empty element has no inside to put anything into.
function openedScript(script: string): boolean {
  return !openingTag(script)?.text.endsWith("/>");
}

// The elements alone change nothing until something names them: each gesture that names no nucleus
// of its own does, and a <character> for the poses.
function withReferences(script: string, tense: boolean): string {
  let text = script;
  if (!elementOf(text, "nucleus")) return text;
  const gestures = /<gesture\b[^>]*?(?=\s*\/?>)/g;
  text = onMarkup(text, gestures, (tag) => referring(tag, tense));
  const character = found(text, /<character\b[^>]*?(?=\s*\/?>)/);
  if (character) {
    const tag = referring(character.text, tense);
    return text.slice(0, character.from) + tag + text.slice(character.to);
  }
  if (!/<sequence\b/.test(withoutComments(text))) return text;
  const after = elementOf(text, "tension") ?? elementOf(text, "nucleus");
  if (!after) return text;
  const tag = referring("<character", tense);
  return `${text.slice(0, after.to)}\n  ${tag}/>${text.slice(after.to)}`;
}

function referring(tag: string, tense: boolean): string {
  let text = tag;
  if (!/\bnucleus=/.test(text)) text += ` nucleus="${mannerId}"`;
  const own = ` tension="${mannerId}"`;
  if (tense && !/\btension=/.test(text)) text += own;
  return tense ? text : text.replace(own, "");
}

// Replaces matches outside of comments, from the back so that places stay true.
function onMarkup(script: string, pattern: RegExp, change: (text: string) => string): string {
  let text = script;
  for (const match of [...withoutComments(script).matchAll(pattern)].reverse()) {
    const to = match.index + match[0].length;
    text = text.slice(0, match.index) + change(script.slice(match.index, to)) + text.slice(to);
  }
  return text;
}

function attributeOf(element: string | undefined, name: string): string | undefined {
  return element ? new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] : undefined;
}

function finite(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const unitsPerMetre: Record<string, number> = { "": 1, m: 1, cm: 100, mm: 1000 };

function length_m(text: string | undefined): number | undefined {
  const match = /^([^a-z]+)(|m|cm|mm)$/.exec(text ?? "");
  const value = finite(match?.[1]);
  return match && value !== undefined ? value / (unitsPerMetre[match[2] ?? ""] ?? 1) : undefined;
}

function shortNumber(value: number): string {
  return String(Number(value.toFixed(3)));
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
}
