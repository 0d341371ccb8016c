import assert from "node:assert/strict";
import { test } from "node:test";
import { poseSize, type Skeleton } from "../../src/scene/pose.ts";
import { Recent, recentMax_s } from "../../src/worker/recent.ts";
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

function add(recent: Recent, from: number, to: number): void {
  for (let tick = from; tick <= to; ++tick) {
    const pose = new Float32Array(poseSize(skeleton));
    pose[0] = tick;
    recent.add(1, tick / 60, pose);
  }
}

function seen(recent: Recent): Written {
  const file = { tickRate: 60, skeletons: [skeleton], recording: recent.recording() };
  return Written.of(file, true);
}

const rootOf = (written: Written, now_ms: number): number | undefined =>
  written.poses(now_ms, 0).poses[0]?.pose[0];

test("what came lately is kept, and what came before that is gone", () => {
  const recent = new Recent();
  add(recent, 0, 60 * 200);
  assert.ok(Math.abs(recent.recording().seconds - recentMax_s) < 0.02);
  recent.forget();
  assert.equal(recent.recording().seconds, 0);
});

test("of a crowd less is kept, so that it takes a bounded number of bytes", () => {
  const recent = new Recent();
  for (let frame = 0; frame < 100; ++frame) recent.add(1, frame / 60, new Float32Array(1 << 20));
  assert.ok(recent.recording().seconds < 0.3);
});

test("frames that come while somebody looks are not among what is seen", () => {
  const recent = new Recent();
  add(recent, 0, 60);
  const past = seen(recent);
  add(recent, 61, 600);
  assert.equal(past.recording.seconds, 1);
});

test("only a part plays, again and again where it loops", () => {
  const recent = new Recent();
  add(recent, 0, 600);
  const past = seen(recent);
  past.playOnly(2, 4);
  past.setPace({ speed: 1, loops: true }, 0);
  past.play(true, 0);
  assert.equal(rootOf(past, 1001), 180);
  assert.equal(rootOf(past, 2501), 150);
  assert.equal(past.poses(99_000, 0).moment?.playing, true);
  past.setPace({ speed: 1, loops: false }, 99_000);
  past.play(true, 99_000);
  past.poses(200_000, 0);
  assert.equal(rootOf(past, 200_000), 240);
  assert.equal(past.poses(200_000, 0).moment?.playing, false);
});

test("it plays slowly, from the moment that is seen", () => {
  const recent = new Recent();
  add(recent, 0, 600);
  const past = seen(recent);
  past.play(true, 0);
  assert.equal(rootOf(past, 1001), 60);
  past.setPace({ speed: 0.1, loops: false }, 1001);
  assert.equal(rootOf(past, 1002), 60);
  assert.equal(rootOf(past, 2003), 66);
});

test("a step shows the next frame or the one before, and stands still", () => {
  const recent = new Recent();
  add(recent, 0, 100);
  const past = seen(recent);
  past.goTo(0.5);
  assert.equal(rootOf(past, 0), 30);
  past.step(1, 0);
  assert.equal(rootOf(past, 1000), 31);
  past.step(-1, 0);
  past.step(-1, 0);
  assert.equal(rootOf(past, 1000), 29);
  for (let i = 0; i < 200; ++i) past.step(-1, 0);
  assert.equal(rootOf(past, 0), 0);
  for (let i = 0; i < 200; ++i) past.step(1, 0);
  assert.equal(rootOf(past, 0), 100);
});
