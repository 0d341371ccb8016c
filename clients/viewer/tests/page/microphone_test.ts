// Somebody speaks into the browser's microphone, and the character moves.
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { farthest, Observer } from "../support/observer.ts";
import { keep, pageTests, statsOf, untilMore, untilQuiet, untilTrue } from "../support/page.ts";
import { spokenWave } from "../support/spoken_wave.ts";

const folder = mkdtempSync(join(tmpdir(), "kinesphere-"));
const wave = join(folder, "talk.wav");
writeFileSync(wave, spokenWave(10));
after(() => rm(folder, { recursive: true }));

const test = pageTests(
  ["--still"],
  [
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-audio-capture=${wave}`,
  ],
);

test("a character moves as the person who speaks into the microphone", async ({ open, url }) => {
  const page = await open();
  await untilQuiet(page);
  const ada = await Observer.of(url, "ada");
  const before = await ada.still();
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const microphone = page.getByRole("button", { name: "Microphone", exact: true });
  await microphone.click();
  await untilMore(page, "syllables", 3);
  await untilTrue(page, "document.getElementById('microphone-level').value > -60");
  await untilTrue(page, "/Heard: a .*syllable/.test(document.getElementById('microphone-heard').textContent)");
  await ada.first((frame) => farthest(frame, before) > 0.02); // some two degrees
  await keep(page, "microphone");
  assert.equal(await microphone.getAttribute("aria-pressed"), "true");
  assert.match(await page.locator("#microphone-state").innerText(), /^Listening: ada moves/);
  await microphone.click();
  assert.equal(await microphone.getAttribute("aria-pressed"), "false");
  const { syllables } = await statsOf(page);
  await microphone.click(); // another stream moves the same character
  await untilMore(page, "syllables", syllables + 2);
  assert.equal((await statsOf(page)).spoken, 0, "nobody hears what is not held back");
  await microphone.click();
  await page.getByLabel("Hear it 0.6 s later").check();
  await microphone.click();
  await untilMore(page, "spoken", 50);
  ada.close();
});
