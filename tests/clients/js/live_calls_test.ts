// Tests for clients/js/src/live_calls.ts, against a server that the test itself plays.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Refused } from "../../../clients/js/dist/index.js";
import { SetTension_Arms, SetTension_Lag,
         SetTension_MovesIn } from "../../../clients/js/dist/generated/kinesphere_pb.js";
import { conversation } from "./stage.ts";

test("an interrupt names scripts or a character, and a fade if there is one", async (context) => {
  const { client, guest } = await conversation(context);
  client.interrupt("a");
  client.interrupt(["a", "b"]);
  client.interrupt({ character: "ada" }, { fade: 0 });
  const said = [await guest.receive("interrupt"), await guest.receive("interrupt"),
                await guest.receive("interrupt")];
  assert.deepEqual(said.map(({ ids, character, fade }) => [ids, character, fade]),
                   [[["a"], "", undefined], [["a", "b"], "", undefined], [[], "ada", 0]]);
  assert.throws(() => client.interrupt([]), RangeError);
});

test("a target has a name and three coordinates", async (context) => {
  const { client, guest } = await conversation(context);
  client.setTarget("cup", [0.5, 1, -2]);
  const { name, point } = await guest.receive("setTarget");
  assert.deepEqual([name, point], ["cup", [0.5, 1, -2]]);
  assert.throws(() => client.setTarget("cup", [1, 2] as never), RangeError);
});

test("a tension is a manner or two numbers", async (context) => {
  const { client, guest } = await conversation(context);
  client.setTension("ada", "loose", { over: 0.25 });
  const first = await guest.receive("setTension");
  assert.deepEqual([first.character, first.manner, first.over, first.restError, first.zeta],
                   ["ada", "loose", 0.25, undefined, undefined]);
  assert.deepEqual([first.arms, first.lag, first.movesIn],
                   [SetTension_Arms.BOTH, SetTension_Lag.MAKE_UP, SetTension_MovesIn.CHEST]);
  client.setTension("ben", { restError: 0.005, zeta: 0.3 },
                    { arms: "left", lag: "keep", frame: "world" });
  const second = await guest.receive("setTension");
  assert.deepEqual([second.character, second.manner, second.restError, second.zeta, second.over],
                   ["ben", "", 0.005, 0.3, undefined]);
  assert.deepEqual([second.arms, second.lag, second.movesIn],
                   [SetTension_Arms.LEFT, SetTension_Lag.KEEP, SetTension_MovesIn.WORLD]);
  assert.throws(() => client.setTension("ada", "limp", { arms: "third" as never }),
                /'third' is none of both, left, right/);
});

test("a style, a nucleus and a face are set by one message", async (context) => {
  const { client, guest } = await conversation(context);
  client.setStyle("ada", "tired", { over: 0.25 });
  const style = await guest.receive("setManner");
  assert.deepEqual([style.character, style.nucleus?.style, style.over, style.face],
                   ["ada", "tired", 0.25, undefined]);
  client.setNucleus("ben", { spatialExtent: 0.5, fluidity: -1 });
  const { character, nucleus, over } = await guest.receive("setManner");
  assert.deepEqual([character, nucleus?.style, nucleus?.spatialExtent, nucleus?.fluidity, over],
                   ["ben", "", 0.5, -1, undefined]);
  client.setSketch("ada", { style: "tired", numbers: { posture: -0.5 }, over: 2 });
  const sketched = await guest.receive("setManner");
  assert.deepEqual([sketched.sketch?.style, sketched.sketch?.numbers, sketched.over,
                    sketched.nucleus], ["tired", { posture: -0.5 }, 2, undefined]);
  client.setFace("ada", "happy", { amount: 0.5, over: 1 });
  const face = await guest.receive("setManner");
  assert.deepEqual([face.face?.name, face.face?.amount, face.over, face.nucleus],
                   ["happy", 0.5, 1, undefined]);
  client.setFace("ada", { jawOpen: 0.5 });
  const shaped = await guest.receive("setManner");
  assert.deepEqual(shaped.face?.shapes.map(({ name, weight }) => [name, weight]),
                   [["jawOpen", 0.5]]);
});

test("a claim is kept or refused, and made again with the same key", async (context) => {
  const { client, guest } = await conversation(context);
  const claiming = client.claim(["ada"], { grace: 5 });
  const claim = await guest.receive("claim");
  assert.deepEqual([claim.characters, claim.grace, claim.release], [["ada"], 5, false]);
  assert.ok(claim.key.length >= 16);
  guest.send({ case: "answer", value: { id: claim.id, claimed: ["ada"] } });
  await claiming;
  const releasing = client.release();
  const release = await guest.receive("claim");
  assert.deepEqual([release.release, release.key], [true, claim.key]);
  guest.send({ case: "answer", value: { id: release.id, error: "no" } });
  await assert.rejects(releasing, Refused);
});

test("characters join and leave, and each is told once", async (context) => {
  const { client, guest } = await conversation(context);
  const told: string[] = [];
  client.onJoined(({ name, id, body }) => told.push(`+${name} ${id} ${body}`));
  client.onLeft(({ name, id }) => told.push(`-${name} ${id}`));
  const joining = client.join("eve", { body: "ben", place: [1, -2], heading: 0.5 });
  const join = await guest.receive("join");
  assert.deepEqual([join.name, join.body, join.place, join.heading], ["eve", "ben", [1, -2], 0.5]);
  const character = { id: 3, name: "eve", body: "ben" };
  guest.send({ case: "joined", value: { character, tick: 9n } });
  guest.send({ case: "answer", value: { id: join.id, character } });
  assert.deepEqual(await joining, character);
  assert.deepEqual(client.characters.get("eve"), character);
  const leaving = client.leave("eve");
  const leave = await guest.receive("leave");
  guest.send({ case: "answer", value: { id: leave.id, character } });
  await leaving;
  guest.send({ case: "left", value: { characterId: 3, character: "eve", tick: 12n } });
  guest.send({ case: "joined", value: { character: { ...character, id: 4 }, tick: 14n } });
  guest.send({ case: "left", value: { characterId: 9, character: "x", tick: 15n } });
  const refused = client.join("ada");
  const again = await guest.receive("join");
  guest.send({ case: "answer", value: { id: again.id, error: "a character has this name: 'ada'" } });
  await assert.rejects(refused, /a character has this name/);
  assert.deepEqual(told, ["+eve 3 ben", "-eve 3", "+eve 4 ben"]);
});
