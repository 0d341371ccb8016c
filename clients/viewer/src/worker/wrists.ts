// Where the two wrists are in a pose: the chain of bones from the hips to each hand, and no more.
import { multiply, rotate, type Quaternion, type Vector } from "kinesphere";
import { hipsAt, rotationsAt, type Pose, type Skeleton } from "../scene/pose.ts";

export class Wrists {
  private readonly skeleton: Skeleton;
  private readonly chains: readonly (readonly number[])[]; // of joints, from the hips on

  constructor(skeleton: Skeleton) {
    this.skeleton = skeleton;
    this.chains = ["leftHand", "rightHand"].map((name) => {
      const chain: number[] = [];
      let joint = skeleton.joints.findIndex((one) => one.name === name);
      for (; joint >= 0; joint = skeleton.joints[joint]!.parent) chain.unshift(joint);
      return chain;
    });
  }

  // The time, then x, y, z of the left wrist and of the right one, in the world.
  sample(time_s: number, pose: Pose): number[] {
    return [time_s, ...this.chains.flatMap((chain) => this.endOf(chain, pose))];
  }

  private endOf(chain: readonly number[], pose: Pose): Vector {
    let at: Vector = [pose[0]!, pose[1]!, pose[2]!];
    let turn: Quaternion = [pose[3]!, pose[4]!, pose[5]!, pose[6]!];
    for (const joint of chain) {
      const isHips = this.skeleton.joints[joint]!.parent < 0;
      const offset = isHips
        ? ([pose[hipsAt]!, pose[hipsAt + 1]!, pose[hipsAt + 2]!] as const)
        : this.skeleton.joints[joint]!.offset;
      const [x, y, z] = rotate(turn, offset);
      at = [at[0] + x, at[1] + y, at[2] + z];
      const own = rotationsAt + 4 * joint;
      turn = multiply(turn, [pose[own]!, pose[own + 1]!, pose[own + 2]!, pose[own + 3]!]);
    }
    return at;
  }
}
