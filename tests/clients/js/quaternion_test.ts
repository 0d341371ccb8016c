// Tests for clients/js/src/quaternion.ts.

import { test } from "node:test";

import { multiply, rotate, slerp, type Quaternion } from "../../../clients/js/dist/index.js";
import { assertNear } from "./near.ts";

const IDENTITY: Quaternion = [0, 0, 0, 1];

/** The turn by an angle about the axis. */
function turn(axis: 0 | 1 | 2, degrees: number): Quaternion {
  const half = (degrees * Math.PI) / 360;
  const vector = [0, 0, 0];
  vector[axis] = Math.sin(half);
  return [vector[0]!, vector[1]!, vector[2]!, Math.cos(half)];
}

test("a quarter turn takes each axis to the next", () => {
  assertNear(rotate(turn(0, 90), [0, 1, 0]), [0, 0, 1]);
  assertNear(rotate(turn(1, 90), [0, 0, 1]), [1, 0, 0]);
  assertNear(rotate(turn(2, 90), [1, 0, 0]), [0, 1, 0]);
});

test("a product turns by its right factor first", () => {
  assertNear(rotate(multiply(turn(1, 90), turn(0, 90)), [0, 1, 0]), [1, 0, 0]);
});

test("a slerp goes at constant speed from the one to the other", () => {
  for (const part of [0, 0.25, 0.5, 1]) {
    assertNear(slerp(IDENTITY, turn(0, 80), part), turn(0, 80 * part));
  }
});

test("a slerp takes the shorter way, whichever sign the quaternions have", () => {
  const [x, y, z, w] = turn(1, 60);
  assertNear(slerp(IDENTITY, [-x, -y, -z, -w], 0.5), turn(1, 30));
});

test("a slerp between equals stays, and stays of length one", () => {
  const nearly = turn(2, 1e-6);
  assertNear(slerp(IDENTITY, IDENTITY, 0.5), IDENTITY);
  assertNear(slerp(IDENTITY, nearly, 0.5), turn(2, 5e-7), 1e-12);
});
