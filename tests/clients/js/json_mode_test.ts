// Tests for clients/snippets/json_mode.mjs against a real server.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { olderNode } from "./older_node.ts";
import { Server } from "./server.ts";

const run = promisify(execFile);
const SNIPPET = resolve(import.meta.dirname, "../../../clients/snippets/json_mode.mjs");
const WAVE = resolve(import.meta.dirname, "../../../schemas/scripts/wave.xml");

async function plays(command: string, ...options: string[]): Promise<string> {
  const server = await Server.start();
  try {
    const { stdout } = await run(command, [...options, SNIPPET, WAVE, server.address]);
    assert.match(stdout, /^STARTED \w+$/m);
    assert.match(stdout, /^ENDED \w+$/m); // frames may still come while the connection closes
    return stdout;
  } finally {
    await server.stop();
  }
}

test("it runs where Node has no WebSocket, as Node 20 has none", async () => {
  await plays(process.execPath, "--no-experimental-websocket");
});

test("it runs under Node 20 or 18, where one is here", async (context) => {
  const older = await olderNode(/^v(18|20)\./);
  if (!older) {
    context.skip("neither is here");
    return;
  }
  context.diagnostic(older.version);
  await plays(older.path);
});

test("a client of twenty lines with no library plays a script, sees frames", async () => {
  const stdout = await plays(process.execPath);
  const lines = stdout.trimEnd().split("\n");
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
