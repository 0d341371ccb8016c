import assert from "node:assert/strict";
import { test } from "node:test";
import { reportOf } from "../../src/app/latency.ts";

// Tick 0 was due at 1000 ms. The nth frame comes n ms late to the Worker, 1 ms later to the page.
const arrivals = Array.from({ length: 100 }, (_, index) => {
  const late_ms = index + 1;
  const due_ms = 1000 + (1000 * index) / 50;
  const best = index === 70;
  return {
    type: "arrived" as const,
    time_s: index / 50,
    worker_ms: due_ms + late_ms,
    page_ms: due_ms + late_ms + 1,
    tickZero_ms: best ? 1000 : 1003,
    roundTrip_ms: best ? 0.5 : 7,
  };
});

test("lateness is told by the clock of the best ping, and by how many are not later", () => {
  const { frames, roundTrip, toWorker, toPage } = reportOf(arrivals);
  assert.equal(frames, 100);
  assert.equal(roundTrip, 0.5);
  const near = (found: number, expected: number): void =>
    assert.ok(Math.abs(found - expected) < 1e-6, `${found} is not ${expected}`);
  near(toWorker.p50, 50);
  near(toWorker.p95, 95);
  near(toWorker.p99, 99);
  near(toPage.p95, 96);
});
