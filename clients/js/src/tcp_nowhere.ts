// Stands in place of tcp_node.ts where there is no TCP: in browsers.

import type { Listener, Transport } from "./transport.js";

export const hasTcp = false;

export function dialTcp(host: string, port: number, _listener: Listener,
                        _timeoutSeconds: number): Promise<Transport> {
  return Promise.reject(new Error(`there is no TCP here to reach ${host}:${port} by`));
}
