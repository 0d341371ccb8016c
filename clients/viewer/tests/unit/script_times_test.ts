import assert from "node:assert/strict";
import { test } from "node:test";
import { inLayers, layersOf } from "../../src/timeline/layers.ts";
import { behavioursOf, canMove, withPointAt } from "../../src/timeline/script_times.ts";

const ours = `<script xmlns="urn:kinesphere:script:1">
  <!-- <gesture lexeme="stop"/> is no gesture here -->
  <sequence start="200ms">
    <pose time="0.5"><morph name="SMILE" weight="1"/></pose>
    <pose id="held" time="1" from="script"/>
    <pose time="1.5"/>
  </sequence>
  <gesture lexeme="beat"/>
  <gesture id="g2" lexeme="nod" stroke="2"/>
  <gesture lexeme="wave" hand="left" />
  <sequence id="g3"><pose time="1"><look-at target="ben"/><position joint="leftHand" target="0 1 0"/></pose></sequence>
</script>`;

const bml = `<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b1">
  <speech id="s1" start="0.2"><text>Hi <sync id="m"/>there</text></speech>
  <gesture id="g1" lexeme="BEAT" stroke="s1:m"/>
  <head id="h" lexeme="NOD" start="1"/>
</bml>`;

test("behaviours go by their ids, and those without one are numbered as the server does", () => {
  assert.deepEqual(
    behavioursOf(ours).map(({ id, element }) => [id, element]),
    [["s1", "sequence"], ["g1", "gesture"], ["g2", "gesture"], ["g4", "gesture"], ["g3", "sequence"]],
  );
  assert.deepEqual(behavioursOf(bml).map(({ id }) => id), ["s1", "g1", "h"]);
  assert.deepEqual(behavioursOf("characters ada"), []);
});

function changed(script: string, id: string, time_s: number): readonly string[] {
  const lines = script.split("\n");
  return withPointAt(script, id, time_s)!
    .split("\n")
    .filter((line, at) => line !== lines[at])
    .map((line) => line.trim());
}

test("a point of a gesture is written as its attribute, where there was one or not", () => {
  assert.deepEqual(changed(ours, "x:g1:stroke", 1.2346), ['<gesture lexeme="beat" stroke="1.235"/>']);
  assert.deepEqual(changed(ours, "x:g2:stroke", 2.5), ['<gesture id="g2" lexeme="nod" stroke="2.5"/>']);
  assert.deepEqual(changed(ours, "x:g4:end", 3), ['<gesture lexeme="wave" hand="left" end="3"/>']);
  assert.deepEqual(changed(bml, "b1:h:start", 1.5), ['<head id="h" lexeme="NOD" start="1.5"/>']);
});

test("a pose counts from its sequence, unless it says otherwise", () => {
  assert.match(changed(ours, "x:s1:p1", 0.9).join(), /<pose time="0.7">/);
  assert.match(changed(ours, "x:s1:held", 0.9).join(), /<pose id="held" time="0.9" from="script"/);
  assert.match(changed(ours, "x:s1:p2", 2).join(), /<pose time="1.8"\/>/);
  assert.match(changed(ours, "x:s1:start", -1).join(), /<sequence start="0">/);
});

test("what is said of another behaviour, or not at all, stays where it is", () => {
  assert.equal(canMove(bml, "b1:g1:stroke"), false);
  assert.equal(canMove(bml, "b1:s1:m"), false);
  assert.equal(canMove(ours, "x:s1:end"), false);
  assert.equal(canMove(ours, "x:nobody:start"), false);
  assert.equal(canMove(bml, "b1:g1:relax"), true);
});

test("rows stand by the part of the body that they move, from the head down", () => {
  const layers = layersOf(ours, new Set(["nod"]));
  const rows = behavioursOf(ours).map(({ id }) => ({ name: id }));
  assert.deepEqual(
    inLayers(rows, layers).map(([{ name }, layer]) => [name, layer]),
    [
      ["s1", "Face"],
      ["g2", "Head"],
      ["g1", "Arms"],
      ["g4", undefined],
      ["g3", undefined],
    ],
  );
  assert.deepEqual([...layersOf(bml, new Set()).values()], ["Speech", "Arms", "Head"]);
});
