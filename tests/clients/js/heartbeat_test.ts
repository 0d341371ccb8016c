// Tests for clients/js/src/heartbeat.ts.

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { Heartbeat } from "../../../clients/js/dist/heartbeat.js";

/** Counted time goes on, in steps, for a timer that one starts counts from the end of its step. */
function pass(context: TestContext, milliseconds: number): void {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    context.mock.timers.tick(100);
  }
}

test("pings come quickly at first, then every two seconds", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const heartbeat = new Heartbeat();
  let sent = 0;
  heartbeat.start(() => {
    ++sent;
    heartbeat.heard();
  }, assert.fail);
  pass(context, 500);
  assert.equal(sent, 6);
  pass(context, 1900);
  assert.equal(sent, 6);
  pass(context, 100);
  assert.equal(sent, 7);
  pass(context, 200_000);
  assert.equal(sent, 107);
});

test("who is not heard of for ten seconds is gone, and that is said once", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const heartbeat = new Heartbeat();
  let silences = 0;
  heartbeat.start(() => {}, () => ++silences);
  pass(context, 500 + 9900);
  assert.equal(silences, 0);
  heartbeat.heard();
  pass(context, 9900);
  assert.equal(silences, 0);
  pass(context, 40_000);
  assert.equal(silences, 1);
});

test("a ping that waits is told when the connection goes", async () => {
  const heartbeat = new Heartbeat();
  const pinging = heartbeat.ping(() => {}, Infinity);
  heartbeat.stop(new Error("gone"));
  await assert.rejects(pinging, /gone/);
});

test("a ping by which the connection is lost is the last one", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const heartbeat = new Heartbeat();
  let sent = 0;
  heartbeat.start(() => {
    if (++sent === 3) {
      heartbeat.stop(new Error("the server does not read"));
    }
  }, assert.fail);
  pass(context, 30_000);
  assert.equal(sent, 3);
});
