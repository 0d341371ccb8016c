// Tests for clients/js/src/body.ts and the calls that use it, against a server that the test plays.

import assert from "node:assert/strict";
import { test } from "node:test";

import { SetDynamics_Dynamics,
         SetLoad_Hand } from "../../../clients/js/dist/generated/kinesphere_pb.js";
import { conversation } from "./stage.ts";

test("dynamics are said by their word", async (context) => {
  const { client, guest } = await conversation(context);
  client.setDynamics("ada", "torso");
  const torso = await guest.receive("setDynamics");
  assert.deepEqual([torso.character, torso.dynamics], ["ada", SetDynamics_Dynamics.TORSO]);
  client.setDynamics("ada", "none");
  assert.equal((await guest.receive("setDynamics")).dynamics, SetDynamics_Dynamics.NONE);
  assert.throws(() => client.setDynamics("ada", "tail" as never), /'tail' is none of none, torso/);
});

test("a push has a force, and a drag has a point", async (context) => {
  const { client, guest } = await conversation(context);
  client.push("ada", "upperChest", [0, -0.5, 80], 0.25);
  const push = await guest.receive("push");
  assert.deepEqual([push.character, push.joint, push.force, push.duration, push.towards],
                   ["ada", "upperChest", [0, -0.5, 80], 0.25, undefined]);
  client.drag("ada", "rightHand", [0.25, 1.5, 0.5], 1);
  const free = await guest.receive("push");
  assert.deepEqual([free.force, free.towards?.point, free.towards?.stiffness, free.towards?.limit],
                   [[], [0.25, 1.5, 0.5], undefined, undefined]);
  client.drag("ada", "head", [0, 2, 0], 1, { stiffness: 400, limit: 100 });
  const { towards } = await guest.receive("push");
  assert.deepEqual([towards?.stiffness, towards?.limit], [400, 100]);
  assert.throws(() => client.push("ada", "head", [1, 2] as never, 1), /a force is x, y, z/);
  assert.throws(() => client.drag("ada", "head", [1, 2, NaN], 1), RangeError);
});

test("a load is in a hand", async (context) => {
  const { client, guest } = await conversation(context);
  client.setLoad("ada", "left", 3.5, { believed: 0 });
  const load = await guest.receive("setLoad");
  assert.deepEqual([load.character, load.hand, load.mass, load.believed],
                   ["ada", SetLoad_Hand.LEFT, 3.5, 0]);
  client.setLoad("ada", "right", 0);
  const none = await guest.receive("setLoad");
  assert.deepEqual([none.hand, none.mass, none.believed], [SetLoad_Hand.RIGHT, 0, undefined]);
  assert.throws(() => client.setLoad("ada", "third" as never, 1), RangeError);
});
