import assert from "node:assert/strict";
import { test } from "node:test";
import { poseSize, rotationsAt, type Skeleton } from "../../src/scene/pose.ts";
import { Wrists } from "../../src/worker/wrists.ts";

// Hips at 1 m, an arm of two bones on each side, along x.
const skeleton: Skeleton = {
  characterId: 1,
  id: 1,
  character: "ada",
  body: "ada",
  hipsHeight: 1,
  joints: [
    { name: "hips", parent: -1, offset: [0, 1, 0] },
    { name: "leftLowerArm", parent: 0, offset: [0.4, 0.5, 0] },
    { name: "leftHand", parent: 1, offset: [0.25, 0, 0] },
    { name: "rightLowerArm", parent: 0, offset: [-0.4, 0.5, 0] },
    { name: "rightHand", parent: 3, offset: [-0.25, 0, 0] },
  ],
  channels: [],
};

function tPose(): Float32Array<ArrayBuffer> {
  const pose = new Float32Array(poseSize(skeleton));
  pose[6] = 1;
  pose[8] = 1;
  for (let joint = 0; joint < 5; ++joint) pose[rotationsAt + 4 * joint + 3] = 1;
  return pose;
}

function near(found: readonly number[], expected: readonly number[]): void {
  assert.equal(found.length, expected.length);
  found.forEach((value, i) =>
    assert.ok(Math.abs(value - expected[i]!) < 1e-6, `${found} is not ${expected}`),
  );
}

test("in T-pose the wrists are at the sum of the offsets", () => {
  near(new Wrists(skeleton).sample(2, tPose()), [2, 0.65, 1.5, 0, -0.65, 1.5, 0]);
});

test("the elbow bends the forearm forwards", () => {
  const pose = tPose();
  // A quarter turn about -y takes +x to +z.
  pose.set([0, -Math.SQRT1_2, 0, Math.SQRT1_2], rotationsAt + 4);
  near(new Wrists(skeleton).sample(0, pose).slice(1, 4), [0.4, 1.5, 0.25]);
});

test("the whole character stands and turns by its root", () => {
  const pose = tPose();
  pose.set([2, 0, 1, 0, 1, 0, 0], 0); // half a turn about y, at (2, 0, 1)
  near(new Wrists(skeleton).sample(0, pose), [0, 2 - 0.65, 1.5, 1, 2 + 0.65, 1.5, 1]);
});
