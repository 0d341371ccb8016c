// Frames of one character, in the order of time, to be written as a file. The forms are those of
// `kinesphere bake` and `kinesphere replay`.
import type { Feedback } from "kinesphere";
import { channelsAt, hipsAt, rotationsAt, type Pose, type Skeleton } from "../scene/pose.ts";

export interface Clip {
  readonly skeleton: Skeleton;
  readonly tickRate: number;
  readonly frames: readonly { readonly time_s: number; readonly pose: Pose }[];
  readonly feedback: readonly Feedback[]; // about this character
}

export type Vector = readonly [x: number, y: number, z: number];
export type Quaternion = readonly [x: number, y: number, z: number, w: number];

export const rootPlace = (pose: Pose): Vector => [pose[0]!, pose[1]!, pose[2]!];
export const rootTurn = (pose: Pose): Quaternion => quaternionAt(pose, 3);
export const hipsPlace = (pose: Pose): Vector => vectorAt(pose, hipsAt);
export const jointTurn = (pose: Pose, joint: number): Quaternion =>
  quaternionAt(pose, rotationsAt + 4 * joint);

export function channels(pose: Pose, skeleton: Skeleton): Float32Array {
  return pose.subarray(channelsAt(skeleton));
}

export interface Placed {
  readonly place: Vector;
  readonly turn: Quaternion;
}

// Where each joint is in the world, and how it is turned there.
export function inWorld(pose: Pose, skeleton: Skeleton): readonly Placed[] {
  const root: Placed = { place: rootPlace(pose), turn: rootTurn(pose) };
  const placed: Placed[] = [];
  skeleton.joints.forEach(({ parent, offset }, joint) => {
    const from = placed[parent] ?? root;
    const step = parent < 0 ? hipsPlace(pose) : (offset as Vector);
    placed.push({
      place: sum(from.place, turned(from.turn, step)),
      turn: product(from.turn, jointTurn(pose, joint)),
    });
  });
  return placed;
}

export function sum(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function turned([x, y, z, w]: Quaternion, [a, b, c]: Vector): Vector {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [
    a + w * tx + y * tz - z * ty,
    b + w * ty + z * tx - x * tz,
    c + w * tz + x * ty - y * tx,
  ];
}

export function product(a: Quaternion, b: Quaternion): Quaternion {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function vectorAt(pose: Pose, at: number): Vector {
  return [pose[at]!, pose[at + 1]!, pose[at + 2]!];
}

function quaternionAt(pose: Pose, at: number): Quaternion {
  return [pose[at]!, pose[at + 1]!, pose[at + 2]!, pose[at + 3]!];
}

// The shortest number that is read as the same float.
export function short(number: number): string {
  for (let digits = 6; digits < 9; ++digits) {
    const text = number.toPrecision(digits);
    if (Math.fround(Number(text)) === Math.fround(number)) return String(Number(text));
  }
  return String(Number(number.toPrecision(9)));
}
