// Frames of one character, in the order of time, to be written as a file. The forms are those of
// `kinesphere bake` and `kinesphere replay`.
import { multiply, rotate, type Feedback, type Quaternion, type Vector } from "kinesphere";
import { channelsAt, hipsAt, rotationsAt, type Pose, type Skeleton } from "../scene/pose.ts";

export interface Clip {
  readonly skeleton: Skeleton;
  readonly tickRate: number;
  readonly frames: readonly { readonly time_s: number; readonly pose: Pose }[];
  readonly feedback: readonly Feedback[]; // about this character
}


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
      place: sum(from.place, rotate(from.turn, step)),
      turn: multiply(from.turn, jointTurn(pose, joint)),
    });
  });
  return placed;
}

export function sum(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
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
