// The stage in the weather: avatars that are dropped, late guests, a server that restarts.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import {
  differing,
  keep,
  pageTests,
  performed,
  pictureOf,
  statsOf,
  until,
  untilMore,
  untilQuiet,
} from "../support/page.ts";
import { baked, replayed } from "../support/baked.ts";
import { smallVrm } from "../support/small_vrm.ts";

const test = pageTests();

async function drop(page: Page, name: string, bytes: Buffer, on: string): Promise<void> {
  await page.evaluate(
    async ([name, base64, on]) => {
      const bytes = await (
        await fetch(`data:application/octet-stream;base64,${base64}`)
      ).arrayBuffer();
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], name));
      const box = (window.kinesphere as { boxOf(name: string): DOMRect }).boxOf(on);
      const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
      const stage = document.getElementById("stage")!;
      for (const kind of ["dragenter", "dragover", "drop"]) {
        stage.dispatchEvent(
          new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true, ...at }),
        );
      }
    },
    [name, bytes.toString("base64"), on] as const,
  );
}

test("a VRM that is dropped on somebody is worn by them", async ({ open, url }) => {
  const page = await open(url, { drawn: true });
  await until(page, (stats) => stats.picturesOfPoses > 5);
  const was = await pictureOf(page, "ben");
  await drop(page, "small.vrm", smallVrm(), "ben");
  const stats = await until(page, (now) => now.avatars["ben"] === "dropped");
  assert.notEqual(stats.avatars["ada"], "dropped");
  await untilMore(page, "picturesOfPoses", stats.picturesOfPoses + 2);
  assert.ok((await differing(page, was, await pictureOf(page, "ben"))) > 0.02);
});

const noVrms: readonly (readonly [string, Buffer])[] = [
  ["text.vrm", Buffer.from("this is no avatar")],
  ["cut.vrm", smallVrm().subarray(0, 200)],
  ["empty.vrm", Buffer.alloc(0)],
];

for (const [name, bytes] of noVrms) {
  test(`what is no VRM is refused in words, and everything goes on: ${name}`, async ({ open }) => {
    const page = await open();
    await until(page, (stats) => stats.picturesOfPoses > 2);
    await drop(page, name, bytes, "ada");
    const notice = page.getByRole("alert").locator(".notice");
    await notice.first().waitFor();
    assert.match(
      (await notice.first().textContent()) ?? "",
      new RegExp(`${name} cannot be worn: .+`),
    );
    const stats = await statsOf(page);
    assert.notEqual(stats.avatars["ada"], "dropped");
    await untilMore(page, "picturesOfPoses", stats.picturesOfPoses + 2);
  });
}

test("who comes late sees everybody at once, in the pose of the moment", async ({ open }) => {
  const first = await open();
  await untilQuiet(first);
  const late = await open();
  const stats = await until(late, (now) => now.picturesOfPoses > 0);
  assert.equal(stats.characters, 2);
  assert.ok(
    await late.evaluate(
      "Boolean(window.kinesphere.boxOf('ada') && window.kinesphere.boxOf('ben'))",
    ),
  );
});

// How much moments of a recording of so many seconds differ from its first one.
async function mostDiffering(page: Page, recorded_s: number): Promise<number> {
  const scrub = page.getByRole("slider", { name: "Moment of the recording" });
  const pictures: Buffer[] = [];
  for (const share of [0, 0.3, 0.5, 0.7]) {
    await scrub.fill((share * recorded_s).toFixed(2));
    const { picturesOfPoses } = await statsOf(page);
    await untilMore(page, "picturesOfPoses", picturesOfPoses + 3);
    pictures.push(await pictureOf(page, "ada"));
  }
  const [first, ...later] = pictures;
  return Math.max(...(await Promise.all(later.map((each) => differing(page, first!, each)))));
}

test("a recording is gone through again, while the server goes on", async ({ open, url }) => {
  const page = await open(url, { drawn: true });
  await untilQuiet(page);
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await performed(page, () => page.locator('[data-key="gesture wave"]').click());
  await page.getByRole("button", { name: /Stop/ }).click();
  const { recorded_s } = await until(page, (stats) => stats.recorded_s > 1.2);
  assert.ok((await mostDiffering(page, recorded_s)) > 0.005);
  await keep(page, "recording");
  await page.getByRole("button", { name: "Live", exact: true }).click();
  await until(page, (stats) => stats.age_ms > 0);
});

test("a saved recording is played by the program and by another page", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await performed(page, () => page.locator('[data-key="gesture wave"]').click());
  await page.getByRole("button", { name: /Stop/ }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save" }).click();
  const file = await (await download).path();
  const { recorded_s } = await statsOf(page);
  const told = replayed(await readFile(file), "jsonl", "ada");
  // A busy server leaves frames out; the times of those that came say how long it was.
  const times = [...told.matchAll(/"t":([\d.e-]+),"root":/g)].map(([, time]) => Number(time));
  const length_s = times.at(-1)! - times[0]!;
  assert.ok(Math.abs(length_s - recorded_s) < 0.6, `${length_s} s of ${recorded_s} s`);
  assert.ok(told.includes('"kind":"ended"'), "the end of the wave is in it");
  const other = await open();
  await until(other, (stats) => stats.picturesOfPoses > 2);
  await other.getByLabel("Open a recording").setInputFiles({
    name: "saved.ksr",
    mimeType: "application/octet-stream",
    buffer: await readFile(file),
  });
  const stats = await until(other, (now) => now.recorded_s > 0);
  assert.ok(Math.abs(stats.recorded_s - recorded_s) < 0.6, `${stats.recorded_s} and ${recorded_s}`);
  await untilMore(other, "picturesOfPoses", stats.picturesOfPoses + 3);
});

test("of a crowd so many wear avatars as a page can draw, the others are figures", async ({
  openAsIs,
  serve,
}) => {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const crowd = await serve(names.flatMap((name, at) => ["--character", `${name}=ada@${at},0`]));
  const page = await openAsIs("about:blank");
  let asked = 0;
  page.on("request", (request) => (asked += /\/avatars\//.test(request.url()) ? 1 : 0));
  await page.goto(crowd.url);
  const { avatars } = await until(
    page,
    ({ avatars }) => Object.values(avatars).filter((each) => each === "served").length >= 6,
  );
  assert.equal(asked, 6);
  assert.equal(Object.values(avatars).filter((each) => each === "figure").length, 2);
});

test("a Worker that cannot be loaded is complained of", async ({ openAsIs, url }) => {
  const page = await openAsIs("about:blank");
  await page.route("**/viewer/worker.js", (route) => route.fulfill({ status: 404 }));
  await page.goto(url);
  const notice = page.getByRole("alert").locator(".notice").first();
  assert.match((await notice.textContent()) ?? "", /The page's Worker failed/);
});

test("a recording of the program is played by the page", async ({ open, url }) => {
  const page = await open(url, { drawn: true });
  await until(page, (stats) => stats.picturesOfPoses > 2);
  await page.getByLabel("Open a recording").setInputFiles({
    name: "wave.ksr",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(baked("wave", "ksr")),
  });
  const { recorded_s } = await until(page, (stats) => stats.recorded_s > 0);
  const told = replayed(baked("wave", "ksr"), "jsonl").trim().split("\n");
  const last = JSON.parse(told.at(-1)!) as { readonly t: number };
  assert.ok(Math.abs(recorded_s - last.t) < 0.02, `${recorded_s} s`);
  assert.ok((await mostDiffering(page, recorded_s)) > 0.005);
});

test("what is no recording is refused in words", async ({ open }) => {
  const page = await open();
  await until(page, (stats) => stats.picturesOfPoses > 2);
  await page.getByLabel("Open a recording").setInputFiles({
    name: "none.ksr",
    mimeType: "application/octet-stream",
    buffer: Buffer.from("this is no recording"),
  });
  const notice = page.getByRole("alert").locator(".notice").first();
  assert.match((await notice.textContent()) ?? "", /none.ksr cannot be played: it is no recording/);
});

test("a server that wants a token is told it", async ({ open, serve }) => {
  const folder = await mkdtemp(join(tmpdir(), "kinesphere-"));
  await writeFile(join(folder, "token"), "open sesame");
  const own = await serve(["--token-file", join(folder, "token")]);
  const page = await open(own.url);
  const input = page.getByLabel("Token");
  await input.fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("not the right token").waitFor();
  await input.fill("open sesame");
  await page.keyboard.press("Enter");
  await until(page, (stats) => stats.sessions === 1 && stats.picturesOfPoses > 2);
  await own.stop();
  await rm(folder, { recursive: true });
});

test("the page comes back by itself when its server does", async ({ open, serve }) => {
  const own = await serve();
  const page = await open(own.url);
  await untilQuiet(page);
  await own.stop();
  await until(page, (stats) => stats.state === "lost");
  await keep(page, "lost");
  await serve([], own.address);
  const { picturesOfPoses } = await until(page, (stats) => stats.sessions === 2);
  await untilMore(page, "picturesOfPoses", picturesOfPoses + 3);
  await performed(page, () => page.getByRole("button", { name: "Perform" }).click());
  assert.equal(await page.getByRole("alert").locator(".notice").count(), 0);
});
