// Plays a script and shows the newest frames, from the protocol alone: plain.mjs SCRIPT [HOST:PORT]
//
// kinesphere_pb.js is what protoc-gen-es makes of kinesphere.proto. Node 18 or later.
import { readFileSync } from "node:fs";
import { connect } from "node:net";

import { create, fromBinary, toBinary } from "../js/node_modules/@bufbuild/protobuf/dist/esm/index.js";
import { EnvelopeSchema, Feedback_Kind, Part } from "../js/dist/generated/kinesphere_pb.js";

const [, , script, server = "127.0.0.1:7730"] = process.argv;
const [host, port] = server.split(":");
const socket = connect(Number(port), host);
const newest = new Map();
let received = Buffer.alloc(0);
let shows = false;

function send(message) {
  const body = toBinary(EnvelopeSchema, create(EnvelopeSchema, { message }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  socket.write(Buffer.concat([length, body]));
}

function hear({ case: kind, value }) {
  if (kind === "hello") {
    send({ case: "subscribe", value: { parts: [Part.BODY] } });
    send({ case: "submit", value: { id: "mine", script: readFileSync(script, "utf8") } });
  } else if (kind === "frame") {
    newest.set(value.characterId, value);
  } else if (kind === "feedback") {
    console.log(Feedback_Kind[value.kind], value.id);
    if (value.kind === Feedback_Kind.ENDED || value.kind === Feedback_Kind.INTERRUPTED) socket.end();
  } else if (kind === "refused" || kind === "problem") {
    console.error(value.error);
    process.exit(1);
  }
}

/** When all that has come is read, so that nothing that is shown is old. */
function show() {
  shows = false;
  for (const { tick, characterId, hips } of newest.values()) {
    console.log(`tick ${tick}: ${characterId} has the hips ${hips[1].toFixed(3)} m up`);
    if (socket.writable) send({ case: "ack", value: { tick } });
  }
  newest.clear();
}

socket.on("connect", () =>
  send({ case: "hello", value: { versionMajor: 1, name: "plain.mjs" } }));
socket.on("data", (chunk) => {
  received = Buffer.concat([received, chunk]);
  while (received.length >= 4 && received.length >= 4 + received.readUInt32LE()) {
    const end = 4 + received.readUInt32LE();
    hear(fromBinary(EnvelopeSchema, received.subarray(4, end)).message);
    received = received.subarray(end);
  }
  if (!shows) setImmediate(show);
  shows = true;
});
