// A pose as it goes from the Worker to the picture: one array of numbers, which is handed over.
import type { Frame, Skeleton } from "kinesphere";

export type { Joint, Skeleton } from "kinesphere";

// Numbers in a row: the root's place (x, y, z) and turn (x, y, z, w), the hips' translation, a
// quaternion a joint, a number a channel.
export type Pose = Float32Array<ArrayBuffer>;

export const hipsAt = 7;
export const rotationsAt = 10;

export function channelsAt(skeleton: Skeleton): number {
  return rotationsAt + 4 * skeleton.joints.length;
}

export function poseSize(skeleton: Skeleton): number {
  return channelsAt(skeleton) + skeleton.channels.length;
}

// What a frame leaves out, because it was not subscribed to, is the T-pose and a face at rest.
export function poseOf(frame: Frame, skeleton: Skeleton): Pose {
  const pose: Pose = new Float32Array(poseSize(skeleton));
  const rotations = 4 * skeleton.joints.length;
  pose[6] = 1;
  pose[hipsAt + 1] = skeleton.hipsHeight;
  for (let at = rotationsAt + 3; at < rotationsAt + rotations; at += 4) pose[at] = 1;
  pose.set(frame.root.subarray(0, 7), 0);
  pose.set(frame.hips.subarray(0, 3), hipsAt);
  pose.set(frame.parentFromJoint.subarray(0, rotations), rotationsAt);
  pose.set(frame.channels.subarray(0, skeleton.channels.length), channelsAt(skeleton));
  return pose;
}
