// Tests for clients/js/src/axes.ts: against clients/renderers/axes.json, and by rotations.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { axisMaps, rotate, type Quaternion, type Vector } from "../../../clients/js/dist/index.js";
import { assertNear } from "./near.ts";

interface Row {
  readonly vector: readonly string[];
  readonly quaternion: readonly string[];
  readonly unit: number;
  readonly handed: string;
}

const page = new URL("../../../clients/renderers/axes.json", import.meta.url);
const rows = (JSON.parse(readFileSync(page, "utf8")) as { maps: Record<string, Row> }).maps;

function byWords(words: readonly string[], values: readonly number[]): number[] {
  return words.map((word) => {
    const value = values["xyzw".indexOf(word.at(-1)!)]!;
    return word.startsWith("-") ? -value : value;
  });
}

test("the maps of the code are those of the page", () => {
  assert.deepEqual([...axisMaps.keys()].sort(), Object.keys(rows).sort());
  for (const map of axisMaps.values()) {
    const row = rows[map.name]!;
    assertNear(map.direction([1, 2, 3]), byWords(row.vector, [1, 2, 3]));
    assertNear(map.quaternion([1, 2, 3, 4]), byWords(row.quaternion, [1, 2, 3, 4]));
    assert.equal(map.unit, row.unit);
    assert.equal(map.mirrors, row.handed === "left");
  }
});

test("a mapped rotation turns a mapped point to where the point is turned", () => {
  const sine = Math.sin(0.4);
  const turn: Quaternion = [0.48 * sine, -0.6 * sine, 0.64 * sine, Math.cos(0.4)];
  const point: Vector = [0.3, -0.2, 0.7];
  for (const map of axisMaps.values()) {
    assertNear(rotate(map.quaternion(turn), map.direction(point)),
               map.direction(rotate(turn, point)));
  }
});
