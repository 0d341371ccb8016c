// Where a server is, as people type it.

export const PORT = 7730;

export type Address =
  | { readonly way: "tcp"; readonly host: string; readonly port: number }
  | { readonly way: "websocket"; readonly url: string };

/** What the client runs in, as far as addresses depend on it. */
export interface Surroundings {
  /** Whether plain TCP can be had: in Node, and in no browser. */
  readonly tcp: boolean;
  /** The page's own "scheme://host[:port]", where there is a page. */
  readonly origin?: string;
}

/**
 * `ws://HOST[:PORT][/PATH]` and `wss://…` are WebSockets anywhere, at /ws unless a path is given.
 * `HOST[:PORT]` is TCP where there is TCP, and else a WebSocket. Nothing is the server that the
 * page came from, or the one of this machine.
 */
export function addressOf(server: string | undefined, surroundings: Surroundings): Address {
  if (server === undefined) {
    const { origin } = surroundings;
    const fromServer = origin !== undefined && /^https?:\/\//.test(origin);
    return addressOf(fromServer ? origin.replace(/^http/, "ws") : `127.0.0.1:${PORT}`,
                     surroundings);
  }
  if (/^wss?:\/\//.test(server)) {
    if (!URL.canParse(server)) {
      throw new RangeError(`no address of a server: '${server}'`);
    }
    const url = new URL(server);
    if (url.pathname === "/") {
      url.pathname = "/ws";
    }
    return { way: "websocket", url: url.href };
  }
  const { host, port } = hostAndPort(server);
  return surroundings.tcp
    ? { way: "tcp", host, port }
    : { way: "websocket", url: `ws://${host.includes(":") ? `[${host}]` : host}:${port}/ws` };
}

/** "::1" and 7730 of "[::1]:7730", "[::1]"; "host" of "host"; a port alone is none. */
function hostAndPort(server: string): { host: string; port: number } {
  const match = /^(?!\d+$)(?:\[([\da-fA-F:.]+)\]|([^\s:/@?#[\]]+))(?::(\d{1,5}))?$/.exec(server);
  const port = Number(match?.[3] ?? PORT);
  if (match === null || port < 1 || port > 65535) {
    throw new RangeError(`no address of a server, which is HOST[:PORT] or ws://…: '${server}'`);
  }
  return { host: match[1] ?? match[2]!, port };
}
