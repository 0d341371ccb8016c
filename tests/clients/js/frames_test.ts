// Tests for the frames that clients/js/src/client.ts hands on, against a server that the test
// itself plays.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ConnectionLost, type Frame } from "../../../clients/js/dist/index.js";
import type { MessageInit } from "../../../clients/js/dist/messages.js";
import { conversation, next } from "./stage.ts";

function frame(tick: number): MessageInit {
  return { case: "frame", value: { characterId: 1, skeletonId: 1, tick: BigInt(tick),
                                   root: [0, 0, 0, 0, 0, 0, 1], hips: [0, 1, 0],
                                   parentFromJoint: [0, 0, 0, 1], channels: [0.5] } };
}

test("frames are numbers in seconds and arrays, after their skeleton", async (context) => {
  const { client, guest } = await conversation(context);
  const frames: Frame[] = [];
  const bodies: string[] = [];
  const arrived = new Promise<void>((resolve) => {
    client.subscribe(["ada"], {
      maxRate: 30, parts: ["body"], encoding: "smallest-three",
      onSkeleton: ({ body }) => bodies.push(body),
      onFrame: (frame) => {
        frames.push(frame);
        resolve();
      },
    });
  });
  const said = await guest.receive("subscribe");
  assert.deepEqual([said.characters, said.maxRateHz, said.encoding, said.parts], [[1], 30, 1, [1]]);
  guest.send({ case: "skeleton", value: { skeletonId: 1, characterId: 1, character: "ada",
                                          body: "tall", joints: [{ name: "hips", parent: -1,
                                                                   offset: [0, 1, 0] }] } },
             frame(90));
  await arrived;
  assert.deepEqual(bodies, ["tall"]);
  assert.equal(client.skeletons.get(1)?.joints[0]?.name, "hips");
  assert.deepEqual({ ...frames[0] }, {
    characterId: 1, character: "ada", skeletonId: 1, tick: 90, time: 1.5,
    root: Float32Array.of(0, 0, 0, 0, 0, 0, 1), hips: Float32Array.of(0, 1, 0),
    parentFromJoint: Float32Array.of(0, 0, 0, 1), channels: Float32Array.of(0.5),
    discontinuity: false,
  });
});

test("who iterates slowly sees the newest frame of those that came", async (context) => {
  const { client, guest } = await conversation(context);
  const frames = client.frames();
  await guest.receive("subscribe");
  guest.send(frame(1), frame(2), frame(3));
  guest.clocks = { serverTimeUs: 1n, serverTickTimeUs: 0n };
  await client.ping(); // then what was sent before the answer has come
  const first = await next(frames);
  assert.equal(first.tick, 3);
  client.close();
  assert.equal((await frames.next()).done, true);
});

test("a loop over frames ends with the reason why the connection did", async (context) => {
  const { client, guest } = await conversation(context);
  const frames = client.frames();
  guest.socket.destroy();
  await assert.rejects(frames.next(), ConnectionLost);
});

test("frames are acknowledged, the last one too", async (context) => {
  const { client, guest } = await conversation(context);
  client.subscribe();
  guest.send(frame(5));
  assert.equal((await guest.receive("ack")).tick, 5n);
  guest.send(frame(6), frame(7));
  let last = 0n;
  while (last < 7n) {
    const { tick, displayedUs } = await guest.receive("ack");
    assert.ok(tick > last && displayedUs > 0n);
    last = tick;
  }
});

test("a callback that fails is not the conversation's end", async (context) => {
  const { client, guest } = await conversation(context);
  const failure = new Error("of a callback");
  const thrown: unknown[] = [];
  const later = globalThis.queueMicrotask;
  context.mock.method(globalThis, "queueMicrotask", (job: () => void) => later(() => {
    try {
      job();
    } catch (error) {
      thrown.push(error);
    }
  }));
  client.subscribe([], { onFrame: () => {
    throw failure;
  } });
  guest.clocks = { serverTimeUs: 1n, serverTickTimeUs: 0n };
  for (const tick of [1, 2]) {
    guest.send(frame(tick));
    while (thrown.length < tick) {
      await client.ping();
    }
  }
  assert.deepEqual(thrown, [failure, failure]);
});
