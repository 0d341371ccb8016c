// A way to a server: bodies of envelopes go out and come in whole.

import { ConnectionLost } from "./errors.js";

export interface Transport {
  send(body: Uint8Array): void;
  close(): void;
}

export interface Listener {
  onMessage(body: Uint8Array): void;
  /** Once, and nothing after it; not when it was this side that closed. */
  onClosed(reason: string): void;
}

/** What may wait to be sent. More is a server that does not read, and ends the connection. */
export const WAITING_BYTES_MAX = 16 << 20;

export const NOT_READING = "the server does not read what it is sent";

export function nobodyAnswers(where: string, reason: string): ConnectionLost {
  return new ConnectionLost(`no server at ${where}: ${reason}`);
}
