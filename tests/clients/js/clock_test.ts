// Tests for clients/js/src/clock.ts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Clock } from "../../../clients/js/dist/index.js";

/** A ping to a server whose clock is 5 s ahead and whose ticks are 2 s ahead, in microseconds. */
function ping(sent: number, thither: number, back: number) {
  const there = sent + thither;
  return { sent, received: there + back, server: there + 5e6, serverTick: there + 2e6 };
}

test("the server's time is that of the middle of the round trip", () => {
  const clock = new Clock();
  clock.add(ping(1e6, 3000, 3000));
  assert.equal(clock.roundTrip, 0.006);
  assert.equal(clock.serverTime(10e6), 15);
  assert.equal(clock.tickTime(10e6), 12);
});

test("the least round trip counts, for it errs least", () => {
  const clock = new Clock();
  clock.add(ping(1e6, 90000, 1000)); // off by half of what the ways differ: 44.5 ms
  clock.add(ping(2e6, 1000, 1000));
  clock.add(ping(3e6, 1000, 50000));
  assert.equal(clock.roundTrip, 0.002);
  assert.equal(clock.tickTime(10e6), 12);
});

test("a ping is forgotten after ten more", () => {
  const clock = new Clock();
  clock.add({ ...ping(0, 0, 0), serverTick: 7e6 });
  for (let i = 1; i <= 9; ++i) {
    clock.add(ping(1e6 * i, 1000, 1000));
  }
  assert.equal(clock.tickTime(1e6), 8);
  clock.add(ping(10e6, 1000, 1000));
  assert.equal(clock.tickTime(1e6), 3);
});

test("before the first answer, and before the first tick, there is no time", () => {
  const clock = new Clock();
  assert.deepEqual([clock.roundTrip, clock.serverTime(), clock.tickTime()],
                   [undefined, undefined, undefined]);
  clock.add({ sent: 0, received: 2, server: 1e6, serverTick: 0 });
  assert.deepEqual([clock.serverTime(1), clock.tickTime(1)], [1, undefined]);
});
