import assert from "node:assert/strict";
import { test } from "node:test";
import {
  gestureScript,
  mannerOf,
  plainManner,
  takesManner,
  withManner,
  type Manner,
} from "../../src/manner/manner.ts";

const big: Manner = { ...plainManner, spatialExtent: 0.5, power: 0.8 };
const tense: Manner = { ...plainManner, tension: { kind: "named", name: "tense" } };
const slack: Manner = {
  ...plainManner,
  style: "tired",
  tension: { kind: "numbers", restError_m: 0.12, zeta: 0.45 },
};
const opening = '<script xmlns="urn:kinesphere:script:1">';

test("a gesture in a plain manner says nothing of manners", () => {
  assert.equal(
    gestureScript("beat", plainManner),
    `${opening}\n  <gesture lexeme="beat"/>\n</script>\n`,
  );
});

test("a manner is written once, and the gesture names it", () => {
  assert.equal(
    gestureScript("beat", big),
    `${opening}\n  <nucleus id="manner" spatial-extent="0.5" power="0.8"/>\n` +
      `  <gesture lexeme="beat" nucleus="manner"/>\n</script>\n`,
  );
});

test("tension stands beside the nucleus, and goes again", () => {
  const script = withManner(gestureScript("beat", plainManner), tense);
  assert.equal(
    script,
    `${opening}\n  <nucleus id="manner"/>\n  <tension id="manner" manner="tense"/>\n` +
      `  <gesture lexeme="beat" nucleus="manner" tension="manner"/>\n</script>\n`,
  );
  assert.equal(
    withManner(script, plainManner),
    `${opening}\n  <nucleus id="manner"/>\n` +
      `  <gesture lexeme="beat" nucleus="manner"/>\n</script>\n`,
  );
});

for (const manner of [big, tense, slack, { ...slack, ...big, tension: slack.tension }]) {
  test(`what is written is read back: ${JSON.stringify(manner)}`, () => {
    assert.deepEqual(mannerOf(gestureScript("wave", manner)), manner);
  });
}

test("the same manner written again changes nothing", () => {
  const script = gestureScript("beat", slack);
  assert.equal(withManner(script, slack), script);
});

test("a script of poses gets a character that names the manner", () => {
  const script = `${opening}\n  <sequence><pose time="1"/></sequence>\n</script>`;
  const changed = withManner(script, tense);
  assert.match(changed, /<character nucleus="manner" tension="manner"\/>/);
  assert.equal(changed.match(/<character\b/g)?.length, 1);
  assert.equal(withManner(changed, big).match(/<character\b/g)?.length, 1);
});

test("what names a manner of its own keeps it", () => {
  const calm = '<nucleus id="calm" power="-0.5"/>';
  const script = `${opening}\n  ${calm}\n  <gesture lexeme="beat" nucleus="calm"/>\n</script>`;
  assert.match(withManner(script, big), /<gesture lexeme="beat" nucleus="calm"\/>/);
});

test("elements in comments are left alone", () => {
  const comment = '<!-- <gesture lexeme="beat"/> <nucleus id="manner" power="1"/> -->';
  const script = `${comment}\n${opening}\n  <gesture lexeme="wave"/>\n</script>`;
  assert.equal(mannerOf(script), undefined);
  const changed = withManner(script, big);
  assert.ok(changed.startsWith(comment));
  assert.match(changed, /<gesture lexeme="wave" nucleus="manner"\/>/);
});

test("other languages take no manner", () => {
  const animl = "<animl><key-pose-sequence/></animl>";
  assert.equal(takesManner(animl), false);
  assert.equal(withManner(animl, big), animl);
});

test("an empty script stays as it is", () => {
  const empty = '<script xmlns="urn:kinesphere:script:1"/>';
  assert.equal(withManner(empty, big), empty);
});
