// Tests for clients/js/src/client.ts, against a server that the test itself plays.

import assert from "node:assert/strict";
import { test } from "node:test";

import { connect, ConnectionLost, Refused, TimedOut, type Feedback, type Prediction,
         type State } from "../../../clients/js/dist/index.js";
import { Feedback_Kind, Prediction_Stage,
         WarningKind } from "../../../clients/js/dist/generated/kinesphere_pb.js";
import type { MessageInit } from "../../../clients/js/dist/messages.js";
import { conversation, HELLO, next, openStage } from "./stage.ts";

function feedback(kind: Feedback_Kind, id: string): MessageInit {
  return { case: "feedback", value: { kind, id, tick: 90n, characterId: 1 } };
}

function accepted(id: string, ...blocks: string[]): MessageInit {
  return { case: "accepted", value: { id, blocks } };
}

test("the client speaks first and says its name, token and scene", async (context) => {
  const stage = await openStage(context);
  const connecting = connect(stage.address, { name: "test", token: "secret", keepWaiting: true,
                                                scene: "hall" });
  const guest = await stage.guest();
  const { versionMajor, name, token, keepWaiting, scene } = await guest.receive("hello");
  guest.send(HELLO);
  const client = await connecting;

  assert.deepEqual([versionMajor, name, token, keepWaiting, scene],
                   [1, "test", "secret", true, "hall"]);
  assert.deepEqual([...client.characters.values()], [{ id: 1, name: "ada", body: "ada" }]);
  assert.equal(client.tickRate, 60);
  client.close();
});

test("a server of another version is not spoken to", async (context) => {
  const stage = await openStage(context);
  const connecting = connect(stage.address);
  (await stage.guest()).send({ case: "hello", value: { versionMajor: 2 } });
  await assert.rejects(connecting, { name: "ConnectionLost", message: /version 2/ });
});

test("a server that sends us away says why", async (context) => {
  const stage = await openStage(context);
  const connecting = connect(stage.address);
  (await stage.guest()).send({ case: "problem", value: { error: "not the right token",
                                                         closing: true } });
  await assert.rejects(connecting, { name: "ConnectionLost", message: "not the right token" });
});

test("a server that says nothing is not waited for", async (context) => {
  const stage = await openStage(context);
  await assert.rejects(connect(stage.address, { timeout: 0.05 }),
                       { name: "ConnectionLost", message: /did not say hello/ });
});

test("where nobody listens, the error names the place", async (context) => {
  const stage = await openStage(context);
  const { address } = stage;
  stage.close();
  await assert.rejects(connect(address),
                       (error) => error instanceof ConnectionLost &&
                         error.message.includes(address));
});

test("a script is over when each of its blocks is", async (context) => {
  const { client, guest } = await conversation(context);
  const submitting = client.submit("<script/>");
  const { id } = await guest.receive("submit");
  guest.send(accepted(id, "a@ada", "a@ben"), feedback(Feedback_Kind.ENDED, "a@ada"));
  const submission = await submitting;
  await assert.rejects(submission.wait({ timeout: 0.05 }), TimedOut);
  guest.send(feedback(Feedback_Kind.INTERRUPTED, "a@ben"));
  assert.equal(await submission.wait(), "interrupted");
});

test("two scripts of one name at once are one too many", async (context) => {
  const { client, guest } = await conversation(context);
  const submitting = client.submit("<script/>", { id: "mine" });
  await assert.rejects(client.submit("<other/>", { id: "mine" }), /'mine' waits for its answer/);
  assert.equal((await guest.receive("submit")).script, "<script/>");
  guest.send(accepted("mine", "mine"));
  assert.equal((await submitting).id, "mine");
});

test("many pings at once are answered each", async (context) => {
  const { client, guest } = await conversation(context);
  guest.clocks = { serverTimeUs: 1n, serverTickTimeUs: 1n };
  const roundTrips = await Promise.all(Array.from({ length: 100 }, () => client.ping()));
  assert.ok(roundTrips.every((seconds) => seconds >= -0.001));
});

test("feedback in the same breath as the answer is not missed", async (context) => {
  const { client, guest } = await conversation(context);
  const heard: Feedback[] = [];
  client.onFeedback((feedback) => heard.push(feedback));
  const submitting = client.submit("<script/>", { id: "mine" });
  await guest.receive("submit");
  guest.send(accepted("mine", "mine"), feedback(Feedback_Kind.STARTED, "mine"),
             feedback(Feedback_Kind.ENDED, "mine"));
  assert.equal(await (await submitting).wait(), "ended");
  assert.deepEqual(heard.map(({ kind, time, character }) => [kind, time, character]),
                   [["started", 1.5, "ada"], ["ended", 1.5, "ada"]]);
});

test("feedback of a kind that only a later server knows is passed over", async (context) => {
  const { client, guest } = await conversation(context);
  const heard: Feedback[] = [];
  client.onFeedback((feedback) => heard.push(feedback));
  const submitting = client.submit("<script/>", { id: "mine" });
  await guest.receive("submit");
  guest.send(accepted("mine", "mine"), feedback(99 as Feedback_Kind, "mine"),
             feedback(Feedback_Kind.WARNING, "mine"), feedback(Feedback_Kind.ENDED, "mine"));
  await (await submitting).wait();
  assert.deepEqual(heard.map(({ kind }) => kind), ["warning", "ended"]);
});

test("a warning has BML's type, and a sync point the time that it was planned for",
     async (context) => {
  const { client, guest } = await conversation(context);
  const heard: Feedback[] = [];
  client.onFeedback((feedback) => heard.push(feedback));
  const submitting = client.submit("<script/>", { id: "mine" });
  await guest.receive("submit");
  guest.send(accepted("mine", "mine"), { case: "feedback", value: {
    kind: Feedback_Kind.WARNING, id: "mine:g", warning: WarningKind.NO_SUCH_TARGET,
  } }, { case: "feedback", value: { kind: Feedback_Kind.SYNC, id: "mine:s:p", timeS: 0.75,
                                                 missedM: 0.5 } },
             feedback(Feedback_Kind.ENDED, "mine"));
  await (await submitting).wait();
  assert.deepEqual(heard.map(({ warning, plannedTime, missed }) => [warning, plannedTime, missed]),
                   [["NO_SUCH_TARGET", 0, 0], ["", 0.75, 0.5], ["", 0, 0]]);
});

test("a prediction has what is known, and of a stage that is not known there is none",
     async (context) => {
  const { client, guest } = await conversation(context);
  const heard: Prediction[] = [];
  client.onPrediction((prediction) => heard.push(prediction));
  const submitting = client.submit("<script/>", { id: "mine", predictions: true });
  assert.equal((await guest.receive("submit")).predictions, true);
  const block = { id: "mine", characterId: 1 };
  guest.send({ case: "prediction", value: { ...block, stage: Prediction_Stage.PLANNING } },
             accepted("mine", "mine"),
             { case: "prediction", value: { ...block, stage: 99 as Prediction_Stage } },
             { case: "prediction", value: {
               ...block, stage: Prediction_Stage.PLAYING, startTick: 0n, endTick: 90n,
               behaviours: [{ id: "mine:g", element: "gesture",
                              syncs: [{ id: "mine:g:stroke", timeS: 0.75 }],
                              attributes: [{ name: "lexeme", value: "BEAT" }],
                              children: [{ element: "level",
                                           attributes: [{ name: "amount", value: "1" }] }] }],
             } }, feedback(Feedback_Kind.ENDED, "mine"));
  await (await submitting).wait();
  assert.deepEqual(heard, [
    { id: "mine", stage: "planning", character: "ada", start: undefined, end: undefined,
      behaviours: [] },
    { id: "mine", stage: "playing", character: "ada", start: 0, end: 1.5,
      behaviours: [{ id: "mine:g", element: "gesture",
                     syncs: [{ id: "mine:g:stroke", time: 0.75, phase: "" }],
                     attributes: { lexeme: "BEAT" },
                     children: [{ element: "level", attributes: { amount: "1" } }] }] },
  ]);
});

test("a timeline comes with the answer", async (context) => {
  const { client, guest } = await conversation(context);
  const submitting = client.submit("<script/>", { id: "mine" });
  await guest.receive("submit");
  guest.send({ case: "accepted", value: {
    id: "mine", blocks: ["mine"], timeline: [{ id: "mine:s:p", timeS: 0.4, phase: "stroke" }],
    warnings: [{ message: "late", place: { line: 2, column: 5 }, about: "mine:s",
                 kind: WarningKind.IMPOSSIBLE_TO_SCHEDULE },
               { message: "newer", kind: 99 as WarningKind }],
  } });
  const submission = await submitting;
  assert.deepEqual(submission.timeline, [{ id: "mine:s:p", time: 0.4, phase: "stroke" }]);
  assert.deepEqual(submission.warnings, [
    { message: "late", line: 2, column: 5, kind: "IMPOSSIBLE_TO_SCHEDULE", about: "mine:s" },
    { message: "newer", line: 0, column: 0, kind: "", about: "" },
  ]);
});

test("a refusal has its place", async (context) => {
  const { client, guest } = await conversation(context);
  const submitting = client.submit("<script");
  const { id } = await guest.receive("submit");
  guest.send({ case: "refused", value: { id, error: "cut off", place: { line: 3, column: 14 } } });
  await assert.rejects(submitting, (error) => error instanceof Refused && error.line === 3 &&
                       error.column === 14 && error.message === "3:14: cut off");
});

test("a check says what a submission would", async (context) => {
  const { client, guest } = await conversation(context);
  const checking = client.check("<script/>", { character: "ada" });
  const { id, script, character } = await guest.receive("check");
  assert.deepEqual([script, character], ["<script/>", "ada"]);
  guest.send({ case: "checked", value: {
    id, warnings: [{ message: "empty" }],
    errors: [{ message: "no", place: { line: 1, column: 2 } }],
  } });
  const unsaid = { kind: "", about: "" };
  assert.deepEqual(await checking, {
    errors: [{ message: "no", line: 1, column: 2, ...unsaid }],
    warnings: [{ message: "empty", line: 0, column: 0, ...unsaid }],
    speeches: [],
  });
});

test("who waits is told when the server goes", async (context) => {
  const { client, guest } = await conversation(context);
  const submitting = client.submit("<script/>");
  await guest.receive("submit");
  guest.send({ case: "goodbye", value: { reason: "maintenance" } });
  await assert.rejects(submitting, { name: "ConnectionLost", message: /maintenance/ });
  await assert.rejects(client.submit("<script/>"), ConnectionLost);
  assert.match(await client.waitClosed(), /maintenance/);
});

test("garbage ends the connection and not the program", async (context) => {
  const { client, guest } = await conversation(context);
  guest.socket.write(Uint8Array.of(0xff, 0xff, 0xff, 0xff));
  assert.match(await client.waitClosed(), /4294967295 bytes/);
});

test("bytes that are no message end the connection", async (context) => {
  const { client, guest } = await conversation(context);
  guest.socket.write(Uint8Array.of(2, 0, 0, 0, 0xff, 0xff));
  assert.match(await client.waitClosed(), /no Envelope/);
});

test("a frame that is cut off ends the connection", async (context) => {
  const { client, guest } = await conversation(context);
  guest.send({ case: "frame", value: { characterId: 1, root: [1, 2] } });
  assert.match(await client.waitClosed(), /cut off/);
});

test("what the server could not do is told", async (context) => {
  const { client, guest } = await conversation(context);
  const heard = client.feedback();
  guest.send({ case: "problem", value: { error: "no script of yours with this id is playing: 'x'" } });
  const { kind, message } = await next(heard);
  assert.deepEqual([kind, message], ["problem", "no script of yours with this id is playing: 'x'"]);
});

test("a script is told as kept by its id", async (context) => {
  const { client, guest } = await conversation(context);
  const heard = client.feedback();
  guest.send({ case: "kept", value: { id: "mine" } });
  const { kind, id } = await next(heard);
  assert.deepEqual([kind, id], ["kept", "mine"]);
});

test("an unknown character is named with those there are", async (context) => {
  const { client } = await conversation(context);
  assert.throws(() => client.subscribe(["carl"]), /'carl'; there are ada/);
});

test("a script that no server would take is an error at once", async (context) => {
  const { client } = await conversation(context);
  await assert.rejects(client.submit(" ".repeat(2 << 20)), RangeError);
});

test("a ping takes its round trip, and sets the clock", async (context) => {
  const { client, guest } = await conversation(context);
  assert.equal(client.clock.tickTime(), undefined);
  guest.clocks = { serverTimeUs: 70_000_000n, serverTickTimeUs: 50_000_000n };
  const roundTrip = await client.ping();
  assert.ok(roundTrip >= 0 && roundTrip < 10);
  // At least what the server said, and not a minute later.
  const [tickTime, serverTime] = [client.clock.tickTime() ?? 0, client.clock.serverTime() ?? 0];
  assert.ok(tickTime >= 50 && tickTime < 60, `${tickTime}`);
  assert.ok(Math.abs(serverTime - tickTime - 20) < 0.001);
});

test("a lost connection is called again, and what was subscribed to again", async (context) => {
  const { client, guest, stage } = await conversation(context, { reconnect: true });
  const states: State[] = [];
  const again = new Promise<void>((resolve) => client.onState((state) => {
    states.push(state);
    if (state.state === "connected") {
      resolve();
    }
  }));
  client.subscribe(["ada"], { maxRate: 20 });
  const submitting = client.submit("<script/>");
  await guest.receive("submit");
  guest.socket.destroy();
  await assert.rejects(submitting, ConnectionLost);

  const second = await stage.guest();
  await second.receive("hello");
  second.send({ case: "hello", value: { versionMajor: 1, tickRateHz: 30, sessionId: 8n,
                                        characters: [{ id: 5, name: "ada" }] } });
  const { characters, maxRateHz } = await second.receive("subscribe");
  await again;
  assert.deepEqual([characters, maxRateHz, client.sessionId, client.tickRate], [[5], 20, 8n, 30]);
  assert.deepEqual(states.map(({ state }) => state), ["calling", "connected"]);
  client.close();
  assert.match(await client.waitClosed(), /this client/);
});

test("who leaves while it calls again has left, before the server says hello", async (context) => {
  const { client, guest, stage } = await conversation(context, { reconnect: true });
  guest.socket.destroy();
  await (await stage.guest()).receive("hello");
  client.close();
  assert.match(await client.waitClosed(), /this client/);
});

test("who is sent away by name does not call again", async (context) => {
  const { client, guest } = await conversation(context, { reconnect: true });
  guest.send({ case: "problem", value: { error: "too many scripts", closing: true } });
  assert.equal(await client.waitClosed(), "too many scripts");
});

test("calls without a connection say why there is none", async (context) => {
  const { client } = await conversation(context);
  client.close();
  client.close();
  assert.throws(() => client.setTarget("cup", [0, 0, 0]), /this client closed/);
});
