import assert from "node:assert/strict";
import { test } from "node:test";
import { length_s, performance, rowsOf } from "../../src/timeline/performance.ts";

const planned = [
  { id: "one:beat:start", time_s: 0.25, phase: "" },
  { id: "one:beat:ready", time_s: 0.5, phase: "preparation" },
  { id: "one:smile:p1", time_s: 1, phase: "" },
  { id: "one:beat:stroke", time_s: 0.75, phase: "stroke" },
];

test("a row a sequence, with the phases between its sync points", () => {
  const rows = rowsOf(performance("one", 1, planned));
  assert.deepEqual(
    rows.map((row) => row.name),
    ["beat", "smile"],
  );
  assert.deepEqual(rows[0]?.phases, [
    { name: "preparation", from_s: 0.25, to_s: 0.5 },
    { name: "stroke", from_s: 0.5, to_s: 0.75 },
  ]);
});

test("of sync points at one moment the one that names a phase is heard", () => {
  const atOnce = [
    { id: "one:g:start", time_s: 0, phase: "" },
    { id: "one:g:stroke", time_s: 0.5, phase: "" },
    { id: "one:g:stroke-end", time_s: 0.5, phase: "stroke" },
  ];
  assert.deepEqual(rowsOf(performance("one", 1, atOnce))[0]?.phases, [
    { name: "stroke", from_s: 0, to_s: 0.5 },
  ]);
});

test("sync points know whether they have happened", () => {
  const shown = performance("one", 1, planned);
  shown.happened.push({ kind: "sync", id: "one:beat:ready", time_s: 0.51, message: "" });
  const syncs = rowsOf(shown)[0]?.syncs.map((sync) => [sync.name, sync.happened]);
  assert.deepEqual(syncs, [
    ["start", false],
    ["ready", true],
    ["stroke", false],
  ]);
});

test("without a plan the rows are what has happened", () => {
  const shown = performance("one", 1, []);
  shown.happened.push({ kind: "started", id: "one", time_s: 0, message: "" });
  shown.happened.push({ kind: "sync", id: "one:s1:p1", time_s: 0.4, message: "" });
  assert.deepEqual(
    rowsOf(shown).map((row) => [row.name, row.to_s]),
    [["s1", 0.4]],
  );
});

test("it is as long as what is planned, or has happened later", () => {
  const shown = performance("one", 1, planned);
  assert.equal(length_s(shown), 1);
  shown.end_s = 1.3;
  assert.equal(length_s(shown), 1.3);
});
