// TCP, in Node.

import { connect } from "node:net";

import { Splitter, withLength } from "./framing.js";
import { NOT_READING, nobodyAnswers, WAITING_BYTES_MAX, type Listener,
         type Transport } from "./transport.js";

export const hasTcp = true;

export function dialTcp(host: string, port: number, listener: Listener,
                        timeoutSeconds: number): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const splitter = new Splitter();
    let open = false;
    let over = false;
    const end = (reason: string) => {
      clearTimeout(timer);
      socket.destroy();
      if (over) {
        return;
      }
      over = true;
      if (open) {
        listener.onClosed(reason);
      } else {
        reject(nobodyAnswers(`${host}:${port}`, reason));
      }
    };
    const timer = setTimeout(() => end(`no answer in ${timeoutSeconds} s`), 1000 * timeoutSeconds);
    socket.on("error", (error) => end(error.message));
    socket.on("close", () => end("the server closed the connection"));
    socket.on("data", (received) => {
      let bodies: Uint8Array[] = [];
      try {
        bodies = splitter.push(received);
      } catch (error) {
        end((error as RangeError).message);
      }
      for (const body of bodies) {
        if (!over) {
          listener.onMessage(body);
        }
      }
    });
    socket.on("connect", () => {
      clearTimeout(timer);
      open = true;
      resolve({
        send(body) {
          socket.write(withLength(body));
          if (socket.writableLength > WAITING_BYTES_MAX) {
            end(NOT_READING);
          }
        },
        close() {
          over = true;
          socket.destroy();
        },
      });
    });
  });
}
