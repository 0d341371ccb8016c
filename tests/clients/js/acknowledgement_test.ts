// Tests for clients/js/src/acknowledgement.ts.

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { Acknowledgement } from "../../../clients/js/dist/acknowledgement.js";

function started(context: TestContext): { said: number[]; acknowledgement: Acknowledgement } {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const said: number[] = [];
  return { said, acknowledgement: new Acknowledgement(({ tick }) => said.push(Number(tick))) };
}

test("the first frame is acknowledged at once, those that follow ten times a second", (context) => {
  const { said, acknowledgement } = started(context);
  for (let tick = 1; tick <= 10; ++tick) {
    acknowledgement.shown(tick);
  }
  assert.deepEqual(said, [1]);
  context.mock.timers.tick(100);
  assert.deepEqual(said, [1, 10]);
});

test("the last frame before a pause is acknowledged, and the first one after it", (context) => {
  const { said, acknowledgement } = started(context);
  acknowledgement.shown(1);
  acknowledgement.shown(2);
  context.mock.timers.tick(100);
  context.mock.timers.tick(5000);
  assert.deepEqual(said, [1, 2]);
  acknowledgement.shown(3);
  assert.deepEqual(said, [1, 2, 3]);
});

test("while callbacks keep timers waiting, frames are acknowledged all the same", (context) => {
  const { said, acknowledgement } = started(context); // no timer comes
  let now = 0;
  context.mock.method(performance, "now", () => now);
  for (let tick = 1; tick <= 4; ++tick, now += 60) {
    acknowledgement.shown(tick);
  }
  assert.deepEqual(said, [1, 2, 3, 4]);
});

test("nothing is said when the connection is gone", (context) => {
  const { said, acknowledgement } = started(context);
  acknowledgement.shown(1);
  acknowledgement.shown(2);
  acknowledgement.stop();
  context.mock.timers.tick(1000);
  assert.deepEqual(said, [1]);
});
