// WebSockets, in browsers, their workers, and Node 22 or later.

import { ConnectionLost } from "./errors.js";
import { ENVELOPE_BYTES_MAX } from "./framing.js";
import { NOT_READING, nobodyAnswers, WAITING_BYTES_MAX, type Listener,
         type Transport } from "./transport.js";

/** One binary message is one Envelope. */
export const SUBPROTOCOL = "kinesphere.v1";

const CLOSED_WELL = 1000;

export function dialWebSocket(url: string, listener: Listener,
                              timeoutSeconds: number): Promise<Transport> {
  if (!("WebSocket" in globalThis)) {
    return Promise.reject(new ConnectionLost(`no WebSocket in this Node, for ${url}: use Node 22 ` +
                                             "or later, or connect to HOST:PORT by TCP"));
  }
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, SUBPROTOCOL);
    socket.binaryType = "arraybuffer";
    let open = false;
    let over = false;
    const end = (reason: string) => {
      clearTimeout(timer);
      if (over) {
        return;
      }
      over = true;
      socket.close();
      if (open) {
        listener.onClosed(reason);
      } else {
        reject(nobodyAnswers(url, reason));
      }
    };
    const timer = setTimeout(() => end(`no answer in ${timeoutSeconds} s`), 1000 * timeoutSeconds);
    // What went wrong is kept from pages, and Node 22 has no "close" after an error.
    socket.onerror = () => end(open ? "the connection broke" : "no WebSocket answers there");
    socket.onclose = ({ code, reason }) => end(reason ||
      `the server closed the connection${code === CLOSED_WELL ? "" : ` (code ${code})`}`);
    socket.onmessage = ({ data }) => {
      if (over) {
        return;
      }
      if (!(data instanceof ArrayBuffer)) {
        end("the server sent text, where messages are binary");
      } else if (data.byteLength > ENVELOPE_BYTES_MAX) {
        end(`a message of ${data.byteLength} bytes; at most ${ENVELOPE_BYTES_MAX}`);
      } else {
        listener.onMessage(new Uint8Array(data));
      }
    };
    socket.onopen = () => {
      clearTimeout(timer);
      open = true;
      resolve({
        send(body) {
          socket.send(body);
          if (socket.bufferedAmount > WAITING_BYTES_MAX) {
            end(NOT_READING);
          }
        },
        close() {
          over = true;
          socket.close();
        },
      });
    };
  });
}
