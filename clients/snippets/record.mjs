// Plays a script on ada and writes down how she moved: record.mjs SCRIPT OUTPUT [HOST:PORT]
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "../js/dist/index.js"; // "kinesphere", where it is installed

const [, , script, output, server = "127.0.0.1:7730"] = process.argv;
const client = await connect(server, { name: "record.mjs" });
const span = {};
client.onFeedback(({ kind, tick }) => {
  span[kind] = tick;
});
const frames = [];
await new Promise((over, refused) => {
  client.subscribe(["ada"], {
    parts: ["body"],
    encoding: "float32",
    onFrame(frame) {
      if (frame.tick > span.started) frames.push(frame);
      if (frame.tick >= span.ended) over();
    },
  });
  readFile(script, "utf8").then((text) => client.submit(text, { character: "ada" })).catch(refused);
});
client.close();

const written = frames.filter(({ tick }) => tick <= span.ended);
await writeFile(output, Buffer.concat(written.map(({ tick, parentFromJoint }) => {
  const bytes = Buffer.alloc(8 + 4 * parentFromJoint.length);
  bytes.writeUInt32LE(tick - span.started, 0);
  bytes.writeUInt32LE(parentFromJoint.length / 4, 4);
  parentFromJoint.forEach((number, i) => bytes.writeFloatLE(number, 8 + 4 * i));
  return bytes;
})));
