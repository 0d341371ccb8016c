// Tests for clients/js/src/framing.ts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ENVELOPE_BYTES_MAX, Splitter, withLength } from "../../../clients/js/dist/framing.js";

const BODIES = [[], [1], [2, 3, 4], Array.from({ length: 300 }, (_, i) => i % 251)];

function joined(pieces: Uint8Array[]): Uint8Array {
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}

test("a message is its length in four little-endian bytes and its body", () => {
  assert.deepEqual([...withLength(Uint8Array.of(42, 2, 8, 7))], [4, 0, 0, 0, 42, 2, 8, 7]);
  assert.deepEqual([...withLength(new Uint8Array(258)).subarray(0, 4)], [2, 1, 0, 0]);
});

test("messages are found however their bytes are split", () => {
  const stream = joined(BODIES.map((body) => withLength(Uint8Array.from(body))));
  const found = (sizes: number) => {
    const splitter = new Splitter();
    const bodies: number[][] = [];
    for (let at = 0; at < stream.length; at += sizes) {
      bodies.push(...splitter.push(stream.slice(at, at + sizes)).map((body) => [...body]));
    }
    return bodies;
  };
  for (let sizes = 1; sizes <= stream.length; ++sizes) {
    assert.deepEqual(found(sizes), BODIES, `in pieces of ${sizes}`);
  }
});

test("a length past the limit is an error before its bytes come", () => {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, ENVELOPE_BYTES_MAX + 1, true);
  assert.throws(() => new Splitter().push(length), RangeError);
});
