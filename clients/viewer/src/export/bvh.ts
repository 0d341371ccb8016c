// Motion capture tools read this: the skeleton in centimetres, then a line a frame, turns by Z, X
// and Y in degrees. The hips go where the character goes.
import { multiply, rotate, type Quaternion, type Vector } from "kinesphere";
import type { Skeleton } from "../scene/pose.ts";
import {
  hipsPlace,
  jointTurn,
  rootPlace,
  rootTurn,
  short,
  sum,
  type Clip,
} from "./clip.ts";

const endOfBone_m = 0.03; // where a bone has no joint at its end

export function bvhOf(clip: Clip): string {
  const { skeleton, tickRate } = clip;
  const frames = atEveryTick(clip);
  const order: number[] = [];
  const hierarchy = branch(skeleton, 0, 0, order);
  const lines = frames.map(({ pose }) => {
    const root = rootTurn(pose);
    const numbers = [...centimetres(sum(rootPlace(pose), rotate(root, hipsPlace(pose))))];
    for (const joint of order) {
      const turn = jointTurn(pose, joint);
      numbers.push(...anglesOf(joint === 0 ? multiply(root, turn) : turn));
    }
    return numbers.map(short).join(" ");
  });
  const motion = [`Frames: ${frames.length}`, `Frame Time: ${short(1 / tickRate)}`];
  return ["HIERARCHY", ...hierarchy, "MOTION", ...motion, ...lines, ""].join("\n");
}

// The lines of a BVH are equally far apart: a tick whose frame never came shows the one before it.
export function atEveryTick({ tickRate, frames }: Clip): Clip["frames"] {
  return frames.flatMap((frame, at) => {
    const until_s = frames[at + 1]?.time_s ?? frame.time_s + 1 / tickRate;
    const ticks = Math.max(1, Math.round((until_s - frame.time_s) * tickRate));
    return new Array<typeof frame>(ticks).fill(frame);
  });
}

// BVH wants each joint with all its children behind it.
function branch(skeleton: Skeleton, joint: number, depth: number, order: number[]): string[] {
  order.push(joint);
  const { name, offset } = skeleton.joints[joint]!;
  const isRoot = depth === 0;
  const children = skeleton.joints.flatMap(({ parent }, child) => (parent === joint ? [child] : []));
  const inside = children.flatMap((child) => branch(skeleton, child, depth + 1, order));
  const end = [
    "  End Site",
    "  {",
    `    OFFSET ${numbersOf(isRoot ? [0, endOfBone_m, 0] : endOf(offset as Vector))}`,
    "  }",
  ];
  return [
    `${isRoot ? "ROOT" : "JOINT"} ${name}`,
    "{",
    `  OFFSET ${numbersOf(isRoot ? [0, 0, 0] : (offset as Vector))}`,
    `  CHANNELS ${isRoot ? "6 Xposition Yposition Zposition" : "3"} Zrotation Xrotation Yrotation`,
    ...(children.length > 0 ? inside : end).map((line) => (children.length > 0 ? `  ${line}` : line)),
    "}",
  ];
}

// The last bone of a chain goes on as the one before it came.
function endOf(offset: Vector): Vector {
  const length = Math.hypot(...offset) || 1;
  const scale = endOfBone_m / length;
  return [offset[0] * scale, offset[1] * scale, offset[2] * scale];
}

function centimetres([x, y, z]: Vector): Vector {
  return [100 * x, 100 * y, 100 * z];
}

function numbersOf(offset: Vector): string {
  return centimetres(offset).map(short).join(" ");
}

// Turn = Z X Y, in that order.
export function anglesOf([x, y, z, w]: Quaternion): Vector {
  const sine = Math.min(1, Math.max(-1, 2 * (y * z + w * x)));
  const aboutX = Math.asin(sine);
  const isSteep = Math.abs(sine) > 0.999999;
  const aboutZ = isSteep
    ? Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z))
    : Math.atan2(-2 * (x * y - w * z), 1 - 2 * (x * x + z * z));
  const aboutY = isSteep ? 0 : Math.atan2(-2 * (x * z - w * y), 1 - 2 * (x * x + y * y));
  const degrees = 180 / Math.PI;
  return [aboutZ * degrees, aboutX * degrees, aboutY * degrees];
}
