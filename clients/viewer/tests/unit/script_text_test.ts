import assert from "node:assert/strict";
import { test } from "node:test";
import { characterOf, withCharacter, withoutOwnId } from "../../src/app/script_text.ts";

const script =
  '<!-- id="x" -->\n<script xmlns="urn:kinesphere:script:1" id="wave" character="ada">\n' +
  '  <sequence id="s"/>\n</script>';

test("a script loses its own id, and all else stays in its place", () => {
  const changed = withoutOwnId(script);
  assert.equal(changed.length, script.length);
  assert.equal(changed.indexOf("character="), script.indexOf("character="));
  assert.doesNotMatch(changed, /id="wave"/);
  assert.match(changed, /<sequence id="s"\/>/);
});

test("whom a script names can be read and changed", () => {
  assert.equal(characterOf(script), "ada");
  assert.equal(characterOf(withCharacter(script, "ben")), "ben");
  assert.equal(characterOf("<script/>"), undefined);
  assert.equal(withCharacter("<script/>", "ben"), "<script/>");
});

test("a block of BML says whom it is for, and keeps its id", () => {
  const bml =
    '<!-- characterId="x" -->\n<bml xmlns="b" id="b1" characterId="ben">\n  <head id="h"/>\n</bml>';
  assert.equal(characterOf(bml), "ben");
  assert.equal(characterOf(withCharacter(bml, "ada")), "ada");
  assert.equal(withoutOwnId(bml), bml);
  assert.equal(characterOf('<bml id="b1"><head characterId="ben"/></bml>'), undefined);
});

test("names are escaped as XML wants it", () => {
  assert.match(withCharacter(script, 'a"<&$1'), /character="a&quot;&lt;&amp;\$1"/);
});
