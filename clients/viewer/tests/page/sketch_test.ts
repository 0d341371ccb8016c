// Sliders of the body and the pad of styles: what the server's frames do while somebody moves them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { farthest, Observer, poseText } from "../support/observer.ts";
import { keep, pageTests, statsOf, until, untilQuiet, type Visit } from "../support/page.ts";

const test = pageTests(["--still"]);

// The server is the test's own: what a character is told stays, and would meet other tests.
async function opened({ open, serve }: Visit): Promise<{ page: Page; ada: Observer }> {
  const { url } = await serve(["--still"]);
  const page = await open(url);
  const ada = await Observer.of(url, "ada");
  await untilQuiet(page);
  return { page, ada };
}

async function show(page: Page, part: string): Promise<void> {
  await page.getByRole("button", { name: part, exact: true }).click();
}

function slider(page: Page, name: string): Locator {
  return page.getByRole("slider", { name, exact: true });
}

function style(page: Page, name: string): Locator {
  return page.locator("#style-pad").getByRole("button", { name, exact: true });
}

test("a slider moves the body as it moves, and a double click brings it back", async (visit) => {
  const { page, ada } = await opened(visit);
  const before = await ada.still();
  await show(page, "Sketch");
  await slider(page, "raise").focus();
  await page.keyboard.press("End");
  const raised = await ada.other(before);
  const rise_m = ada.height_m(raised, "leftUpperArm") - ada.height_m(before, "leftUpperArm");
  assert.ok(rise_m > 0.015, `the shoulders rise by ${rise_m} m`);
  const foot_m = ada.height_m(raised, "leftFoot") - ada.height_m(before, "leftFoot");
  assert.ok(Math.abs(foot_m) < 1e-6, `a foot rises by ${foot_m} m`);
  await keep(page, "sketch-raise");
  await slider(page, "raise").dblclick();
  assert.equal(poseText(await ada.other(raised)), poseText(before));
  assert.equal(await slider(page, "raise").inputValue(), "0");
  ada.close();
});

test("each number has a slider, which says what it does; a button resets it", async (visit) => {
  const { page, ada } = await opened(visit);
  await show(page, "Sketch");
  const told = await page.evaluate(async () => (await fetch("/manners.json")).json());
  const { parameters } = told as { parameters: { name: string; meaning: string }[] };
  assert.ok(parameters.length > 20);
  for (const { name, meaning } of parameters) {
    const says = (await slider(page, name).getAttribute("aria-description")) ?? "";
    assert.ok(says.startsWith(meaning), `${name} says ${says}`);
  }
  const before = await ada.still();
  await slider(page, "posture").focus();
  assert.match((await page.locator("#sketch-meaning").textContent()) ?? "", /slumped to upright/);
  await page.keyboard.press("Home");
  const slumped = await ada.other(before);
  assert.ok(ada.height_m(slumped, "head") < ada.height_m(before, "head") - 0.01);
  await page.getByRole("button", { name: "Reset posture to 0.00" }).click();
  assert.equal(poseText(await ada.other(slumped)), poseText(before));
  ada.close();
});

test("a style on the pad is that style, and neutral is none", async (visit) => {
  const { page, ada } = await opened(visit);
  const before = await ada.still();
  await show(page, "Styles");
  await style(page, "proud").click();
  const proud = await ada.other(before);
  const smile = (frame: typeof proud): number => ada.weight(frame, "mouthSmileLeft");
  assert.ok(smile(proud) > smile(before) + 0.05, "who is proud smiles a little");
  assert.equal(await style(page, "proud").getAttribute("aria-pressed"), "true");
  await keep(page, "style-proud");
  await style(page, "neutral").click();
  const neutral = await ada.other(proud);
  assert.equal(poseText(neutral), poseText(before));
  assert.equal(smile(neutral), smile(before));
  ada.client.setSketch("ada", { style: "proud" });
  // A style that is named brings its tension, so the arms are those of a tracker at rest.
  assert.ok(farthest(await ada.other(before), proud) < 1e-5);
  ada.close();
});

test("the thumb mixes styles by keys and by hand, and all can be reset", async (visit) => {
  const { page, ada } = await opened(visit);
  const before = await ada.still();
  await show(page, "Styles");
  const thumb = slider(page, "Mixture of styles");
  await style(page, "tired").click();
  const tired = await ada.other(before);
  await thumb.focus();
  const words = async (): Promise<string> => (await thumb.getAttribute("aria-valuetext")) ?? "";
  await page.keyboard.press("ArrowUp");
  assert.match(await words(), /tired \d+ %, \w+ \d+ %/);
  for (let press = 0; press < 10; ++press) await page.keyboard.press("ArrowRight");
  assert.match(await words(), /\w+ \d+ %, \w+ \d+ %/);
  const mixed = await ada.still((frame) => ada.height_m(frame, "head") > ada.height_m(tired, "head"));
  const head = (frame: typeof mixed): number => ada.height_m(frame, "head");
  assert.ok(head(mixed) > head(tired) && head(mixed) < head(before), "less tired, and not neutral");
  const box = (await page.locator(".style-pad").boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 12, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await show(page, "Sketch");
  assert.ok(Number(await slider(page, "posture").inputValue()) > 0.3, "open is upright");
  await keep(page, "sketch-mixed");
  await page.locator("#body-reset").click();
  const reset = await ada.still((frame) => poseText(frame) === poseText(before));
  assert.equal(poseText(reset), poseText(before));
  ada.close();
});

test("however much a slider moves, a picture of the browser sends one message", async (visit) => {
  const { page, ada } = await opened(visit);
  await show(page, "Sketch");
  const { sketches } = await statsOf(page);
  const pictures = await slider(page, "raise").evaluate(async (input: HTMLInputElement) => {
    const drawn = 20;
    for (let picture = 0; picture < drawn; ++picture) {
      for (let i = 0; i < 50; ++i) {
        input.value = String((picture + i / 50) / drawn);
        input.dispatchEvent(new Event("input"));
      }
      await new Promise(requestAnimationFrame);
    }
    return drawn;
  });
  await page.evaluate("new Promise((then) => setTimeout(then, 100))");
  const sent = (await statsOf(page)).sketches - sketches;
  assert.ok(sent >= 1 && sent <= pictures + 1, `${sent} messages in ${pictures} pictures`);
  const still = await ada.still();
  await page.evaluate("new Promise(requestAnimationFrame)");
  assert.equal((await statsOf(page)).sketches - sketches, sent, "a slider at rest sends nothing");
  assert.equal(poseText(await ada.still()), poseText(still));
  ada.close();
});

test("what the sliders say is copied as a script, which the program accepts", async (visit) => {
  const { page, ada } = await opened(visit);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await show(page, "Styles");
  await style(page, "bored").click();
  await show(page, "Sketch");
  await slider(page, "succession").fill("0.04");
  await slider(page, "com-side").press("Home");
  await page.locator("#body-copy").click();
  await page.locator(".notice").first().waitFor();
  const script = await page.evaluate<string>("navigator.clipboard.readText()");
  assert.match(script, /<shape posture="-0.6" .*com="-1 0.6" legs="0.9"/);
  assert.match(script, /<timing tempo="-0.3" succession="0.04s"\/>/);
  assert.match(script, /<nucleus id="mine" spatial-extent="-0.3" temporal-extent="0.4"/);
  const checked = await ada.client.check(script, { character: "ada" });
  assert.deepEqual([checked.errors, checked.warnings], [[], []]);
  const folder = mkdtempSync(join(tmpdir(), "kinesphere-"));
  try {
    writeFileSync(join(folder, "copied.xml"), script);
    execFileSync(process.env["KINE_PROGRAM"]!, ["check", join(folder, "copied.xml")]);
  } finally {
    rmSync(folder, { recursive: true });
  }
  ada.close();
});

// The page looks with each picture which character is chosen.
async function untilAt(slider: Locator, value: string): Promise<void> {
  await slider.evaluate(async (input: HTMLInputElement, wanted) => {
    while (input.value !== wanted) await new Promise(requestAnimationFrame);
  }, value);
}

test("each character keeps its own sliders", async (visit) => {
  const { page, ada } = await opened(visit);
  await show(page, "Sketch");
  await slider(page, "raise").press("End");
  await page.locator("#character").selectOption("ben");
  await until(page, (stats) => stats.sketches >= 1);
  await untilAt(slider(page, "raise"), "0");
  await page.locator("#character").selectOption("ada");
  await untilAt(slider(page, "raise"), "1");
  ada.close();
});

for (const [name, width, height] of [
  ["wide", 1280, 800],
  ["narrow", 400, 844],
] as const) {
  test(`pad and sliders have room, and every style its own: ${name}`, async ({ open, url }) => {
    const page = await open(url, { viewport: { width, height } });
    await untilQuiet(page);
    await show(page, "Sketch");
    assert.ok(await slider(page, "posture").isVisible());
    await keep(page, `sketch-${name}`);
    await show(page, "Styles");
    await keep(page, `styles-${name}`);
    const { overlaps, outside, wide } = await page.evaluate(() => {
      const pad = document.querySelector(".style-pad")!.getBoundingClientRect();
      const styles = [...document.querySelectorAll(".pad-style, .pad-end")].map((each) => ({
        name: each.textContent ?? "",
        box: each.getBoundingClientRect(),
      }));
      const overlaps = styles.flatMap((a, index) =>
        styles
          .slice(index + 1)
          .filter(
            (b) =>
              a.box.x < b.box.right - 1 &&
              b.box.x < a.box.right - 1 &&
              a.box.y < b.box.bottom - 1 &&
              b.box.y < a.box.bottom - 1,
          )
          .map((b) => `${a.name} ${b.name}`),
      );
      const outside = styles
        .filter(({ box }) => box.x < pad.x || box.right > pad.right || box.bottom > pad.bottom)
        .map((each) => each.name);
      return { overlaps, outside, wide: document.scrollingElement!.scrollWidth };
    });
    assert.deepEqual([overlaps, outside], [[], []]);
    assert.ok(wide <= width, `${wide} pixels wide`);
  });
}
