// Where the eye stands for a view of somebody, or of all: pure, so that it can be tried without a
// picture.
import { Vector3 } from "three";

export const views = ["front", "side", "above", "body", "hands", "face"] as const;
export type View = (typeof views)[number];

// Somebody who is to be seen; all in the world.
export interface Seen {
  readonly hips: Vector3;
  readonly top: Vector3; // above the head
  readonly face: Vector3;
  readonly wrists: readonly [Vector3, Vector3];
  readonly heading: number; // 0 faces +Z, positive turns to its left
}

export interface Lens {
  readonly halfHeight: number; // tangents of half the angles
  readonly halfWidth: number;
  // Shares of the picture's height where other things lie: names above, buttons below.
  readonly above: number;
  readonly below: number;
}

export interface Framing {
  readonly target: Vector3;
  readonly direction: Vector3; // from there to the eye, of length 1
  readonly distance: number;
}

const directions = {
  side: new Vector3(-1, 0.07, 0.12).normalize(),
  above: new Vector3(0, 1, 0.36).normalize(),
} as const;

const up = new Vector3(0, 1, 0);
const aroundBody = 0.4; // of hips: shoulders and arms that hang
const armsOut = 0.7; // of hips: hands that gesture
const aroundWrist = 0.2;
const faceDistance = 1.2;
const handsDistanceMin = 1.3;
const groupDistanceMin = 3;

// Nobody is to be looked at from within, nor through another one.
const bodyRadius = 0.36;
const eyeToBodyMin = 0.6;
const roundsMax = 16;
const roundAbout = Math.PI / 8;

// Turns from straight before somebody, in degrees: the first from which nobody else is in the way.
const turns = [18, -18, 50, -50, 85, -85, 120, -120];

// Of a group, from straight before the stage. Of a crowd somebody is always behind another one.
const groupTurns = [5, 28, -28, 52, -52];
const crowd = 6;
const asideMin = 0.38; // that two are seen beside each other …
const asideGood = 0.6; // … and that the eye comes back for

export function framingOf(
  view: View,
  all: readonly Seen[],
  chosen: Seen,
  lens: Lens,
  turn?: number, // the last one of that view, which is kept as long as it will do
): { readonly framing: Framing; readonly turn: number } {
  if (view === "side" || view === "above") {
    const framing = fitted(all.flatMap(whole), directions[view], groupDistanceMin, lens);
    return { framing, turn: 0 };
  }
  if (view === "front") {
    const best = groupTurn(all, turn);
    const direction = directionOf((best * Math.PI) / 180, 0.07);
    return { framing: fitted(all.flatMap(whole), direction, groupDistanceMin, lens), turn: best };
  }
  const others = all.filter((one) => one !== chosen);
  const wanted = turn === undefined ? turns : [turn, ...turns];
  const candidates = wanted.map((degrees) => ({
    turn: degrees,
    framing: closeUp(view, chosen, degrees, lens),
  }));
  const clear = candidates.find(({ framing }) => others.every((one) => !hides(one, framing)));
  return clear ?? candidates[0]!;
}

export function eyeOf({ target, direction, distance }: Framing): Vector3 {
  return target.clone().addScaledVector(direction, distance);
}

// The same place, or one near it that is in nobody.
export function outOfBodies(eye: Vector3, all: readonly Seen[]): Vector3 {
  const place = eye.clone();
  for (let round = 0; round < roundsMax; ++round) {
    const within = all.find(
      ({ hips, top }) =>
        place.y < top.y + bodyRadius &&
        Math.hypot(place.x - hips.x, place.z - hips.z) < eyeToBodyMin - 1e-3,
    );
    if (!within) break;
    const away = new Vector3(place.x - within.hips.x, 0, place.z - within.hips.z);
    if (away.lengthSq() < 1e-12) away.set(0, 0, 1);
    // Between two who stand near each other there is no room: it goes round.
    if (round > 0) away.applyAxisAngle(up, roundAbout);
    away.setLength(eyeToBodyMin);
    place.set(within.hips.x + away.x, place.y, within.hips.z + away.z);
  }
  return place;
}

// How much one differs from the other, in shares of the picture.
export function difference(a: Framing, b: Framing): number {
  return (
    a.target.distanceTo(b.target) / b.distance +
    Math.abs(Math.log(a.distance / b.distance)) +
    a.direction.angleTo(b.direction)
  );
}

// From where nobody is behind another one.
function groupTurn(all: readonly Seen[], last: number | undefined): number {
  const plain = groupTurns[0]!;
  if (all.length > crowd || smallestAside(all, plain) > asideGood) return plain;
  const candidates = last === undefined ? groupTurns : [last, ...groupTurns];
  return candidates.find((turn) => smallestAside(all, turn) > asideMin) ?? last ?? plain;
}

function smallestAside(all: readonly Seen[], turn: number): number {
  const angle = (turn * Math.PI) / 180;
  const asides = all.map(({ hips }) => hips.x * Math.cos(angle) - hips.z * Math.sin(angle));
  asides.sort((a, b) => a - b);
  return Math.min(...asides.slice(1).map((aside, index) => aside - asides[index]!), Infinity);
}

function directionOf(angle: number, height: number): Vector3 {
  return new Vector3(Math.sin(angle), height, Math.cos(angle)).normalize();
}

function closeUp(
  view: "body" | "hands" | "face",
  chosen: Seen,
  degrees: number,
  lens: Lens,
): Framing {
  const direction = directionOf(chosen.heading + (degrees * Math.PI) / 180, 0.06);
  if (view === "face") return { target: chosen.face.clone(), direction, distance: faceDistance };
  if (view === "body") return fitted(wholeWith(chosen, armsOut), direction, 2, lens);
  const { hips, top, wrists } = chosen;
  const chest = hips.clone().lerp(top, 0.55);
  const spots = wrists.flatMap((wrist) => around(wrist, aroundWrist));
  return fitted([...spots, chest], direction, handsDistanceMin, lens);
}

// As near as all of that is still to be seen.
function fitted(
  spots: readonly Vector3[],
  direction: Vector3,
  distanceMin: number,
  lens: Lens,
): Framing {
  const aside = new Vector3().crossVectors(up, direction).normalize();
  const upwards = new Vector3().crossVectors(direction, aside);
  const free = 1 - lens.above - lens.below;
  const along = (axis: Vector3): readonly [number, number] => {
    const values = spots.map((spot) => spot.dot(axis));
    return [Math.min(...values), Math.max(...values)];
  };
  const [left, right] = along(aside);
  const [bottom, top] = along(upwards);
  const [far, near] = along(direction);
  const middle = new Vector3()
    .addScaledVector(aside, (left + right) / 2)
    .addScaledVector(upwards, (bottom + top) / 2)
    .addScaledVector(direction, (far + near) / 2);
  const offset = new Vector3();
  let distance = distanceMin;
  for (const spot of spots) {
    offset.subVectors(spot, middle);
    const forWidth = Math.abs(offset.dot(aside)) / lens.halfWidth;
    const forHeight = Math.abs(offset.dot(upwards)) / (lens.halfHeight * free);
    distance = Math.max(distance, offset.dot(direction) + Math.max(forWidth, forHeight));
  }
  // What is free of the picture lies higher than its middle, or lower.
  const shift = distance * lens.halfHeight * (lens.above - lens.below);
  return { target: middle.addScaledVector(upwards, shift), direction, distance };
}

function whole(one: Seen): Vector3[] {
  return wholeWith(one, aroundBody);
}

function wholeWith({ hips, top }: Seen, aside: number): Vector3[] {
  const spots: Vector3[] = [];
  for (const y of [0, Math.max(top.y, hips.y)]) {
    spots.push(...around(new Vector3(hips.x, y, hips.z), aside, 0));
  }
  return spots;
}

function around({ x, y, z }: Vector3, aside: number, height = aside): Vector3[] {
  return [
    new Vector3(x - aside, y - height, z),
    new Vector3(x + aside, y - height, z),
    new Vector3(x, y + height, z - aside),
    new Vector3(x, y + height, z + aside),
  ];
}

// Whether somebody stands between the eye and what it looks at, or where it is.
function hides({ hips, top }: Seen, framing: Framing): boolean {
  const { target } = framing;
  const eye = eyeOf(framing);
  const way = new Vector3().subVectors(eye, target);
  const flat = way.x * way.x + way.z * way.z;
  const share = ((hips.x - target.x) * way.x + (hips.z - target.z) * way.z) / Math.max(flat, 1e-9);
  // Who is a little behind the eye is too near to it as well.
  const nearest = target.clone().addScaledVector(way, Math.min(1.2, Math.max(0, share)));
  const aside = Math.hypot(nearest.x - hips.x, nearest.z - hips.z);
  return aside < bodyRadius && nearest.y < top.y + 0.1;
}
