import assert from "node:assert/strict";
import { test } from "node:test";
import { SpeedMeter, travelOf, type WristSample } from "../../src/curves/speeds.ts";

// The left wrist on a circle of 0.5 m, one turn in 2 s; the right one at 0.2 m/s along z.
function sample(time_s: number): WristSample {
  const angle = Math.PI * time_s;
  return [time_s, 0.5 * Math.cos(angle), 0.5 * Math.sin(angle), 0, 1, 1, 0.2 * time_s];
}

test("speeds are those of the motion", () => {
  const meter = new SpeedMeter();
  for (let tick = 0; tick < 60; ++tick) {
    const speed = meter.after(sample(tick / 60));
    if (tick < 2) {
      assert.equal(speed, undefined);
      continue;
    }
    assert.ok(speed);
    assert.ok(Math.abs(speed.time_s - (tick - 1) / 60) < 1e-9);
    // A chord of two ticks is shorter than its arc by (angle / 2)^2 / 6: 0.05 % here.
    assert.ok(Math.abs(speed.left - 0.5 * Math.PI) < 2e-3, String(speed.left));
    assert.ok(Math.abs(speed.right - 0.2) < 1e-9);
  }
});

test("nothing is said across a gap, nor when time goes back", () => {
  const meter = new SpeedMeter();
  meter.after(sample(0));
  meter.after(sample(0.02));
  assert.equal(meter.after(sample(5)), undefined);
  assert.equal(meter.after(sample(1)), undefined);
  assert.equal(meter.after(sample(1.02)), undefined);
  assert.ok(meter.after(sample(1.04)));
});

test("travel is the speed over time, and its most", () => {
  const speeds = [0, 1, 2, 3].map((i) => ({ time_s: i / 8, left: 2, right: i }));
  // 2 m/s for 3/8 s; 1, 2 and 3 m/s for an eighth of a second each.
  const travel = { leftPath_m: 0.75, rightPath_m: 0.75, leftTop: 2, rightTop: 3 };
  assert.deepEqual(travelOf(speeds), travel);
  // Of what was not seen nothing is known, however fast they were behind it.
  assert.deepEqual(travelOf([...speeds, { time_s: 3, left: 2, right: 3 }]), travel);
  assert.equal(travelOf([]).leftPath_m, 0);
});
