// Tests for clients/js/src/sound.ts and the calls that use it, against a server that the test plays.

import assert from "node:assert/strict";
import { test } from "node:test";

import { AudioCodec, AudioHeard_Kind } from "../../../clients/js/dist/generated/kinesphere_pb.js";
import type { HeardSound } from "../../../clients/js/dist/index.js";
import { conversation } from "./stage.ts";

test("a piece of sound says where it belongs", async (context) => {
  const { client, guest } = await conversation(context);
  client.sendSound(Int16Array.of(1, -2), { rate: 16000, character: "ada", firstSample: 320,
                                           stream: 2, last: true, tells: true });
  const sound = await guest.receive("audioIn");
  assert.deepEqual([sound.stream, sound.character, sound.firstSample, sound.rateHz, sound.flags],
                   [2, "ada", 320n, 16000, 6]);
  assert.deepEqual([...sound.samples], [1, 0, 0xfe, 0xff]);
  client.sendSound(new Int16Array(), { rate: 8000 });
  const empty = await guest.receive("audioIn");
  assert.deepEqual([empty.stream, empty.character, empty.firstSample, empty.flags], [1, "", 0n, 0]);
  assert.equal(empty.delayMs, 0);
  client.sendSound(new Int16Array(), { rate: 8000, delay: 0.35 });
  assert.equal((await guest.receive("audioIn")).delayMs, 350);
});

test("a packet of Opus goes as it is", async (context) => {
  const { client, guest } = await conversation(context);
  client.sendSound(Uint8Array.of(0x48, 0xff), { rate: 48000, codec: "opus", sampleCount: 960 });
  const sound = await guest.receive("audioIn");
  assert.deepEqual([sound.codec, sound.sampleCount, sound.rateHz], [AudioCodec.OPUS, 960, 48000]);
  assert.deepEqual([...sound.samples], [0x48, 0xff]);
});

test("what is heard is told, if its kind is known", async (context) => {
  const { client, guest } = await conversation(context);
  const heard = new Promise<HeardSound>((resolve) => client.onHeard(resolve));
  guest.send({ case: "audioHeard", value: { kind: 9 as AudioHeard_Kind } });
  guest.send({ case: "audioHeard", value: { kind: AudioHeard_Kind.SYLLABLE, at: 0.5, f0Hz: 120,
                                            observation: "rise high" } });
  const { kind, at, f0, observation } = await heard;
  assert.deepEqual([kind, at, f0, observation], ["syllable", 0.5, 120, "rise high"]);
});
