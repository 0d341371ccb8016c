// Where a joint is in a pose: the chain of bones from the hips to it, and no more.
import { multiply, rotate, type Quaternion, type Vector } from "kinesphere";
import { hipsAt, rotationsAt, type Pose, type Skeleton } from "./pose.ts";

// Of joints, from the hips on; empty where the skeleton has no such joint.
export type Chain = readonly number[];

export function chainTo(name: string, skeleton: Skeleton): Chain {
  const chain: number[] = [];
  let joint = skeleton.joints.findIndex((one) => one.name === name);
  for (; joint >= 0; joint = skeleton.joints[joint]!.parent) chain.unshift(joint);
  return chain;
}

// In the world, as the server counts it.
export function placeOf(chain: Chain, skeleton: Skeleton, pose: Pose): Vector {
  let at: Vector = [pose[0]!, pose[1]!, pose[2]!];
  let turn: Quaternion = [pose[3]!, pose[4]!, pose[5]!, pose[6]!];
  for (const joint of chain) {
    const { parent, offset } = skeleton.joints[joint]!;
    const isHips = parent < 0;
    const from: Vector = isHips ? [pose[hipsAt]!, pose[hipsAt + 1]!, pose[hipsAt + 2]!] : offset;
    const [x, y, z] = rotate(turn, from);
    at = [at[0] + x, at[1] + y, at[2] + z];
    const own = rotationsAt + 4 * joint;
    turn = multiply(turn, [pose[own]!, pose[own + 1]!, pose[own + 2]!, pose[own + 3]!]);
  }
  return at;
}
