// Where in a script the times of its sync points stand: so that a point that is dragged along the
// timeline is written there, and so that rows know which part of the body they move.
import { withoutComments } from "../manner/manner.ts";

export interface Behaviour {
  readonly id: string; // what feedback calls it
  readonly element: string;
  readonly tag: Place; // its opening tag
  readonly inside: Place;
}

interface Place {
  readonly from: number;
  readonly to: number;
}

// Elements whose children are no behaviours: what stands in them is theirs.
const opening = /<(?:[\w.-]+:)?([\w-]+)((?:\s[^<>]*?)?)(\/?)>/g;
const ours = ["sequence", "gesture"];
const ofBml = [
  "speech", "gesture", "pointing", "head", "headDirectionShift", "gaze", "gazeShift", "face",
  "faceLexeme", "faceFacs", "faceShift", "posture", "postureShift", "locomotion",
];
const initials: Readonly<Record<string, string>> = { sequence: "s", gesture: "g" };

// A script of ours, or of BML; of another language: nothing.
export function behavioursOf(script: string): readonly Behaviour[] {
  const text = withoutComments(script);
  const isBml = /<(?:[\w.-]+:)?bml\b/.test(text);
  const known = isBml ? ofBml : ours;
  const found: Behaviour[] = [];
  let after = 0;
  for (const match of text.matchAll(opening)) {
    const [whole, element, attributes, closed] = match;
    if (match.index < after || !known.includes(element!)) continue;
    const tag = { from: match.index, to: match.index + whole.length };
    const end = closed ? tag.to : endOf(text, element!, tag.to);
    after = end;
    const id = attribute(attributes!, "id") ?? "";
    found.push({ id, element: element!, tag, inside: { from: tag.to, to: end } });
  }
  return isBml ? found.filter(({ id }) => id !== "") : named(found);
}

function endOf(text: string, element: string, from: number): number {
  const end = new RegExp(`</(?:[\\w.-]+:)?${element}\\s*>`, "g");
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

// Those without an id are numbered, past ids that others have.
function named(found: readonly Behaviour[]): readonly Behaviour[] {
  const taken = new Set(found.map(({ id }) => id));
  const numbers = new Map<string, number>();
  return found.map((one) => {
    if (one.id !== "") return one;
    const id = nextId(initials[one.element] ?? "b", numbers, taken);
    taken.add(id);
    return { ...one, id };
  });
}

function nextId(initial: string, numbers: Map<string, number>, taken: ReadonlySet<string>): string {
  for (;;) {
    const number = (numbers.get(initial) ?? 0) + 1;
    numbers.set(initial, number);
    if (!taken.has(initial + String(number))) return initial + String(number);
  }
}

const gesturePoints = ["start", "ready", "stroke-start", "stroke", "stroke-end", "relax", "end"];
const bmlPoints = ["start", "ready", "strokeStart", "attackPeak", "stroke", "strokeEnd", "relax", "end"];

interface Written {
  readonly tag: Place; // of the element that has the time
  readonly attribute: string;
  readonly origin_s: number; // from which it counts
}

// Where the time of a sync point may be written; undefined: it is what others make of it.
function writtenAt(script: string, syncId: string): Written | undefined {
  const [, id, point] = syncId.split(":");
  const behaviour = behavioursOf(script).find((one) => one.id === id);
  if (!behaviour || !point || syncId.split(":").length !== 3) return undefined;
  const { tag, element } = behaviour;
  if (element === "sequence") return poseAt(script, behaviour, point);
  if (!gesturePoints.includes(point) && !bmlPoints.includes(point)) return undefined;
  const old = attribute(script.slice(tag.from, tag.to), point);
  const dependsOnOthers = old !== undefined && timeOf(old) === undefined;
  return dependsOnOthers ? undefined : { tag, attribute: point, origin_s: 0 };
}

function poseAt(script: string, { tag, inside }: Behaviour, point: string): Written | undefined {
  const start = attribute(script.slice(tag.from, tag.to), "start");
  if (point === "start") return { tag, attribute: "start", origin_s: 0 };
  const text = withoutComments(script);
  let number = 0;
  for (const match of text.slice(inside.from, inside.to).matchAll(/<pose\b[^>]*>/g)) {
    const id = attribute(match[0], "id") ?? `p${++number}`;
    if (id !== point) continue;
    const from = inside.from + match.index;
    const isOfScript = attribute(match[0], "from") === "script";
    const origin_s = isOfScript ? 0 : (timeOf(start ?? "0") ?? 0);
    return { tag: { from, to: from + match[0].length }, attribute: "time", origin_s };
  }
  return undefined;
}

export function canMove(script: string, syncId: string): boolean {
  return writtenAt(script, syncId) !== undefined;
}

// The script in which the point comes at this time, from the script's start; undefined: it cannot
// be said there.
export function withPointAt(script: string, syncId: string, time_s: number): string | undefined {
  const place = writtenAt(script, syncId);
  if (!place) return undefined;
  const tag = script.slice(place.tag.from, place.tag.to);
  const value = String(Number(Math.max(0, time_s - place.origin_s).toFixed(3)));
  const old = new RegExp(`(\\s${place.attribute}=)("[^"]*"|'[^']*')`);
  const changed = old.test(tag)
    ? tag.replace(old, (_, name: string) => `${name}"${value}"`)
    : tag.replace(/\s*\/?>$/, (end) => ` ${place.attribute}="${value}"${end.trimStart()}`);
  return script.slice(0, place.tag.from) + changed + script.slice(place.tag.to);
}

export function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return match?.[1] ?? match?.[2];
}

// "0.3", "0.3s", "300ms"; undefined where it is of another kind, as the point of another behaviour.
function timeOf(text: string): number | undefined {
  const match = /^\s*([+-]?[\d.]+(?:e[+-]?\d+)?)\s*(s|ms)?\s*$/i.exec(text);
  const value = Number(match?.[1]);
  if (!match || !Number.isFinite(value)) return undefined;
  return match[2] === "ms" ? value / 1000 : value;
}
