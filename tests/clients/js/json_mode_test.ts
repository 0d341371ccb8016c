// Tests for clients/snippets/json_mode.mjs against a real server.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { Server } from "./server.ts";

const run = promisify(execFile);
const SNIPPET = resolve(import.meta.dirname, "../../../clients/snippets/json_mode.mjs");
const WAVE = resolve(import.meta.dirname, "../../../schemas/scripts/wave.xml");

test("a client of twenty lines with no library plays a script, sees frames", async (context) => {
  const server = await Server.start();
  context.after(() => server.stop());

  const { stdout } = await run(process.execPath, [SNIPPET, WAVE, server.address]);

  const lines = stdout.trimEnd().split("\n");
  assert.match(lines.find((line) => line.startsWith("STARTED"))!, /^STARTED \w+$/);
  assert.match(lines.at(-1)!, /^ENDED \w+$/);
  assert.ok(lines.some((line) => /^SYNC \w+:\w+:\w+$/.test(line)));
  const hips = [...stdout.matchAll(/^tick \d+: the hips are (\S+) m up$/gm)];
  assert.ok(hips.length > 0 && hips.every(([, y]) => Number(y) > 0.7 && Number(y) < 1.2));
  const source = await readFile(SNIPPET, "utf8");
  assert.ok(source.split("\n").filter((line) => line.trim()).length <= 20);
  assert.ok(!/from "(?!node:)/.test(source));
});

test("what is no script is refused, in words", async (context) => {
  const server = await Server.start();
  context.after(() => server.stop());
  const { stderr } = await run(process.execPath, [SNIPPET, SNIPPET, server.address]);
  assert.match(stderr, /\w+ \w+/);
});
