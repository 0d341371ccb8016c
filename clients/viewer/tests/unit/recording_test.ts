import assert from "node:assert/strict";
import { test } from "node:test";
import { Recording } from "../../src/worker/recording.ts";

function filled(): Recording {
  const recording = new Recording();
  for (let tick = 0; tick <= 60; ++tick) recording.add(1, 10 + tick / 60, new Float32Array([tick]));
  return recording;
}

test("a recording is as long as from its first frame to its last", () => {
  assert.equal(new Recording().seconds, 0);
  assert.equal(filled().seconds, 1);
});

test("at any moment the last frame until then is seen", () => {
  const recording = filled();
  const seen = (at_s: number): number | undefined =>
    recording.frameAt(1, recording.timeAt(at_s))?.pose[0];
  assert.equal(seen(0), 0);
  assert.equal(seen(0.5 + 0.001), 30);
  assert.equal(seen(1), 60);
  assert.equal(seen(99), 60);
  assert.equal(seen(-1), 0);
  assert.equal(recording.frameAt(2, 10), undefined);
});

test("the frames between two moments, without the first and with the last", () => {
  const ticks = filled()
    .between(1, 10.5, 10.6)
    .map(({ pose }) => pose[0]);
  assert.deepEqual(ticks, [31, 32, 33, 34, 35, 36]);
});

test("frames that do not come later are left out", () => {
  const recording = filled();
  recording.add(1, 10.5, new Float32Array([99]));
  assert.equal(recording.seconds, 1);
  assert.equal(recording.frameAt(1, 10.5)?.pose[0], 30);
});

test("it takes a bounded number of bytes, and says when it is full", () => {
  const recording = new Recording();
  const pose = new Float32Array(1 << 20); // 4 MiB
  for (let frame = 0; frame < 100; ++frame) recording.add(1, frame, pose);
  assert.ok(recording.full);
  assert.ok(recording.seconds < 30);
});
