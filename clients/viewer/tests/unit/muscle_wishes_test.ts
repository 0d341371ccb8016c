import assert from "node:assert/strict";
import { test } from "node:test";
import { isPhysical, springOf } from "../../src/muscles/dynamics.ts";
import { MuscleWishes } from "../../src/muscles/muscle_wishes.ts";
import { plainTensions, tensionScript } from "../../src/muscles/tension_script.ts";

function bench(): { wishes: MuscleWishes; calls: string[] } {
  const calls: string[] = [];
  const wishes = new MuscleWishes({
    dynamics: (character, dynamics) => calls.push(`${character} ${dynamics}`),
    arms: (character, manner) => calls.push(`${character} arms ${manner || "back"}`),
    others: (character, { trunk, head }, dynamics) =>
      calls.push(`${character} ${dynamics} trunk ${trunk} head ${head}`),
  });
  return { wishes, calls };
}

test("a switch is shown at once, and counts once the server has taken it", () => {
  const { wishes, calls } = bench();
  wishes.setDynamics("ada", "torso");
  assert.deepEqual(calls, ["ada torso"]);
  assert.equal(wishes.of("ada").dynamics, "torso");
  assert.equal(wishes.isPhysical("ada"), false);
  wishes.answered("ada", "torso", false);
  assert.equal(wishes.isPhysical("ada"), true);
  assert.equal(wishes.of("ben").dynamics, "none");
  wishes.setDynamics("ada", "torso");
  assert.equal(calls.length, 1, "nothing new is nothing to be sent");
});

test("one that is refused goes back to what was before", () => {
  const { wishes } = bench();
  wishes.setDynamics("ada", "torso");
  wishes.answered("ada", "torso", false);
  wishes.setDynamics("ada", "body");
  wishes.answered("ada", "body", true);
  assert.equal(wishes.of("ada").dynamics, "torso");
  assert.equal(wishes.isPhysical("ada"), true);
});

test("of switches in a row the last answer says where it stands", () => {
  const { wishes } = bench();
  wishes.setDynamics("ada", "torso");
  wishes.setDynamics("ada", "body");
  wishes.answered("ada", "torso", true);
  assert.equal(wishes.of("ada").dynamics, "body", "its own answer is still to come");
  wishes.answered("ada", "body", false);
  assert.equal(wishes.of("ada").dynamics, "body");
});

test("tension is sent where muscles hear it, and arms' by their own call", () => {
  const { wishes, calls } = bench();
  wishes.setTension("ada", "trunk", "limp");
  assert.deepEqual(calls, [], "a character that keeps to its plan hears none");
  wishes.setDynamics("ada", "torso");
  wishes.answered("ada", "torso", false);
  assert.deepEqual(calls.splice(0), ["ada torso", "ada torso trunk limp head "]);
  wishes.setTension("ada", "arms", "loose");
  wishes.setTension("ada", "head", "tense");
  assert.deepEqual(calls.splice(0), ["ada arms loose", "ada torso trunk limp head tense"]);
  wishes.setDynamics("ada", "none");
  assert.deepEqual(calls.splice(0), ["ada none", "ada arms back"]);
});

test("a new session is asked again for what is wished, and told its tensions", () => {
  const { wishes, calls } = bench();
  wishes.setDynamics("ada", "body");
  wishes.answered("ada", "body", false);
  wishes.setTension("ada", "arms", "limp");
  calls.length = 0;
  wishes.connected();
  assert.equal(wishes.isPhysical("ada"), false);
  assert.deepEqual(calls.splice(0), ["ada body"]);
  wishes.answered("ada", "body", false);
  assert.deepEqual(calls, ["ada arms limp"]);
});

test("a script of tensions names each part that has one, and owns no joint", () => {
  const script = tensionScript({ arms: "loose", trunk: "limp", head: "tense" }, "torso");
  assert.match(script, /<for group="spine" manner="limp"\/>/);
  assert.match(script, /<for group="headNeck" manner="tense"\/>/);
  assert.match(script, /<character dynamics="torso" tension="parts"\/>/);
  assert.doesNotMatch(script, /loose|Arm|<position|<joint/);
  assert.match(tensionScript({ ...plainTensions, head: "limp" }, "body"), /dynamics="body"/);
});

test("one without any tension says that all is as usual", () => {
  const script = tensionScript(plainTensions, "torso");
  assert.equal(script.match(/<for /g)?.length, 1);
  assert.match(script, /<for group="spine" manner="off"\/>/);
});

test("a pull stays within what a server takes, and is gentler with one that can fall", () => {
  for (const dynamics of ["torso", "body"] as const) {
    assert.ok(isPhysical(dynamics));
    const { stiffness, limit } = springOf(dynamics);
    assert.ok(stiffness > 0 && stiffness <= 5000 && limit > 0 && limit <= 2000);
  }
  assert.equal(isPhysical("none"), false);
  assert.ok(springOf("body").limit < springOf("torso").limit);
});
