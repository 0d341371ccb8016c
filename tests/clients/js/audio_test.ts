// Tests for clients/js/src/audio.ts: messages as this client's own values.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chunkFrom, closeFrom, openFrom } from "../../../clients/js/dist/audio.js";
import { decode, encode, type MessageInit } from "../../../clients/js/dist/messages.js";

/** As it comes: the value of the message that was sent. */
function received<Case extends "audioOpen" | "audioChunk" | "audioClose">(
  init: MessageInit & { case: Case }) {
  const message = decode(encode(init));
  assert.equal(message.case, init.case);
  return message.value as Extract<typeof message, { case: Case }>["value"];
}

test("samples are little-endian, wherever in memory they stand", () => {
  const chunk = chunkFrom(received({ case: "audioChunk", value: {
    stream: 7, characterId: 2, seq: 3, pts: 12.5, rateHz: 22050, flags: 6,
    samples: Uint8Array.of(0x01, 0x00, 0xfe, 0xff, 0x34, 0x12),
  } }), "ben");

  assert.deepEqual([...chunk.samples], [1, -2, 0x1234]);
  assert.deepEqual([chunk.starts, chunk.ends, chunk.discards], [false, true, true]);
  assert.deepEqual([chunk.stream, chunk.sequence, chunk.time, chunk.rate, chunk.character],
                   [7, 3, 12.5, 22050, "ben"]);
});

test("a stream opens and closes under its number", () => {
  const open = openFrom(received({ case: "audioOpen", value: {
    stream: 7, characterId: 1, id: "hello:speech1", pts: 2, rateHz: 16000, samples: 32000n,
  } }), "ada");
  const close = closeFrom(received({ case: "audioClose", value: {
    stream: 7, characterId: 1,
  } }), "ada");

  assert.equal(open.id, "hello:speech1");
  assert.equal(open.sampleCount, 32000);
  assert.equal(open.time, 2);
  assert.deepEqual(close, { kind: "close", stream: 7, characterId: 1, character: "ada" });
});
