import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOf, nowAt, Pieces, windowShown_s } from "../../src/timeline/pieces.ts";

function heard(kind: "started" | "sync" | "ended", id: string, time_s: number, character = 1) {
  return { kind, id, time_s, character };
}

test("a row a character, with the pieces of the last seconds", () => {
  const pieces = new Pieces();
  pieces.take(heard("started", "waves", 10));
  pieces.take(heard("sync", "waves:g:start", 10.1));
  pieces.take(heard("started", "listens", 11, 2));
  pieces.take(heard("ended", "waves", 12));
  pieces.take(heard("started", "sits_down", 13));
  const rows = pieces.rows(14);
  assert.deepEqual(
    rows.map((row) => [row.character, row.bars.map((bar) => [bar.name, bar.plays])]),
    [
      [1, [["waves", false], ["sits down", true]]],
      [2, [["listens", true]]],
    ],
  );
  const [waves, sits] = rows[0]!.bars;
  assert.ok(Math.abs(waves!.to - waves!.from - 2 / windowShown_s) < 1e-9);
  assert.ok(Math.abs(nowAt - sits!.from - 1 / windowShown_s) < 1e-9);
  assert.equal(sits!.to, nowAt);
});

test("what was longer ago than the window is gone", () => {
  const pieces = new Pieces();
  pieces.take(heard("started", "waves", 10));
  pieces.take(heard("ended", "waves", 12));
  assert.equal(pieces.rows(12 + nowAt * windowShown_s - 0.01).length, 1);
  assert.equal(pieces.rows(12 + nowAt * windowShown_s + 0.01).length, 0);
});

test("a block of the same name on another character is another piece", () => {
  const pieces = new Pieces();
  pieces.take(heard("started", "bows", 1, 1));
  pieces.take(heard("started", "bows", 1, 2));
  pieces.take(heard("ended", "bows", 2, 2));
  assert.deepEqual(
    pieces.rows(3).map((row) => row.bars[0]!.plays),
    [true, false],
  );
});

test("speeds are those of the character, from the window's beginning", () => {
  const pieces = new Pieces();
  pieces.measured(1, { time_s: 20, left: 1, right: 2 });
  pieces.measured(2, { time_s: 20, left: 3, right: 4 });
  const speeds = pieces.speedsOf(1, 21);
  assert.equal(speeds.length, 1);
  assert.ok(Math.abs(speeds[0]!.time_s - (nowAt * windowShown_s - 1)) < 1e-9);
});

test("a name is told in words", () => {
  assert.equal(nameOf("tells_of_a_fish"), "tells of a fish");
  assert.equal(nameOf("__"), "__");
});
