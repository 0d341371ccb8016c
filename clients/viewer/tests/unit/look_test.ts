import assert from "node:assert/strict";
import { test } from "node:test";
import { lookOf, withLook } from "../../src/manner/look.ts";
import { gestureScript, plainManner } from "../../src/manner/manner.ts";

const wave = gestureScript("wave", plainManner);

test("a look is written, changed and taken back, and the rest of the script stays", () => {
  const atBen = withLook(wave, "ben");
  assert.equal(lookOf(atBen), "ben");
  assert.match(atBen, /<gesture lexeme="wave"\/>\n  <sequence id="look">/);
  assert.equal(lookOf(withLook(atBen, "camera")), "camera");
  assert.equal(withLook(atBen, ""), wave);
  assert.equal(lookOf(wave), "");
});

test("a script in a language without looks of this kind stays as it is", () => {
  const bml = '<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b"/>';
  assert.equal(withLook(bml, "ben"), bml);
});
