// Where a frame's joints are: forward kinematics.

import type { Frame, Skeleton } from "./frame.js";
import { multiply, rotate, type Quaternion, type Vector } from "./quaternion.js";

/** The position of every joint in the world, in metres, by its name. The skeleton is of the frame's
 * character, and the frame must carry the body. */
export function worldPositions(skeleton: Skeleton,
                               frame: Pick<Frame, "root" | "hips" | "parentFromJoint">):
    Map<string, Vector> {
  const { joints } = skeleton;
  if (frame.root.length !== 7 || frame.hips.length !== 3 ||
      frame.parentFromJoint.length !== 4 * joints.length) {
    throw new RangeError("the frame does not carry this body: subscribe to the part 'body'");
  }
  const positions: Vector[] = [];
  const worldFromJoint: Quaternion[] = [];
  joints.forEach(({ parent, offset }, index) => {
    const isHips = parent < 0;
    const from = isHips ? vectorAt(frame.root, 0) : positions[parent]!;
    const worldFromParent = isHips ? quaternionAt(frame.root, 3) : worldFromJoint[parent]!;
    const [x, y, z] = rotate(worldFromParent, isHips ? vectorAt(frame.hips, 0) : offset);
    positions.push([from[0] + x, from[1] + y, from[2] + z]);
    worldFromJoint.push(multiply(worldFromParent, quaternionAt(frame.parentFromJoint, 4 * index)));
  });
  return new Map(joints.map(({ name }, index) => [name, positions[index]!]));
}

export function vectorAt(numbers: Float32Array, at: number): Vector {
  return [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
}

export function quaternionAt(numbers: Float32Array, at: number): Quaternion {
  return [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!, numbers[at + 3]!];
}
