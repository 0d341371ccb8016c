// Tests for clients/js/src/resuming.ts: what outlives a connection.

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { connect, ConnectionLost, type Client,
         type Feedback } from "../../../clients/js/dist/index.js";
import { Feedback_Kind } from "../../../clients/js/dist/generated/kinesphere_pb.js";
import type { Message, MessageInit } from "../../../clients/js/dist/messages.js";
import { Resuming } from "../../../clients/js/dist/resuming.js";
import { HELLO, openStage, type Guest, type Stage } from "./stage.ts";

function hello(resume: string): MessageInit {
  return { case: "hello", value: { ...HELLO.value as object, capabilities: ["resume"], resume } };
}

function feedback(kind: Feedback_Kind, id: string): MessageInit {
  return { case: "feedback", value: { kind, id, tick: 90n, characterId: 1 } };
}

async function resumed(context: TestContext):
    Promise<{ client: Client; guest: Guest; stage: Stage }> {
  const stage = await openStage(context);
  const connecting = connect(stage.address, { reconnect: true, resume: "dm-1" });
  const guest = await stage.guest();
  assert.equal((await guest.receive("hello")).resume, "dm-1");
  guest.send(hello(""));
  const client = await connecting;
  context.after(() => client.close());
  return { client, guest, stage };
}

test("a script without an answer is sent again", async (context) => {
  const { client, guest, stage } = await resumed(context);
  const submitting = client.submit("<script/>", { id: "a" });
  await guest.receive("submit");
  guest.socket.destroy();
  const second = await stage.guest();
  assert.equal((await second.receive("hello")).resume, "dm-1");
  second.send(hello("dm-1"));
  assert.equal((await second.receive("submit")).id, "a");
  second.send({ case: "accepted", value: { id: "a", blocks: ["a"] } });
  assert.equal((await submitting).id, "a");
});

test("a script that is submitted while nobody is there is sent then", async (context) => {
  const { client, guest, stage } = await resumed(context);
  const calling = new Promise<void>((resolve) => client.onState(() => resolve()));
  guest.socket.destroy();
  await calling;
  const submitting = client.submit("<script/>", { id: "a" });
  const second = await stage.guest();
  await second.receive("hello");
  second.send(hello("dm-1"));
  assert.equal((await second.receive("submit")).id, "a");
  second.send({ case: "accepted", value: { id: "a", blocks: ["a"] } });
  assert.equal((await submitting).id, "a");
});

test("a script that plays goes on, and its feedback is told once", async (context) => {
  const { client, guest, stage } = await resumed(context);
  const heard: Feedback[] = [];
  client.onFeedback((each) => heard.push(each));
  const submitting = client.submit("<script/>", { id: "a" });
  await guest.receive("submit");
  const started = feedback(Feedback_Kind.STARTED, "a");
  guest.send({ case: "accepted", value: { id: "a", blocks: ["a"] } }, started);
  const submission = await submitting;
  while (heard.length === 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  guest.socket.destroy();
  const second = await stage.guest();
  assert.equal((await second.receive("hello")).heardTick, 90n);
  second.send(hello("dm-1"), started, feedback(Feedback_Kind.ENDED, "a"));
  assert.equal(await submission.wait(), "ended");
  assert.deepEqual(heard.map(({ kind }) => kind), ["started", "ended"]);
});

test("a script is lost where the server does not know the client", async (context) => {
  const { client, guest, stage } = await resumed(context);
  const submitting = client.submit("<script/>", { id: "a" });
  await guest.receive("submit");
  guest.send({ case: "accepted", value: { id: "a", blocks: ["a"] } });
  const submission = await submitting;
  guest.socket.destroy();
  const second = await stage.guest();
  await second.receive("hello");
  second.send(hello(""));
  await assert.rejects(submission.wait(), ConnectionLost);
});

test("names of scripts are unique among programs", async (context) => {
  const { client, guest } = await resumed(context);
  const submitting = client.submit("<script/>");
  const { id } = await guest.receive("submit");
  assert.match(id, /^script1-[0-9a-f]+$/);
  guest.send({ case: "accepted", value: { id, blocks: [id] } });
  await submitting;
});

test("without a name nothing is remembered", () => {
  const resuming = new Resuming("");
  const message = { case: "feedback", value: { kind: 1, id: "a", tick: 1n, message: "" } };
  assert.ok(resuming.isNews(message as Message));
  assert.ok(resuming.isNews(message as Message));
  assert.equal(resuming.keep({ case: "submit", value: { id: "a" } }), false);
  assert.deepEqual([resuming.suffix, resuming.unanswered()], ["", []]);
});
