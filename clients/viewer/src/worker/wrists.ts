// Where the two wrists are in a pose.
import { chainTo, placeOf, type Chain } from "../scene/joint_place.ts";
import type { Pose, Skeleton } from "../scene/pose.ts";

export class Wrists {
  private readonly skeleton: Skeleton;
  private readonly chains: readonly Chain[];

  constructor(skeleton: Skeleton) {
    this.skeleton = skeleton;
    this.chains = ["leftHand", "rightHand"].map((name) => chainTo(name, skeleton));
  }

  // The time, then x, y, z of the left wrist and of the right one, in the world.
  sample(time_s: number, pose: Pose): number[] {
    return [time_s, ...this.chains.flatMap((chain) => placeOf(chain, this.skeleton, pose))];
  }
}
