// Where the two wrists are in a pose: the chain of bones from the hips to each hand, and no more.
import { hipsAt, rotationsAt, type Pose, type Skeleton } from "../scene/pose.ts";

type Vector = [number, number, number];
type Quaternion = readonly [number, number, number, number];

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
      at = sum(at, turned(turn, offset));
      const own = rotationsAt + 4 * joint;
      turn = product(turn, [pose[own]!, pose[own + 1]!, pose[own + 2]!, pose[own + 3]!]);
    }
    return at;
  }
}

function sum(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function product([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function turned([x, y, z, w]: Quaternion, v: readonly [number, number, number]): Vector {
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  return [
    v[0] + w * tx + y * tz - z * ty,
    v[1] + w * ty + z * tx - x * tz,
    v[2] + w * tz + x * ty - y * tx,
  ];
}
