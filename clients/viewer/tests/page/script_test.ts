// The script and what hangs on it: errors, completion, sliders, gallery, links.
import assert from "node:assert/strict";
import { keep, pageTests, performed, scriptOf, type, until, untilQuiet } from "../support/page.ts";

const test = pageTests(["--still"]);

const wrong = `<script xmlns="urn:kinesphere:script:1">
  <sequence>
    <pose time="NaN"/>
    <pose time="1"/>
  </sequence>
</script>`;

test("an error stands under its line as one types, and goes when mended", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  await type(page, wrong);
  await until(page, (stats) => stats.remarks === 1);
  const remark = page.locator(".remark-error");
  assert.match((await remark.textContent()) ?? "", /time of <pose> must be a time/);
  const above = remark.locator("xpath=preceding-sibling::*[1]");
  assert.equal(await above.textContent(), '    <pose time="NaN"/>');
  await keep(page, "error");
  await type(page, wrong.replace("NaN", "0.5"));
  await until(page, (stats) => stats.remarks === 0);
  assert.equal(await remark.count(), 0);
});

test("a script that is refused says why under its line", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  await type(
    page,
    '<script xmlns="urn:kinesphere:script:1">\n  <gesture lexeme="fly"/>\n</script>',
  );
  await page.getByRole("button", { name: "Perform" }).click();
  await until(page, (stats) => stats.answers >= 2 && stats.remarks >= 1);
  assert.match((await page.locator(".remark-error").first().textContent()) ?? "", /fly/);
});

test("completion offers what the schema has, and names that the server knows", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  await type(page, '<script xmlns="urn:kinesphere:script:1">\n\n</script>');
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("<ge");
  const options = page.locator(".cm-tooltip-autocomplete li");
  await options.filter({ hasText: "gesture" }).first().waitFor();
  assert.match((await options.first().textContent()) ?? "", /gesture/);
  await page.keyboard.press("Escape");
  await page.keyboard.type('sture lexeme="bea');
  await options.filter({ hasText: "beat" }).first().waitFor();
  assert.match((await options.first().textContent()) ?? "", /beat/);
});

test("in BML completion offers what BML has, and its names", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  const bml = "http://www.bml-initiative.org/bml/bml-1.0";
  await type(page, `<bml xmlns="${bml}" id="b">\n\n</bml>`);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("<gazeS");
  const options = page.locator(".cm-tooltip-autocomplete li");
  await options.filter({ hasText: "gazeShift" }).first().waitFor();
  assert.match((await options.first().textContent()) ?? "", /gazeShift/);
  await page.keyboard.press("Escape");
  await page.keyboard.type('hift target="be');
  await options.filter({ hasText: "ben" }).first().waitFor();
  assert.match((await options.first().textContent()) ?? "", /ben/);
  await page.keyboard.press("Escape");
  await page.keyboard.type('n" id="g"/>\n<head lexeme="SHA');
  await options.filter({ hasText: "SHAKE" }).waitFor();
  assert.doesNotMatch((await options.allTextContents()).join(), /beat/);
});

test("the gallery finds gestures by their tags, and performs samples", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  await page.getByRole("searchbox").fill("greet");
  const chips = page.locator("#gallery .chip:visible");
  assert.ok((await chips.allTextContents()).includes("namaste"));
  assert.ok(!(await chips.allTextContents()).includes("shrug"));
  await page.getByRole("searchbox").fill("nod");
  await performed(page, () => chips.first().click());
  assert.match(await scriptOf(page), /<script/);
});

test("a link carries the script to another page", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  const script = '<script xmlns="urn:kinesphere:script:1">\n  <gesture lexeme="shrug"/>\n</script>';
  await type(page, script);
  const before = page.url();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.waitForURL((url) => url.href !== before);
  const other = await open(page.url());
  const stats = await untilQuiet(other);
  assert.equal(await scriptOf(other), script);
  assert.equal(stats.performances.length, 1, "it is performed there");
});
