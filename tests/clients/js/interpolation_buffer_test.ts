// Tests for clients/js/src/interpolation_buffer.ts: one joint that turns about y at 1 degree a
// tick, on a character that walks along z at a metre a second, its channel rising at 0.6 a second.

import assert from "node:assert/strict";
import { test } from "node:test";

import { InterpolationBuffer, type Frame } from "../../../clients/js/dist/index.js";
import { assertNear } from "./near.ts";

const RATE = 60;
const ROUNDING = 1e-6; // of floats

function turnAboutY(degrees: number): [number, number, number, number] {
  const half = (degrees * Math.PI) / 360;
  return [0, Math.sin(half), 0, Math.cos(half)];
}

function frame(tick: number, changes: Partial<Frame> = {}): Frame {
  const time = tick / RATE;
  return {
    characterId: 1, character: "ada", skeletonId: 1, tick, time,
    root: Float32Array.of(0, 0, time, ...turnAboutY(0)), hips: Float32Array.of(0, 1 + time, 0),
    parentFromJoint: Float32Array.from(turnAboutY(tick)),
    channels: Float32Array.of(0.6 * time), discontinuity: false, ...changes,
  };
}

function filled(...ticks: number[]): InterpolationBuffer {
  const buffer = new InterpolationBuffer({ delay: 0.05 });
  ticks.forEach((tick) => buffer.push(frame(tick)));
  return buffer;
}

test("the pose lies the delay before the moment, between the frames around it", () => {
  // 6.5 ticks into the second.
  const pose = filled(4, 6, 7, 8).sample(6.5 / RATE + 0.05)!;
  assertNear(pose.parentFromJoint, turnAboutY(6.5), ROUNDING);
  assertNear(pose.root, [0, 0, 6.5 / RATE, 0, 0, 0, 1], ROUNDING);
  assertNear(pose.hips, [0, 1 + 6.5 / RATE, 0], ROUNDING);
  assertNear(pose.channels, [0.065], ROUNDING);
  assertNear([pose.time], [6.5 / RATE]);
});

test("turns go evenly between frames far apart, the shorter way", () => {
  const buffer = new InterpolationBuffer({ delay: 0 });
  const [x, y, z, w] = turnAboutY(90);
  buffer.push(frame(0));
  buffer.push(frame(6, { parentFromJoint: Float32Array.of(-x, -y, -z, -w) }));
  for (let tick = 0; tick < 6; ++tick) {
    assertNear(buffer.sample(tick / RATE)!.parentFromJoint, turnAboutY(15 * tick), ROUNDING);
  }
});

test("where no frame is new enough, the newest holds", () => {
  const buffer = filled(1, 2);
  assertNear(buffer.sample(100)!.parentFromJoint, turnAboutY(2), ROUNDING);
  assert.equal(buffer.sample(100)!.tick, 2);
});

test("before the first frame there is nothing, and before its time it is shown", () => {
  assert.equal(new InterpolationBuffer().sample(1), undefined);
  assert.equal(filled(10).sample(0.05)!.tick, 10);
});

test("what falls more than a quarter of a second behind jumps, and goes on from there", () => {
  const buffer = filled(...Array.from({ length: 60 }, (_, tick) => tick));
  // 59 ticks are 0.983 s: a moment 0.26 s before it, and what it shows lies 0.31 s behind.
  const moment = 59 / RATE - 0.26;
  const jumped = buffer.sample(moment)!;
  assertNear([jumped.time], [59 / RATE - 0.05], ROUNDING);
  const later = buffer.sample(moment + 0.01)!;
  assertNear([later.time], [59 / RATE - 0.04], ROUNDING);
});

test("a clock that comes right again finds the delay that there was", () => {
  const buffer = filled(...Array.from({ length: 121 }, (_, tick) => tick));
  assertNear([buffer.sample(1)!.time], [2 - 0.05], ROUNDING); // a second late: it jumps
  assertNear([buffer.sample(2)!.time], [2 - 0.05], ROUNDING); // right again: nothing goes back
  for (let tick = 121; tick <= 180; ++tick) {
    buffer.push(frame(tick));
  }
  assertNear([buffer.sample(2.9)!.time], [2.85], ROUNDING);
  assertNear([buffer.sample(3)!.time], [2.95], ROUNDING);
});

test("what lies a little behind does not jump", () => {
  const buffer = filled(...Array.from({ length: 60 }, (_, tick) => tick));
  assertNear([buffer.sample(59 / RATE - 0.19)!.time], [59 / RATE - 0.24], ROUNDING);
});

test("nothing is shown between a place and another where the character was put", () => {
  const buffer = filled(1);
  buffer.push(frame(2, { discontinuity: true, root: Float32Array.of(9, 0, 0, 0, 0, 0, 1) }));
  assertNear(buffer.sample(1.9 / RATE + 0.05)!.root, frame(1).root);
  assert.equal(buffer.sample(2 / RATE + 0.05)!.root[0], 9);
});

test("a frame that is no later than those before it changes nothing", () => {
  const buffer = filled(5, 6);
  buffer.push(frame(6, { channels: Float32Array.of(9) }));
  buffer.push(frame(4, { channels: Float32Array.of(9) }));
  assertNear(buffer.sample(100)!.channels, [0.06], ROUNDING);
});

test("another body begins anew, whatever its tick", () => {
  const buffer = filled(500, 501);
  buffer.push(frame(3, { skeletonId: 2, parentFromJoint: new Float32Array(8) }));
  assert.equal(buffer.sample(8.4)!.skeletonId, 2);
});

test("who never asks keeps no more than some seconds", () => {
  const buffer = new InterpolationBuffer({ jump: Infinity });
  for (let tick = 0; tick < 10_000; ++tick) {
    buffer.push(frame(tick));
  }
  const oldest = buffer.sample(0)!;
  assert.ok(oldest.tick > 10_000 - 600, `${oldest.tick}`);
});
