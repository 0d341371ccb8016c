// Tests for clients/js/src/address.ts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf } from "../../../clients/js/dist/address.js";
import { connect } from "../../../clients/js/dist/index.js";

const IN_NODE = { tcp: true };
const IN_A_PAGE = { tcp: false, origin: "https://stage.example:8443" };

test("the port may be left out", () => {
  const addresses = [["127.0.0.1:80", "127.0.0.1", 80], ["host", "host", 7730],
                     ["[::1]:80", "::1", 80], ["[::1]", "::1", 7730]] as const;
  for (const [text, host, port] of addresses) {
    assert.deepEqual(addressOf(text, IN_NODE), { way: "tcp", host, port });
  }
});

test("a page reaches the same address by WebSocket", () => {
  assert.deepEqual(addressOf("host:80", IN_A_PAGE), { way: "websocket", url: "ws://host:80/ws" });
  assert.deepEqual(addressOf("[::1]", IN_A_PAGE), { way: "websocket", url: "ws://[::1]:7730/ws" });
});

test("a URL keeps its path, and has /ws where it has none", () => {
  assert.deepEqual(addressOf("ws://host:8080", IN_NODE),
                   { way: "websocket", url: "ws://host:8080/ws" });
  assert.deepEqual(addressOf("wss://host/a/b", IN_NODE),
                   { way: "websocket", url: "wss://host/a/b" });
});

test("without an address it is the server of the page, or the one of this machine", () => {
  assert.deepEqual(addressOf(undefined, IN_A_PAGE),
                   { way: "websocket", url: "wss://stage.example:8443/ws" });
  assert.deepEqual(addressOf(undefined, IN_NODE), { way: "tcp", host: "127.0.0.1", port: 7730 });
  assert.deepEqual(addressOf(undefined, { tcp: false, origin: "file://" }),
                   { way: "websocket", url: "ws://127.0.0.1:7730/ws" });
});

test("what is no address is said to be none", () => {
  for (const text of ["", "host:", "host:0", "host:65536", "a b", "::1", "http://host", "ws://",
                      "7730"]) {
    assert.throws(() => addressOf(text, IN_NODE), { name: "RangeError", message: /no address/ },
                  text);
  }
});

test("a Node without WebSockets says so, and what to do", async (context) => {
  const had = Object.getOwnPropertyDescriptor(globalThis, "WebSocket")!;
  context.after(() => Object.defineProperty(globalThis, "WebSocket", had));
  delete (globalThis as { WebSocket?: unknown }).WebSocket;
  await assert.rejects(connect("ws://127.0.0.1:7730"), /no WebSocket in this Node.*HOST:PORT by TCP/);
});
