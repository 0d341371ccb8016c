// Which way leads to a server.

import { dialTcp, hasTcp } from "#tcp";
import { addressOf } from "./address.js";
import type { Listener, Transport } from "./transport.js";
import { dialWebSocket } from "./websocket.js";

/** Where there is a page or a worker of one: where it comes from. */
function origin(): string | undefined {
  return (globalThis as { location?: { origin?: string } }).location?.origin;
}

/** Resolves once bytes can be sent. Rejects with ConnectionLost where nobody answers in time. */
export async function dial(server: string | undefined, listener: Listener,
                           timeoutSeconds: number): Promise<Transport> {
  const from = origin();
  const address = addressOf(server,
                            from === undefined ? { tcp: hasTcp } : { tcp: hasTcp, origin: from });
  return address.way === "tcp"
    ? dialTcp(address.host, address.port, listener, timeoutSeconds)
    : dialWebSocket(address.url, listener, timeoutSeconds);
}
