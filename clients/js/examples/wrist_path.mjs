// Plays a script and prints the path of ada's right wrist: wrist_path.mjs SCRIPT [HOST:PORT]
import { readFile } from "node:fs/promises";
import { connect, worldPositions } from "kinesphere";

const [, , path, server = "127.0.0.1:7730"] = process.argv;
const client = await connect(server, { name: "wrist_path" });
client.onFeedback(({ kind, id }) => console.log(kind, id));
client.subscribe(["ada"], {
  onFrame(frame) {
    const wrist = worldPositions(client.skeletons.get(frame.characterId), frame).get("rightHand");
    console.log(`${frame.time.toFixed(3)} s  ${wrist.map((x) => x.toFixed(3)).join(" ")}`);
  },
});
const submission = await client.submit(await readFile(path, "utf8"), { character: "ada" });
await submission.wait();
client.close();
