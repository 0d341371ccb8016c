// Bodies and their poses, as the client hands them out: plain objects, which can be posted from a
// Worker. Metres, seconds; +Y is up, a character faces +Z and its left is +X.

import type { Frame as FrameMessage,
              Skeleton as SkeletonMessage } from "./generated/kinesphere_pb.js";
import { unpackRotations } from "./packed_rotations.js";
import type { Vector } from "./quaternion.js";

export interface Joint {
  /** VRM 1.0's. */
  readonly name: string;
  /** An index into `joints`, -1 for the hips. */
  readonly parent: number;
  /** From the parent in T-pose; of the hips: from the ground. */
  readonly offset: Vector;
}

export interface Skeleton {
  readonly id: number;
  readonly characterId: number;
  readonly character: string;
  readonly body: string;
  readonly hipsHeight: number;
  /** Parents first. */
  readonly joints: readonly Joint[];
  readonly channels: readonly string[];
}

/** The pose of one character at one tick. What was not subscribed to is empty. */
export interface Frame {
  readonly characterId: number;
  readonly character: string;
  readonly skeletonId: number;
  readonly tick: number;
  /** In seconds, on the server's count of ticks. */
  readonly time: number;
  /** Where the character stands in the world: x, y, z, then the quaternion x, y, z, w. */
  readonly root: Float32Array;
  /** The hips' translation in the root's space; it stands in place of their offset. */
  readonly hips: Float32Array;
  /** Four a joint, x, y, z, w, in the order of the skeleton's joints. */
  readonly parentFromJoint: Float32Array;
  /** One a channel of the skeleton; 1 is full. */
  readonly channels: Float32Array;
  /** The character was put elsewhere: do not interpolate from the frame before. */
  readonly discontinuity: boolean;
}

export function skeletonFrom(message: SkeletonMessage): Skeleton {
  const joints = message.joints.map(({ name, parent, offset }, index): Joint => {
    if (offset.length !== 3 || parent >= index || parent < -1) {
      throw new RangeError(`a skeleton with a broken joint '${name}'`);
    }
    return { name, parent, offset: [offset[0]!, offset[1]!, offset[2]!] };
  });
  const { skeletonId: id, characterId, character, body, hipsHeight, channels } = message;
  return { id, characterId, character, body, hipsHeight, joints, channels };
}

export function frameFrom(message: FrameMessage, character: string, tickRate: number): Frame {
  const { characterId, skeletonId, discontinuity } = message;
  const tick = Number(message.tick);
  const parentFromJoint = message.packedRotations.length > 0
    ? unpackRotations(message.packedRotations)
    : Float32Array.from(message.parentFromJoint);
  if (![0, 7].includes(message.root.length) || ![0, 3].includes(message.hips.length) ||
      parentFromJoint.length % 4 !== 0) {
    throw new RangeError("a frame whose root, hips or rotations are cut off");
  }
  return {
    characterId, character, skeletonId, tick, time: tick / tickRate,
    root: Float32Array.from(message.root),
    hips: Float32Array.from(message.hips),
    parentFromJoint,
    channels: Float32Array.from(message.channels),
    discontinuity,
  };
}

/** A frame that takes the place of an earlier one that nobody has seen: where that one did not go on
 * from the one before, neither does this. */
export function inPlaceOf(before: Frame, frame: Frame): Frame {
  return before.discontinuity && !frame.discontinuity ? { ...frame, discontinuity: true } : frame;
}
