// Later, when what has come by now is read: behind the messages that wait for this thread.

interface Port {
  onmessage: (() => void) | null;
  postMessage(message: undefined): void;
}

interface Platform {
  setImmediate?: (call: () => void) => void;  // Node's: it comes behind the reading of sockets
  MessageChannel?: new () => { port1: Port; port2: Port };
}

const platform = globalThis as unknown as Platform;

/** In pages: a message to oneself, for timers are late there. */
export function byMessage(Channel: NonNullable<Platform["MessageChannel"]>):
    (call: () => void) => void {
  const { port1, port2 } = new Channel();
  const calls: (() => void)[] = [];
  port1.onmessage = () => calls.shift()?.();
  return (call) => {
    calls.push(call);
    port2.postMessage(undefined);
  };
}

export const soon: (call: () => void) => void = platform.setImmediate
  ? (call) => platform.setImmediate!(call)
  : byMessage(platform.MessageChannel!);
