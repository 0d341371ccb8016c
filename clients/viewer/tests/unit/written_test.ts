import assert from "node:assert/strict";
import { test } from "node:test";
import { poseSize, type Skeleton } from "../../src/scene/pose.ts";
import { Written } from "../../src/worker/written.ts";

const skeleton: Skeleton = {
  characterId: 1,
  id: 1,
  character: "ada",
  body: "ada",
  hipsHeight: 1,
  joints: [{ name: "hips", parent: -1, offset: [0, 1, 0] }],
  channels: [],
};

// Two seconds from tick time 10 on; the root's x is the number of the tick.
function twoSeconds(): Written {
  const written = new Written(60);
  written.enter(skeleton);
  for (let tick = 0; tick <= 120; ++tick) {
    const pose = new Float32Array(poseSize(skeleton));
    pose[0] = tick;
    written.add(1, 10 + tick / 60, pose);
  }
  return written;
}

const rootOf = (written: Written, now_ms: number): number | undefined =>
  written.poses(now_ms, 0).poses[0]?.pose[0];

test("at a moment that is chosen everything stands still", () => {
  const written = twoSeconds();
  written.goTo(0.5);
  assert.equal(rootOf(written, 0), 30);
  assert.equal(rootOf(written, 1000), 30);
  assert.equal(written.poses(2000, 0).moment?.playing, false);
});

test("it plays as time goes, and stops at its end", () => {
  const written = twoSeconds();
  written.play(true, 5000);
  assert.equal(rootOf(written, 5000), 0);
  assert.equal(rootOf(written, 6001), 60);
  assert.equal(written.poses(6001, 0).moment?.playing, true);
  assert.equal(rootOf(written, 9000), 120);
  assert.equal(written.poses(9000, 0).moment?.playing, false);
});

test("from its end it plays from the beginning again, and pauses where it is", () => {
  const written = twoSeconds();
  written.goTo(2);
  written.play(true, 0);
  assert.equal(rootOf(written, 501), 30);
  written.play(false, 501);
  assert.equal(rootOf(written, 5000), 30);
});

test("the wrists' path is handed out once as it plays", () => {
  const written = twoSeconds();
  written.play(true, 0);
  const samples = (now_ms: number): number =>
    written.poses(now_ms, 0).wrists[0]!.samples.length / 7;
  samples(0);
  assert.equal(samples(501), 30);
  assert.equal(samples(501), 0);
  assert.equal(samples(1001), 30);
});
