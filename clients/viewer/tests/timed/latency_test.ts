// How late frames are on loopback: from the server's tick to the Worker, and on to the page; and
// how old they are behind a stall.
// `npm run latency` holds it to what an idle machine must show; elsewhere others use it too.
import assert from "node:assert/strict";
import type { LatencyOptions, LatencyReport } from "../../src/app/latency.ts";
import { pageTests, until, untilMore } from "../support/page.ts";

// What 95 of 100 frames may take. A busy machine is late by no more than a person would notice.
const p95Max_ms = Number(process.env["KINE_LATENCY_MS"] ?? 500);
const frames = 600;

const test = pageTests();

function told(what: string, { roundTrip, toWorker, toPage }: LatencyReport): string {
  const row = (to: string, { p50, p95, p99 }: LatencyReport["toPage"]): string =>
    `  ${to}: p50 ${p50.toFixed(2)}, p95 ${p95.toFixed(2)}, p99 ${p99.toFixed(2)} ms\n`;
  return (
    `tick to handler, ${what}; off by ${(roundTrip / 2).toFixed(2)} ms at most\n` +
    row("in the Worker", toWorker) +
    row("in the page  ", toPage)
  );
}

test("frames reach the Worker and the page soon after their tick", async ({ open, url }) => {
  const page = await open(url, { drawn: true });
  await until(page, (stats) => stats.picturesOfPoses > 10);
  const measure = (options: LatencyOptions): Promise<LatencyReport> =>
    page.evaluate(
      (wanted) =>
        (window.kinesphere as { latency(o: LatencyOptions): Promise<LatencyReport> }).latency(
          wanted,
        ),
      options,
    );
  const drawing = await measure({ frames });
  const idle = await measure({ frames, drawing: false });
  console.log(told("while the page draws", drawing) + told("while it does not", idle));
  for (const { frames: seen, roundTrip, toWorker, toPage } of [drawing, idle]) {
    assert.equal(seen, frames);
    assert.ok(roundTrip > 0);
    // No clock is off by more than half the round trip, and nothing comes before its tick.
    assert.ok(toWorker.p50 > -roundTrip / 2, `${toWorker.p50} ms: before its tick`);
    assert.ok(toPage.p50 >= toWorker.p50);
    assert.ok(toWorker.p95 < p95Max_ms, `${toWorker.p95} ms to the Worker`);
  }
  assert.ok(idle.toPage.p95 < p95Max_ms, `${idle.toPage.p95} ms to the page`);
});

test("after a stall of six seconds the first picture is of the present", async ({ open, url }) => {
  const page = await open(url, { drawn: true });
  const { stalls } = await until(page, (stats) => stats.picturesOfPoses > 10);
  await page.evaluate(() => {
    const until = performance.now() + 6000;
    while (performance.now() < until);
  });
  const stats = await untilMore(page, "stalls", stalls);
  assert.ok(stats.ageAfterStall_ms < 250, `${stats.ageAfterStall_ms} ms old`);
  assert.ok(stats.ageAfterStall_ms > 0);
  assert.equal(stats.sessions, 1);
});
