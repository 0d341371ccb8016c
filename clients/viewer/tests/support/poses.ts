// Skeletons and poses for tests: the bones of the least VRM, and turns that are counted out.
import type { Joint, Pose, Skeleton } from "../../src/scene/pose.ts";
import { hipsAt, poseSize, rotationsAt } from "../../src/scene/pose.ts";
import { bones } from "./small_vrm.ts";

export function smallSkeleton(more: readonly Joint[] = []): Skeleton {
  const joints = bones.map(([name, parent, [x, y, z]]): Joint => ({
    name,
    parent,
    offset: [x!, y!, z!],
  }));
  return {
    characterId: 1,
    id: 1,
    character: "ada",
    body: "small",
    hipsHeight: 1,
    joints: [...joints, ...more],
    channels: ["jawOpen", "eyeBlinkLeft", "vrm_happy"],
  };
}

// Every joint turned another way, somewhere on the stage; the same for the same number.
export function somePose(skeleton: Skeleton, number: number): Pose {
  const pose = new Float32Array(poseSize(skeleton));
  pose.set([0.3 * number, 0, -0.2], 0);
  pose.set(unit([0, Math.sin(number), 0, 2]), 3);
  pose.set([0.02, 0.95, 0.01 * number], hipsAt);
  skeleton.joints.forEach((_, joint) => {
    const turn = [1, 2, 3].map((axis) => 0.4 * Math.sin(number + 1.7 * joint + axis));
    pose.set(unit([...turn, 1]), rotationsAt + 4 * joint);
  });
  return pose;
}

function unit(numbers: readonly number[]): number[] {
  const length = Math.hypot(...numbers);
  return numbers.map((value) => value / length);
}
