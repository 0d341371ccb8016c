// Plays a script and says what happens, with no library at all: json_mode.mjs SCRIPT [HOST:PORT]
// Node 22 or later, and browsers, have a WebSocket; Node 18 and 20 take the one beside this file.
import { readFileSync } from "node:fs";

globalThis.WebSocket ??= (await import("./websocket_over_net.mjs")).WebSocket;
const [, , script, server = "127.0.0.1:7730"] = process.argv;
const socket = new WebSocket(`ws://${server}/ws`, "kinesphere.v1.json");
const send = (message) => socket.send(JSON.stringify(message));

socket.onopen = () => send({ hello: { versionMajor: 1, name: "json_mode.mjs" } });
socket.onerror = () => console.error(`no server that speaks JSON at ${server}`);
socket.onmessage = ({ data }) => {
  const { hello, frame, feedback, refused } = JSON.parse(data);
  if (hello) {
    send({ subscribe: { maxRateHz: 5, parts: ["PART_BODY"] } });
    send({ submit: { id: "mine", script: readFileSync(script, "utf8") } });
  }
  if (frame) console.log(`tick ${frame.tick}: the hips are ${frame.hips[1].toFixed(3)} m up`);
  if (feedback) console.log(`${feedback.kind} ${feedback.id}`);
  if (refused) console.error(refused.error);
  if (refused || feedback?.kind === "ENDED") socket.close();
};
