// What was just performed, once more: gone through frame by frame, slowly, round and round, and
// saved as files.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import {
  keep,
  pageTests,
  performed,
  statsOf,
  until,
  untilMore,
  untilQuiet,
  untilTrue,
} from "../support/page.ts";

const test = pageTests(["--still"]);

async function waved(page: Page): Promise<number> {
  await untilQuiet(page);
  await performed(page, () => page.locator('[data-key="gesture wave"]').click());
  return page.evaluate<number>("window.kinesphere.started_s()");
}

const moment = (page: Page) => page.getByRole("slider", { name: "Moment of what is performed" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function seeAt(page: Page, at_s: number): Promise<void> {
  await moment(page).fill(at_s.toFixed(3));
  await until(page, (stats) => stats.at_s !== undefined);
}

test("the scrubber is as wide as the timeline, and says that what is seen is not live", async ({
  open,
}) => {
  const page = await open();
  const start_s = await waved(page);
  const lane = (await page.locator(".timeline-lane").first().boundingBox())!;
  const track = (await moment(page).boundingBox())!;
  assert.ok(Math.abs(track.x + 8 - lane.x) < 1 && Math.abs(track.width - 16 - lane.width) < 1);
  assert.equal(await page.locator("#not-live").isVisible(), false);
  await seeAt(page, 0.6);
  await untilTrue(page, `Math.abs(window.kinesphere.stats.at_s - ${start_s + 0.6}) < 0.02`);
  assert.match((await page.locator("#not-live").textContent()) ?? "", /Not live: 0\.6\d s/);
  const { framesReceived } = await statsOf(page);
  await keep(page, "again-not-live");
  await untilMore(page, "framesReceived", framesReceived + 3);
  await button(page, "Live").click();
  await until(page, (stats) => stats.at_s === undefined);
  assert.equal(await page.locator("#not-live").isVisible(), false);
});

// A machine that is busy misses frames, so how far apart two are is not told here: between them
// there is none.
test("a step is a frame, there and back", async ({ open }) => {
  const page = await open();
  const start_s = await waved(page);
  await seeAt(page, 0.5);
  const first = (await statsOf(page)).at_s!;
  const on = async () => (await untilMore(page, "at_s", first + 0.001)).at_s!;
  await button(page, "One frame on").click();
  const next = await on();
  await button(page, "One frame back").click();
  await untilTrue(page, `window.kinesphere.stats.at_s < ${next - 0.001}`);
  assert.ok((await statsOf(page)).at_s! <= first + 1e-6);
  await button(page, "One frame on").click();
  assert.ok(Math.abs((await on()) - next) < 1e-6);
  await seeAt(page, 0);
  await untilTrue(page, `window.kinesphere.stats.at_s < ${first - 0.001}`);
  await seeAt(page, (first + next) / 2 - start_s);
  const between = (await untilMore(page, "at_s", first - 0.001)).at_s!;
  assert.ok(Math.min(Math.abs(between - first), Math.abs(between - next)) < 1e-6);
});

test("it plays slowly and round and round, until somebody performs", async ({ open }) => {
  const page = await open();
  const start_s = await waved(page);
  await page.getByRole("combobox", { name: "Speed of what plays again" }).selectOption("0.25");
  await button(page, "Loop").click();
  await button(page, "Play again").click();
  await until(page, (stats) => stats.at_s !== undefined);
  const at = async () => page.evaluate<[number, number]>(
    "[window.kinesphere.stats.at_s, performance.now()]",
  );
  await untilMore(page, "at_s", start_s + 0.1);
  const [from_s, from_ms] = await at();
  await untilMore(page, "at_s", from_s + 0.2);
  const [to_s, to_ms] = await at();
  const speed = (1000 * (to_s - from_s)) / (to_ms - from_ms);
  assert.ok(speed > 0.15 && speed < 0.35, `at ${speed} of its speed`);
  await page.getByRole("combobox", { name: "Speed of what plays again" }).selectOption("1");
  await untilMore(page, "at_s", start_s + 1);
  await untilTrue(page, `window.kinesphere.stats.at_s < ${start_s + 0.9}`); // from its beginning
  await performed(page, () => button(page, "Perform").click());
  assert.equal((await statsOf(page)).at_s, undefined);
});

async function exported(page: Page, form: string): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await button(page, "Export…").click();
  await page.locator(`#export-dialog [data-form="${form}"]`).click();
  return readFile(await (await download).path());
}

test("what was performed is saved as .csv, .bvh, .vrma, .glb and .png", async ({ open }) => {
  const page = await open();
  await waved(page);
  const rows = (await exported(page, "csv")).toString().trim().split("\n");
  const columns = rows[0]!.split(",");
  const last = rows.at(-1)!.split(",");
  assert.equal(last.length, columns.length);
  assert.ok(Number(last[0]) - Number(rows[1]!.split(",")[0]) > 1.2);
  assert.match(rows.join("\n"), /:g1:stroke/);
  assert.match((await exported(page, "bvh")).toString(), /^HIERARCHY\nROOT hips/);
  for (const form of ["vrma", "glb"])
    assert.equal((await exported(page, form)).subarray(0, 4).toString(), "glTF");
  assert.equal((await exported(page, "png")).subarray(1, 4).toString(), "PNG");
  await button(page, "Export…").click();
  await keep(page, "export");
});

test("a video is recorded while it plays again", async ({ open, url }) => {
  const page = await open(url, { drawn: true });
  await waved(page);
  const video = await exported(page, "video");
  assert.equal(video.readUInt32BE(0), 0x1a45dfa3, "it is a webm");
  assert.ok(video.length > 5000, `${video.length} bytes`);
});

