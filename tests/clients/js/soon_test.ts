// Tests for clients/js/src/soon.ts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MessageChannel } from "node:worker_threads";

import { byMessage, soon } from "../../../clients/js/dist/soon.js";

test("what comes soon comes in its order, behind what is on its way", async () => {
  const told: string[] = [];
  soon(() => told.push("first"));
  soon(() => told.push("second"));
  told.push("now");
  await new Promise<void>((resolve) => soon(resolve));
  assert.deepEqual(told, ["now", "first", "second"]);
});

test("in a page it comes behind the messages that were there before", async (context) => {
  const { port1, port2 } = new MessageChannel();
  const told: string[] = [];
  port1.on("message", (text: string) => told.push(text));
  const own: MessageChannel[] = [];
  const later = byMessage(class extends MessageChannel {
    constructor() {
      super();
      own.push(this);
    }
  } as unknown as Parameters<typeof byMessage>[0]);
  context.after(() => [port1, ...own.map((each) => each.port1)].forEach((port) => port.close()));
  port2.postMessage("read before");
  const done = new Promise<void>((resolve) => later(() => {
    told.push("told");
    resolve();
  }));
  assert.deepEqual(told, []);
  await done;
  assert.deepEqual(told, ["read before", "told"]);
});
