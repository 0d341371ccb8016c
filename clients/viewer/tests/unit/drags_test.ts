import assert from "node:assert/strict";
import { test } from "node:test";
import { Drags, dragsMax, held_s, letGo_s, type Drag } from "../../src/muscles/drags.ts";

// The bounds of a server: docs/live.md.
const pushesPerSecond = 60;
const atOnceMax = 32;

interface Sent {
  readonly at_ms: number;
  readonly drag: Drag;
  readonly duration_s: number;
}

// A clock that a test moves, and what was sent at which of its moments.
class Bench {
  readonly sent: Sent[] = [];
  readonly drags: Drags;
  now_ms = 0;
  private call: (() => void) | undefined;
  private every_ms = 0;
  private due_ms = 0;

  constructor() {
    const timer = {
      start: (call: () => void, every_ms: number): unknown => {
        this.call = call;
        this.every_ms = every_ms;
        this.due_ms = this.now_ms + every_ms;
        return 1;
      },
      stop: (): void => (this.call = undefined),
    };
    this.drags = new Drags(
      (drag, duration_s) => this.sent.push({ at_ms: this.now_ms, drag, duration_s }),
      timer,
    );
  }

  get runs(): boolean {
    return this.call !== undefined;
  }

  pass(milliseconds: number): void {
    const end_ms = this.now_ms + milliseconds;
    while (this.call && this.due_ms <= end_ms) {
      this.now_ms = this.due_ms;
      this.due_ms += this.every_ms;
      this.call();
    }
    this.now_ms = end_ms;
  }
}

const drag = (joint: string, x = 0): Drag => ({
  character: "ada",
  joint,
  point: [x, 1, 0],
  stiffness: 2000,
  limit: 400,
});

test("however often a pointer moves, a server is sent less than it takes a second", () => {
  for (const joints of [1, 2, dragsMax]) {
    const bench = new Bench();
    for (let i = 0; i < 1000; ++i) {
      for (let joint = 0; joint < joints; ++joint) bench.drags.drag(drag(`j${joint}`, i));
      bench.pass(1);
    }
    const { length } = bench.sent;
    assert.ok(length > 20 && length < pushesPerSecond, `${length} of ${joints} joints`);
  }
});

test("the place where the pointer is last is sent, and within a tenth of a second", () => {
  const bench = new Bench();
  bench.drags.drag(drag("leftHand", 1));
  bench.drags.drag(drag("leftHand", 2));
  bench.pass(100);
  assert.equal(bench.sent[0]!.drag.point[0], 2);
  assert.ok(bench.sent[0]!.at_ms <= 100);
});

test("a pointer that rests holds on: each drag is renewed before it is over", () => {
  for (const joints of [1, 3, dragsMax]) {
    const bench = new Bench();
    for (let joint = 0; joint < joints; ++joint) bench.drags.drag(drag(`j${joint}`));
    bench.pass(2000);
    for (let joint = 0; joint < joints; ++joint) {
      const own = bench.sent.filter((each) => each.drag.joint === `j${joint}`);
      assert.ok(own.length > 5);
      own.slice(1).forEach((each, i) => {
        const gap_s = (each.at_ms - own[i]!.at_ms) / 1000;
        assert.ok(gap_s < own[i]!.duration_s, `${gap_s} s between two of ${joints}`);
      });
    }
  }
});

test("one that is let go is over in a tick, and nothing is sent after it", () => {
  const bench = new Bench();
  bench.drags.drag(drag("leftHand"));
  bench.drags.drag(drag("rightHand"));
  bench.pass(200);
  const before = bench.sent.length;
  bench.drags.letGo({ character: "ada", joint: "leftHand" });
  bench.pass(60);
  const [last] = bench.sent.slice(before);
  const { drag: over, duration_s } = last!;
  assert.deepEqual([over.joint, over.limit, duration_s], ["leftHand", 0, letGo_s]);
  assert.ok(last!.at_ms - 200 <= 30, "it waits for no other drag");
  bench.pass(1000);
  const later = bench.sent.slice(before + 1);
  assert.ok(later.length > 10 && later.every((each) => each.drag.joint === "rightHand"));
  bench.drags.letGo({ character: "ada", joint: "rightHand" });
  bench.pass(1000);
  assert.equal(bench.runs, false, "the timer rests");
});

test("a page that stops holds nobody for longer than half a second", () => {
  assert.ok(held_s <= 0.5);
});

test("no more act at once than a server takes, and none after the connection is gone", () => {
  const bench = new Bench();
  for (let joint = 0; joint < 100; ++joint) bench.drags.drag(drag(`j${joint}`));
  bench.pass(3000);
  const joints = new Set(bench.sent.map((each) => each.drag.joint));
  assert.equal(joints.size, dragsMax);
  assert.ok(dragsMax <= atOnceMax);
  bench.drags.forget();
  const { length } = bench.sent;
  bench.pass(1000);
  assert.equal(bench.sent.length, length);
  bench.drags.letGo({ character: "ada", joint: "j0" });
  bench.pass(1000);
  assert.equal(bench.sent.length, length);
});
