// Tests for clients/js/src/pose.ts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { worldPositions, type Skeleton } from "../../../clients/js/dist/index.js";
import { assertNear } from "./near.ts";

const HALF = Math.SQRT1_2;
const STILL = [0, 0, 0, 1];
const ROUNDING = 1e-6; // of floats

/** Hips a metre up, an arm of a metre to the left, a hand of half a metre further left. */
const CHAIN: Skeleton = {
  id: 1, characterId: 1, character: "ada", body: "chain", hipsHeight: 1, channels: [],
  joints: [{ name: "hips", parent: -1, offset: [0, 1, 0] },
           { name: "arm", parent: 0, offset: [1, 0, 0] },
           { name: "hand", parent: 1, offset: [0.5, 0, 0] }],
};

function frame({ root = [0, 0, 0, ...STILL], hips = [0, 1, 0],
                 rotations = [STILL, STILL, STILL] } = {}) {
  return { root: Float32Array.from(root), hips: Float32Array.from(hips),
           parentFromJoint: Float32Array.from(rotations.flat()) };
}

test("in T-pose offsets add up", () => {
  const positions = worldPositions(CHAIN, frame());
  assertNear(positions.get("hips")!, [0, 1, 0], ROUNDING);
  assertNear(positions.get("hand")!, [1.5, 1, 0], ROUNDING);
});

test("a joint turns what hangs on it and not itself", () => {
  const quarterAboutZ = [0, 0, HALF, HALF];
  const positions = worldPositions(CHAIN, frame({ rotations: [STILL, quarterAboutZ, STILL] }));
  assertNear(positions.get("arm")!, [1, 1, 0], ROUNDING);
  assertNear(positions.get("hand")!, [1, 1.5, 0], ROUNDING);
});

test("the root carries everything and the hips stand in for their offset", () => {
  // Facing +X at (10, 0, 20): the character's left is the world's -Z.
  const positions = worldPositions(CHAIN, frame({ root: [10, 0, 20, 0, HALF, 0, HALF],
                                                  hips: [0, 0.9, 0.1] }));
  assertNear(positions.get("hips")!, [10.1, 0.9, 20], 3e-6);
  assertNear(positions.get("hand")!, [10.1, 0.9, 18.5], 3e-6);
});

test("a frame without a body is refused", () => {
  assert.throws(() => worldPositions(CHAIN, frame({ root: [] })), RangeError);
  assert.throws(() => worldPositions(CHAIN, frame({ rotations: [STILL] })), RangeError);
});
