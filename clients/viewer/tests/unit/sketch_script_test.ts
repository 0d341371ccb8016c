import assert from "node:assert/strict";
import { test } from "node:test";
import { mannersFrom, partOf, valueOf, withNumber } from "../../src/sketch/manners.ts";
import { sketchScript } from "../../src/sketch/sketch_script.ts";
import { nucleusOptions } from "../../src/worker/nucleus_options.ts";

const row = (element: string, name: string, usual = 0, unit?: string): unknown => ({
  ...{ name, element, least: -1, most: 1, usual, meaning: "more", at_zero: "as it is" },
  ...(unit ? { unit } : {}),
});
const manners = mannersFrom({
  parameters: [
    row("nucleus", "temporal-extent"),
    row("shape", "posture"),
    row("shape", "com-side"),
    row("shape", "com-ahead"),
    row("shape", "involvement", 0.5),
    row("timing", "succession", 0, "s"),
  ],
  styles: [{ name: "tired", numbers: { posture: -0.9 }, face: { sad: 0.2 } }],
});
const opening = '<script xmlns="urn:kinesphere:script:1">';

test("what the server tells is taken as it is", () => {
  assert.equal(manners.parameters.length, 6);
  assert.equal(manners.parameters[4]!.usual, 0.5);
  assert.equal(manners.parameters[5]!.unit, "s");
  assert.deepEqual(manners.styles, [{ name: "tired", numbers: { posture: -0.9 }, face: { sad: 0.2 } }]);
  assert.deepEqual(mannersFrom(undefined), { parameters: [], styles: [] });
});

test("numbers at their usual value are left out", () => {
  const involvement = manners.parameters[4]!;
  assert.equal(valueOf({}, involvement), 0.5);
  const some = withNumber({ posture: 1 }, involvement, 0.7);
  assert.deepEqual(some, { posture: 1, involvement: 0.7 });
  assert.deepEqual(withNumber(some, involvement, 0.5), { posture: 1 });
});

test("a sketch is written by its elements, com as two numbers, times with their unit, then its face", () => {
  const numbers = { posture: -0.25, "com-ahead": 0.4, involvement: 0, succession: 0.04 };
  assert.equal(
    sketchScript(manners, { numbers, face: { sad: 0.25 } }, "beat"),
    `${opening}\n  <sketch id="mine">\n` +
      `    <shape posture="-0.25" com="0 0.4" involvement="0"/>\n` +
      `    <timing succession="0.04s"/>\n    <face name="sad" amount="0.25"/>\n  </sketch>\n` +
      `  <character sketch="mine"/>\n  <gesture lexeme="beat"/>\n</script>\n`,
  );
});

test("what scripts leave open stands in a nucleus that the sketch names", () => {
  assert.equal(
    sketchScript(manners, { numbers: { "temporal-extent": 1 / 3 }, face: {} }, "beat"),
    `${opening}\n  <nucleus id="mine" temporal-extent="0.333"/>\n` +
      `  <sketch id="mine" nucleus="mine"/>\n` +
      `  <character sketch="mine"/>\n  <gesture lexeme="beat"/>\n</script>\n`,
  );
});

test("a nucleus goes apart from the sketch, by the client's names", () => {
  const numbers = { posture: 0.1, "temporal-extent": 0.2 };
  const nucleus = partOf(manners, numbers, (element) => element === "nucleus");
  assert.deepEqual(nucleusOptions(nucleus), { temporalExtent: 0.2 });
  assert.deepEqual(
    partOf(manners, numbers, (element) => element !== "nucleus"),
    { posture: 0.1 },
  );
});
