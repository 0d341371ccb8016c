// The stage in the weather: avatars that are dropped, stalls, late guests, a server that restarts.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  differing,
  keep,
  launch,
  open,
  pictureOf,
  statsOf,
  until,
  untilMore,
} from "../support/page.ts";
import { Program } from "../support/program.ts";
import { smallVrm } from "../support/small_vrm.ts";

let browser: Browser;
let program: Program;

before(async () => {
  program = await Program.start();
  browser = await launch();
});

after(async () => {
  await browser.close();
  await program.stop();
});

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

test("a VRM that is dropped on somebody is worn by them", async () => {
  const { page, faults } = await open(browser, program.url);
  await until(page, (stats) => stats.picturesOfPoses > 5);
  const was = await pictureOf(page, "ben");
  await drop(page, "small.vrm", smallVrm(), "ben");
  const stats = await until(page, (now) => now.avatars["ben"] === "dropped");
  assert.notEqual(stats.avatars["ada"], "dropped");
  await untilMore(page, "picturesOfPoses", stats.picturesOfPoses + 2);
  assert.ok((await differing(page, was, await pictureOf(page, "ben"))) > 0.02);
  assert.deepEqual(faults, []);
  await page.context().close();
});

const noVrms: readonly (readonly [string, Buffer])[] = [
  ["text.vrm", Buffer.from("this is no avatar")],
  ["cut.vrm", smallVrm().subarray(0, 200)],
  ["empty.vrm", Buffer.alloc(0)],
];

for (const [name, bytes] of noVrms) {
  test(`what is no VRM is refused in words, and everything goes on: ${name}`, async () => {
    const { page, faults } = await open(browser, program.url);
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
    assert.deepEqual(faults, []);
    await page.context().close();
  });
}

test("after a stall of six seconds the first picture is of the present", async () => {
  const { page } = await open(browser, program.url);
  const { stalls } = await until(page, (stats) => stats.picturesOfPoses > 10);
  await page.evaluate(() => {
    const until = performance.now() + 6000;
    while (performance.now() < until);
  });
  const stats = await untilMore(page, "stalls", stalls);
  assert.ok(stats.ageAfterStall_ms < 250, `${stats.ageAfterStall_ms} ms old`);
  assert.ok(stats.ageAfterStall_ms > 0);
  assert.equal(stats.sessions, 1);
  await page.context().close();
});

test("who comes late sees everybody at once, in the pose of the moment", async () => {
  const first = await open(browser, program.url);
  await until(first.page, (stats) => stats.ended >= 1);
  const late = await open(browser, program.url);
  const stats = await until(late.page, (now) => now.picturesOfPoses > 0);
  assert.equal(stats.characters, 2);
  assert.ok(
    await late.page.evaluate(
      "Boolean(window.kinesphere.boxOf('ada') && window.kinesphere.boxOf('ben'))",
    ),
  );
  await late.page.context().close();
  await first.page.context().close();
});

test("a recording is gone through again, while the server goes on", async () => {
  const { page, faults } = await open(browser, program.url);
  await until(page, (stats) => stats.picturesOfPoses > 2);
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.locator('[data-key="gesture wave"]').click();
  // All of the wave, however late the page began with it.
  await until(page, (stats) => stats.ended >= 1);
  await page.getByRole("button", { name: /Stop/ }).click();
  const { recorded_s } = await until(page, (stats) => stats.recorded_s > 1.2);
  const scrub = page.getByRole("slider", { name: "Moment of the recording" });
  const pictures: Buffer[] = [];
  for (const share of [0, 0.3, 0.5, 0.7]) {
    await scrub.fill((share * recorded_s).toFixed(2));
    const { picturesOfPoses } = await statsOf(page);
    await untilMore(page, "picturesOfPoses", picturesOfPoses + 3);
    pictures.push(await pictureOf(page, "ada"));
  }
  const [first, ...later] = pictures;
  const differences = await Promise.all(later.map((each) => differing(page, first!, each)));
  assert.ok(Math.max(...differences) > 0.005, String(differences));
  await keep(page, "recording");
  await page.getByRole("button", { name: "Live", exact: true }).click();
  await until(page, (stats) => stats.age_ms > 0);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test("a recording is saved as a file, and played from it by another page", async () => {
  const { page } = await open(browser, program.url);
  await until(page, (stats) => stats.picturesOfPoses > 2);
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await until(page, (stats) => stats.recorded_s > 1);
  await page.getByRole("button", { name: /Stop/ }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save" }).click();
  const file = await (await download).path();
  const { recorded_s } = await statsOf(page);
  const other = await open(browser, program.url);
  await until(other.page, (stats) => stats.picturesOfPoses > 2);
  await other.page.getByLabel("Open a recording").setInputFiles({
    name: "saved.ksr",
    mimeType: "application/octet-stream",
    buffer: await readFile(file),
  });
  const stats = await until(other.page, (now) => now.recorded_s > 0);
  assert.ok(Math.abs(stats.recorded_s - recorded_s) < 0.6, `${stats.recorded_s} and ${recorded_s}`);
  await untilMore(other.page, "picturesOfPoses", stats.picturesOfPoses + 3);
  assert.deepEqual(other.faults, []);
  await other.page.context().close();
  await page.context().close();
});

test("what is no recording is refused in words", async () => {
  const { page, faults } = await open(browser, program.url);
  await until(page, (stats) => stats.picturesOfPoses > 2);
  await page.getByLabel("Open a recording").setInputFiles({
    name: "none.ksr",
    mimeType: "application/octet-stream",
    buffer: Buffer.from("this is no recording"),
  });
  const notice = page.getByRole("alert").locator(".notice").first();
  assert.match((await notice.textContent()) ?? "", /none.ksr cannot be played: it is no recording/);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test("a server that wants a token is told it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kinesphere-"));
  await writeFile(join(folder, "token"), "open sesame");
  const own = await Program.start("127.0.0.1:0", ["--token-file", join(folder, "token")]);
  const { page, faults } = await open(browser, own.url);
  const input = page.getByLabel("Token");
  await input.fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("not the right token").waitFor();
  await input.fill("open sesame");
  await page.keyboard.press("Enter");
  await until(page, (stats) => stats.sessions === 1 && stats.picturesOfPoses > 2);
  assert.deepEqual(faults, []);
  await page.context().close();
  await own.stop();
  await rm(folder, { recursive: true });
});

test("the page comes back by itself when its server does", async () => {
  const own = await Program.start();
  const { page, faults } = await open(browser, own.url);
  await until(page, (stats) => stats.sessions === 1 && stats.picturesOfPoses > 2);
  await own.stop();
  await until(page, (stats) => stats.state === "lost");
  await keep(page, "lost");
  const again = await Program.start(own.address);
  const { picturesOfPoses } = await until(page, (stats) => stats.sessions === 2);
  await untilMore(page, "picturesOfPoses", picturesOfPoses + 3);
  await page.getByRole("button", { name: "Perform" }).click();
  const { ended } = await statsOf(page);
  await untilMore(page, "ended", ended);
  assert.equal(await page.getByRole("alert").locator(".notice").count(), 0);
  assert.deepEqual(faults, []);
  await page.context().close();
  await again.stop();
});
