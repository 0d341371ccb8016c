// Tests for clients/js/src/saying.ts, and for the calls that use it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Timing } from "../../../clients/js/dist/generated/kinesphere_pb.js";
import { encode, type MessageInit } from "../../../clients/js/dist/messages.js";
import { checkRate, piecesOf, speechesFrom, timingFrom,
         wholeOf } from "../../../clients/js/dist/saying.js";
import { conversation } from "./stage.ts";

function accepted(id: string): MessageInit {
  return { case: "accepted", value: { id, blocks: [id],
                                      speeches: [{ id: `${id}:s`, timing: Timing.ALIGNED }] } };
}

test("a long sound is cut, and nothing of it is lost", () => {
  const audio = Uint8Array.from({ length: 600_001 }, (_, i) => i % 251);
  const messages = wholeOf("a", "Oh", audio, [{ word: "Oh", start: 0, end: 1 }], { rate: 24000 });
  const parts = messages.map((message) => (message.value as { audio: Uint8Array }).audio);

  assert.deepEqual(Buffer.concat(parts), Buffer.from(audio));
  assert.deepEqual(messages.map((each) => each.case), ["say", "sayMore", "sayMore"]);
  assert.deepEqual(messages.slice(1).map((each) => (each.value as { last: boolean }).last),
                   [false, true]);
  assert.ok(messages.every((message) => encode(message).length < 1 << 20));
  const first = messages[0]!.value as { words: string; whenWhole: boolean; rateHz: number };
  assert.deepEqual([first.words, first.whenWhole, first.rateHz],
                   ['[{"word":"Oh","start":0,"end":1}]', true, 24000]);
});

test("sound whose rate nobody says, or two say, is an error that names the option", () => {
  const wave = new TextEncoder().encode("RIFF....WAVE");
  assert.throws(() => wholeOf("a", "Oh", Uint8Array.of(1, 0), undefined, {}),
                { name: "RangeError", message: /no \.wav; .*\brate: 24000$/ });
  assert.throws(() => wholeOf("a", "Oh", wave, undefined, { rate: 24000 }),
                { name: "RangeError", message: /leave out rate: 24000$/ });
  assert.equal(wholeOf("a", "Oh", wave, undefined, {}).length, 1);
  assert.equal(wholeOf("a", "Oh", new Uint8Array(), undefined, {}).length, 1);
  checkRate(wave.subarray(0, 2), 0);
});

test("a speech has the trace that it is given", () => {
  const [message] = wholeOf("a", "Oh", new Uint8Array(), undefined, { traceparent: "a trace" });
  assert.equal((message!.value as { traceparent: string }).traceparent, "a trace");
});

test("an empty piece is one message", () => {
  assert.deepEqual(piecesOf("a", {}, true).map((each) => each.case), ["sayMore"]);
});

test("a speech's class has the protocol's word", () => {
  const words = [Timing.TIMING_UNSPECIFIED, Timing.MEASURED, Timing.MARKS, Timing.ALIGNED,
                 Timing.ESTIMATED].map(timingFrom);
  assert.deepEqual(words, ["", "measured", "marks", "aligned", "estimated"]);
  assert.deepEqual(speechesFrom([]), []);
});

test("a speech in pieces waits for its answer at its end, though it came before", async (context) => {
  const { client, guest } = await conversation(context);

  client.beginSaying("raw");
  await guest.receive("say");
  assert.throws(() => client.sayMore("raw", { audio: Uint8Array.of(1, 0) }), RangeError);

  client.beginSaying("a", { rate: 24000, unit: "ms" });
  client.sayMore("a", { text: "Hello", audio: Uint8Array.of(1, 0) });
  assert.equal((await guest.receive("say")).more, true);
  assert.deepEqual((await guest.receive("sayMore")).text, "Hello");
  guest.send(accepted("a"));
  const ending = client.endSaying("a");
  assert.equal((await guest.receive("sayMore")).last, true);
  assert.deepEqual((await ending).speeches, [{ id: "a:s", timing: "aligned" }]);

  const saying = client.say("Hi", Uint8Array.of(1, 0), undefined, { rate: 24000, id: "b" });
  assert.equal((await guest.receive("say")).more, false);
  guest.send({ case: "refused", value: { id: "b", error: "no" } });
  await assert.rejects(saying, /no/);
  await assert.rejects(client.endSaying("c"), RangeError);
});
