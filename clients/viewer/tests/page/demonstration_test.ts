// The stage as one sees it: the play of the server, the views of the camera, and who performs.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  keep,
  pageTests,
  performed,
  statsOf,
  type,
  until,
  untilQuiet,
  untilShown,
} from "../support/page.ts";

const test = pageTests(["--demo", "--still", "--voice", "silent"]);

type Point = readonly [number, number, number];
interface Eye {
  readonly place: Point;
  readonly target: Point;
  readonly hasArrived: boolean;
  readonly rests: boolean;
}

const views = ["Front", "Side", "Above", "Body", "Hands", "Face"];

async function eyeOf(page: Page): Promise<Eye> {
  return page.evaluate<Eye>("window.kinesphere.eye()");
}

// How far the eye is from the nearest one, aside of the line from hips to head.
async function nearestBody(page: Page): Promise<number> {
  const bodies = await page.evaluate<(readonly [Point, Point])[]>("window.kinesphere.bodies()");
  const { place } = await eyeOf(page);
  const distances = bodies.map(([hips, top]) =>
    place[1] > top[1] + 0.4 ? Infinity : Math.hypot(place[0] - hips[0], place[2] - hips[2]),
  );
  return Math.min(...distances);
}

async function namesInTimeline(page: Page): Promise<string[]> {
  return page.locator(".timeline-name").allTextContents();
}

function bml(character: string, inside: string): string {
  const xmlns = "http://www.bml-initiative.org/bml/bml-1.0";
  return `<bml xmlns="${xmlns}" id="b1" characterId="${character}">\n  ${inside}\n</bml>`;
}

test("who opens the page sees a play, by its names, and from six sides", async ({
  openAsIs,
  url,
}) => {
  const page = await openAsIs(url);
  await untilShown(page, ".timeline-row:nth-child(2) .piece");
  assert.deepEqual(await namesInTimeline(page), ["ada", "ben"]);
  const names = await page.locator(".piece").allTextContents();
  assert.ok(names.every((name) => /^[a-z]+( [a-z]+)*$/.test(name)), names.join());
  assert.equal((await statsOf(page)).started, 0, "the page leaves the stage to it");
  await keep(page, "demonstration");
  for (const [index, view] of views.entries()) {
    const button = page.getByRole("button", { name: view, exact: true });
    if (index % 2 === 0) {
      await button.click();
    } else {
      await page.locator("#picture").focus();
      await page.keyboard.press(String(index + 1));
    }
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    assert.equal(await page.locator('[data-view][aria-pressed="true"]').count(), 1);
    await until(page, () => (window.kinesphere as { eye(): Eye }).eye().hasArrived);
    assert.ok((await nearestBody(page)) > 0.59, `${view}: ${await nearestBody(page)} m`);
    await keep(page, `view-${view.toLowerCase()}`);
  }
  // What one performs has the timeline, and the stage, as soon as it is sent.
  await performed(page, () => page.locator('[data-key="gesture nod"]').click());
  assert.doesNotMatch((await namesInTimeline(page)).join(), /ada|ben/);
});

test("a block goes to whom it names, and the camera goes along", async ({ open, serve }) => {
  const own = await serve(["--still"]);
  const page = await open(own.url);
  await untilQuiet(page);
  assert.equal(await page.getByRole("combobox", { name: "Character" }).inputValue(), "ada");
  await type(page, bml("ben", '<locomotion id="go" target="camera"/>'));
  const before = await eyeOf(page);
  await performed(page, () => page.getByRole("button", { name: "Perform" }).click());
  assert.equal((await statsOf(page)).remarks, 0);
  const after = await page.evaluate<(readonly [Point, Point])[]>("window.kinesphere.bodies()");
  assert.ok(after[1]![0][2] > 1, "ben has gone, not ada");
  assert.ok(Math.abs(after[0]![0][2]) < 0.1);
  await until(page, () => (window.kinesphere as { eye(): Eye }).eye().rests);
  const eye = await eyeOf(page);
  assert.ok(eye.target[2] - before.target[2] > 0.5, `${before.target[2]} to ${eye.target[2]}`);
  const middles: number[] = [];
  const stage = (await page.locator("#picture").boundingBox())!;
  for (const name of ["ada", "ben"]) {
    const box = await page.evaluate<{ x: number; y: number; width: number; height: number }>(
      `window.kinesphere.boxOf("${name}").toJSON()`,
    );
    const middle = box.x + box.width / 2;
    middles.push(middle);
    assert.ok(middle > stage.x && middle < stage.x + stage.width, name);
    assert.ok(box.y > stage.y && box.y + box.height < stage.y + stage.height, name);
  }
  assert.ok(Math.abs(middles[0]! - middles[1]!) > 40, `beside each other: ${middles}`);
  await keep(page, "group-reframed");
  // As near as one likes to go by hand, nobody is entered.
  await page.locator("#picture").focus();
  for (let step = 0; step < 40; ++step) await page.keyboard.press("+");
  await page.evaluate("new Promise(requestAnimationFrame)");
  await page.evaluate("new Promise(requestAnimationFrame)");
  assert.ok((await nearestBody(page)) > 0.59);
  assert.equal(await page.locator('[data-view][aria-pressed="true"]').count(), 0);
});
