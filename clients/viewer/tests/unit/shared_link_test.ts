import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { test } from "node:test";
import { fragmentOf, scriptOf } from "../../src/app/shared_link.ts";

test("a script goes through a link unchanged", async () => {
  const script = '<script xmlns="urn:kinesphere:script:1"><!-- Grüße, 手 --></script>\n';
  const fragment = await fragmentOf(script);
  assert.match(fragment, /^#script=[A-Za-z0-9_-]+$/);
  assert.equal(await scriptOf(fragment), script);
});

test("what zlib has deflated is read", async () => {
  const fragment = `#script=${deflateRawSync("<script/>").toString("base64url")}`;
  assert.equal(await scriptOf(fragment), "<script/>");
});

test("an address without a script has none", async () => {
  assert.equal(await scriptOf(""), undefined);
  assert.equal(await scriptOf("#elsewhere"), undefined);
});

test("a damaged link is refused", async () => {
  await assert.rejects(scriptOf("#script=%%%"));
  await assert.rejects(scriptOf("#script=AAECAwQF"));
});

test("a small link cannot blow up to more than a script may have", async () => {
  const bomb = deflateRawSync(Buffer.alloc(8 << 20, 32)).toString("base64url");
  await assert.rejects(scriptOf(`#script=${bomb}`), /at most/);
});
