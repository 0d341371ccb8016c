// As much of a WebSocket as json_mode.mjs needs, over node:net, for Node before 22, which has none:
// messages of text, whole ones, to a server that does not ask anything of its clients but pongs.
import { randomBytes } from "node:crypto";
import { connect } from "node:net";

const TEXT = 1, CLOSE = 8, PING = 9, PONG = 10;

/** A frame of a client: masked, as the protocol wants it. */
function frameOf(opcode, payload) {
  const short = payload.length < 126;
  const head = Buffer.alloc(short ? 2 : payload.length < 65536 ? 4 : 10);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (short ? payload.length : head.length === 4 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(payload.length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(payload.length), 2);
  const mask = randomBytes(4);
  return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i % 4])]);
}

export class WebSocket {
  #socket;
  #received = Buffer.alloc(0);
  #open = false;

  constructor(url, subprotocol) {
    const { hostname, port, host, pathname } = new URL(url);
    this.#socket = connect(Number(port), hostname, () => this.#socket.write(
      `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Protocol: ${subprotocol}\r\n\r\n`));
    this.#socket.on("error", (error) => this.onerror?.(error));
    this.#socket.on("data", (chunk) => this.#take(Buffer.concat([this.#received, chunk])));
  }

  send(text) {
    this.#socket.write(frameOf(TEXT, Buffer.from(text)));
  }

  close() {
    this.#socket.end(frameOf(CLOSE, Buffer.alloc(0)));
  }

  #take(bytes) {
    if (!this.#open) {
      const end = bytes.indexOf("\r\n\r\n");
      this.#received = bytes;
      if (end < 0) return;
      if (!bytes.toString("latin1").startsWith("HTTP/1.1 101 ")) {
        return this.#socket.destroy(new Error("no WebSocket answers there"));
      }
      this.#open = true;
      this.onopen?.();
      bytes = bytes.subarray(end + 4);
    }
    for (;;) {
      const size = bytes.length < 2 ? 0 : bytes[1] & 127;
      const start = size < 126 ? 2 : size === 126 ? 4 : 10;
      if (bytes.length < start) break;
      const end = start + (start === 2 ? size
        : start === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)));
      if (bytes.length < end) break;
      const [opcode, payload] = [bytes[0] & 15, bytes.subarray(start, end)];
      bytes = bytes.subarray(end);
      if (opcode === TEXT) this.onmessage?.({ data: payload.toString() });
      if (opcode === PING) this.#socket.write(frameOf(PONG, payload));
      if (opcode === CLOSE) this.#socket.end();
    }
    this.#received = bytes;
  }
}
