// Tests for clients/js/src/deliveries.ts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Deliveries } from "../../../clients/js/dist/deliveries.js";
import type { Frame } from "../../../clients/js/dist/frame.js";
import { soon } from "../../../clients/js/dist/soon.js";

function frame(characterId: number, tick: number, discontinuity = false): Frame {
  const none = new Float32Array();
  return { characterId, character: "", skeletonId: 1, tick, time: 0, root: none, hips: none,
           parentFromJoint: none, channels: none, discontinuity };
}

/** Takes so long that the turn is over. */
function dawdle(): void {
  const end = performance.now() + 10;
  while (performance.now() < end) {
    // Nothing else runs.
  }
}

test("what came waits for its turn; of a character's frames the newest alone", async () => {
  const told: (string | number)[] = [];
  const deliveries = new Deliveries(() => told.push("turn"), (frame) => told.push(frame.tick));
  deliveries.push(() => told.push("started"));
  [10, 11].forEach((tick) => deliveries.pushFrame(frame(1, tick)));
  deliveries.pushFrame(frame(2, 20));
  deliveries.push(() => told.push("ended"));
  deliveries.pushFrame(frame(1, 12));
  assert.deepEqual(told, []);
  await new Promise<void>((resolve) => soon(resolve));
  assert.deepEqual(told, ["turn", "started", 20, "ended", 12]);
});

test("behind a slow callback the connection is looked at again", async () => {
  const told: number[] = [];
  const deliveries = new Deliveries(() => {}, ({ tick }) => {
    told.push(tick);
    dawdle();
  });
  deliveries.pushFrame(frame(1, 1));
  deliveries.pushFrame(frame(2, 1));
  await new Promise<void>((resolve) => soon(resolve));
  assert.deepEqual(told, [1]);
  deliveries.pushFrame(frame(2, 7)); // read meanwhile
  await new Promise<void>((resolve) => soon(resolve));
  assert.deepEqual(told, [1, 7]);
});

test("a frame in place of a discontinuous one is so too", () => {
  const told: boolean[] = [];
  const deliveries = new Deliveries(() => {}, ({ discontinuity }) => told.push(discontinuity));
  deliveries.pushFrame(frame(1, 1, true));
  deliveries.pushFrame(frame(1, 2));
  deliveries.flush();
  deliveries.pushFrame(frame(1, 3));
  deliveries.flush();
  assert.deepEqual(told, [true, false]);
});

test("where too much waits, all but a few are told before anything more is read", async () => {
  let told = 0;
  const deliveries = new Deliveries(() => {}, () => {});
  for (let i = 0; i < 5000; ++i) {
    deliveries.push(() => {
      if (++told === 1) {
        dawdle();
      }
    });
  }
  await new Promise<void>((resolve) => soon(resolve));
  assert.ok(told >= 5000 - 4096);
});

test("nobody is told what was cleared", () => {
  const deliveries = new Deliveries(() => {}, () => assert.fail("told"));
  deliveries.push(() => assert.fail("told"));
  deliveries.pushFrame(frame(1, 1));
  deliveries.clear();
  deliveries.flush();
});
