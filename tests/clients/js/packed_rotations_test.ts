// Tests for clients/js/src/packed_rotations.ts, by the words of kinesphere.proto.

import assert from "node:assert/strict";
import { test } from "node:test";

import { unpackRotations } from "../../../clients/js/dist/packed_rotations.js";
import { assertNear } from "./near.ts";

/** 48 bits, little-endian: the index of the largest, then the three others in order. */
function packed(largest: number, ...others: [number, number, number]): number[] {
  const [a, b, c] = others.map(BigInt) as [bigint, bigint, bigint];
  let bits = BigInt(largest) | (a << 2n) | (b << 17n) | (c << 32n);
  return Array.from({ length: 6 }, () => {
    const byte = Number(bits & 0xffn);
    bits >>= 8n;
    return byte;
  });
}

/** The number that stands for a component. */
function offsetCoded(component: number): number {
  return Math.round(component * 16383 * Math.SQRT2) + 16383;
}

test("the identity is three middles beside w", () => {
  const rotations = unpackRotations(Uint8Array.from(packed(3, 16383, 16383, 16383)));
  assert.deepEqual([...rotations], [0, 0, 0, 1]);
});

test("the ends of the range are the root of a half", () => {
  const half = Math.SQRT1_2;
  const rotations = unpackRotations(Uint8Array.from([...packed(0, 32766, 16383, 16383),
                                                     ...packed(2, 16383, 0, 16383)]));
  // The largest is what the others leave of 1: the root of a half too.
  assertNear(rotations, [half, half, 0, 0, 0, -half, half, 0], 1e-7);
});

test("whichever component is left out, it comes back in its place", () => {
  // (1, 2, 4, 10) / 11 is of length one, and so is each of its rearrangements.
  const small = [1 / 11, -2 / 11, 4 / 11];
  const [a, b, c] = small.map(offsetCoded) as [number, number, number];
  for (let largest = 0; largest < 4; ++largest) {
    const wanted = [...small];
    wanted.splice(largest, 0, 10 / 11);
    // One step of the code is 1 / (16383 sqrt 2) = 4.3e-5; half of it, and what that makes of the
    // largest, 7 / 10 of it at most.
    assertNear(unpackRotations(Uint8Array.from(packed(largest, a, b, c))), wanted, 2.2e-5);
  }
});

test("rotations stand one behind the other, wherever their bytes begin", () => {
  const bytes = Uint8Array.from([99, ...packed(3, 16383, 16383, 16383),
                                 ...packed(0, 16383, 16383, 16383)]);
  assert.deepEqual([...unpackRotations(bytes.subarray(1))], [0, 0, 0, 1, 1, 0, 0, 0]);
});

test("bytes that are no whole number of rotations are refused", () => {
  assert.throws(() => unpackRotations(new Uint8Array(7)), RangeError);
});

test("what no honest sender writes still is numbers", () => {
  for (const number of unpackRotations(new Uint8Array(6).fill(0xff))) {
    assert.ok(Number.isFinite(number));
  }
});
