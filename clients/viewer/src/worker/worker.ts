// The Worker: holds the connection, whatever the page is doing. See messages.ts.
import { connect, Refused, type Client, type Feedback } from "kinesphere";
import type { Skeleton } from "../scene/pose.ts";
import { sharedNow_ms, type FromWorker, type Poses, type Submit, type ToWorker } from "./messages.ts";
import { Recording } from "./recording.ts";
import { Role } from "./role.ts";

const callAgain_ms = 1000;
const recordedEvery_ms = 500;

let client: Client | undefined;
let sessions = 0;
let frames = 0;
const roles = new Map<number, Role>();

const recording = new Recording();
let records = false;
let scrubbedTo_s: number | undefined; // undefined: what is shown is live

addEventListener("message", (event: MessageEvent<ToWorker>) => take(event.data));

function take(message: ToWorker): void {
  switch (message.type) {
    case "connect":
      return void call(message.url);
    case "want":
      return givePoses();
    case "submit":
      return void submit(message);
    case "interrupt": {
      const { ids, character, fade } = message;
      return withServer(() => client?.interrupt(character ? { character } : ids, { fade }));
    }
    case "check":
      return void check(message.id, message.script, message.character);
    case "record":
      return record(message.on);
    case "scrub":
      scrubbedTo_s = message.at_s;
      return;
    case "live":
      scrubbedTo_s = undefined;
      roles.forEach((role) => role.forgetWrists());
  }
}

function post(message: FromWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

// A client calls again by itself once it has been connected; until then it is called here.
async function call(url: string): Promise<void> {
  tell("connecting", "");
  for (;;) {
    try {
      client = await connect(url, { name: "viewer", reconnect: true });
      break;
    } catch (error) {
      tell("lost", wordsOf(error));
      await new Promise((resolve) => setTimeout(resolve, callAgain_ms));
    }
  }
  client.onFeedback(onFeedback);
  client.onState(({ state, reason }) => {
    if (state === "connected") begin();
    else tell("lost", reason);
  });
  client.subscribe([], {
    parts: ["body", "face", "events"],
    onSkeleton({ id, characterId, character, body, hipsHeight, joints, channels }) {
      enter({ characterId, skeletonId: id, character, body, hipsHeight, joints, channels });
    },
    onFrame(frame) {
      ++frames;
      const role = roles.get(frame.characterId);
      if (!role || role.skeleton.skeletonId !== frame.skeletonId) return;
      const pose = role.push(frame);
      if (records) write(frame.characterId, frame.time, pose);
    },
  });
  begin();
}

// A session is new: so are the ticks, and the bodies come again.
function begin(): void {
  ++sessions;
  roles.clear();
  if (records) record(false);
  tell("connected", "");
}

function tell(state: "connecting" | "connected" | "lost", reason: string): void {
  const characters = state === "connected" && client ? [...client.characters.values()] : [];
  const tickRate = client?.tickRate ?? 0;
  post({ type: "state", state, reason, sessions, tickRate, characters });
}

function enter(skeleton: Skeleton): void {
  roles.set(skeleton.characterId, new Role(skeleton));
  post({ type: "skeleton", skeleton });
}

function onFeedback({ kind, id, time, character, message }: Feedback): void {
  if (kind === "problem") {
    post({ type: "problem", message });
    return;
  }
  const number = client?.characters.get(character)?.id ?? 0;
  post({ type: "feedback", kind, id, time_s: time, character: number, message });
}

async function submit({ id, script, character }: Submit): Promise<void> {
  const refused = { type: "answer", id, accepted: false, planned: [], warnings: [] } as const;
  try {
    if (!client) throw new Error("there is no connection to a server");
    const submission = await client.submit(script, { id, character });
    const planned = submission.timeline.map(({ id, time, phase }) => ({ id, time_s: time, phase }));
    const { warnings } = submission;
    post({ type: "answer", id, accepted: true, error: "", line: 0, column: 0, planned, warnings });
  } catch (error) {
    const { line, column } = error instanceof Refused ? error : { line: 0, column: 0 };
    const words = error instanceof Refused ? error.error : wordsOf(error);
    post({ ...refused, error: words, line, column });
  }
}

async function check(id: string, script: string, character: string): Promise<void> {
  try {
    const checked = await client?.check(script, { character });
    if (checked) post({ type: "checked", id, errors: checked.errors, warnings: checked.warnings });
  } catch {
    // The connection is gone, which is told already; the page asks again in the next session.
  }
}

function withServer(say: () => void): void {
  try {
    say();
  } catch (error) {
    post({ type: "problem", message: wordsOf(error) });
  }
}

function givePoses(): void {
  const poses = scrubbedTo_s === undefined ? livePoses() : recordedPoses(scrubbedTo_s);
  const numbers = [...poses.poses.map((one) => one.pose), ...poses.wrists.map((one) => one.samples)];
  post(poses, numbers.map((one) => one.buffer));
}

function livePoses(): Poses {
  const tickTime_s = client?.clock.tickTime();
  const poses: Poses["poses"][number][] = [];
  const wrists: Poses["wrists"][number][] = [];
  let now_s = 0;
  for (const [character, role] of roles) {
    const shown = role.at(tickTime_s);
    if (!shown) continue;
    poses.push({ character, pose: shown.pose });
    wrists.push({ character, samples: role.takeWrists(shown.time_s) });
    now_s = Math.max(now_s, shown.time_s);
  }
  const age_ms = tickTime_s === undefined ? 0 : 1000 * (tickTime_s - now_s);
  return { type: "poses", madeAt_ms: sharedNow_ms(), now_s, age_ms, frames, live: true, poses, wrists };
}

// Where the recording was gone through from one moment to a later one, the wrists' path between.
let recordedUntil_s = 0;

function recordedPoses(at_s: number): Poses {
  const now_s = recording.timeAt(at_s);
  const poses: Poses["poses"][number][] = [];
  const wrists: Poses["wrists"][number][] = [];
  const since_s = recordedUntil_s < now_s ? Math.max(recordedUntil_s, now_s - 2) : now_s - 2;
  for (const character of recording.characters) {
    const role = roles.get(character);
    const written = recording.frameAt(character, now_s);
    if (!role || !written) continue;
    poses.push({ character, pose: written.pose.slice() });
    wrists.push({ character, samples: role.wristsOf(recording.between(character, since_s, now_s)) });
  }
  recordedUntil_s = now_s;
  return { type: "poses", madeAt_ms: sharedNow_ms(), now_s, age_ms: 0, frames, live: false, poses, wrists };
}

let recordedToldAt_ms = 0;

function record(on: boolean): void {
  records = on;
  if (on) {
    recording.clear();
    recordedUntil_s = 0;
    scrubbedTo_s = undefined;
  }
  tellRecorded();
}

function write(character: number, time_s: number, pose: Float32Array<ArrayBuffer>): void {
  recording.add(character, time_s, pose);
  if (recording.full) records = false;
  if (recording.full || sharedNow_ms() - recordedToldAt_ms > recordedEvery_ms) tellRecorded();
}

function tellRecorded(): void {
  recordedToldAt_ms = sharedNow_ms();
  const { seconds, full } = recording;
  post({ type: "recorded", seconds, recording: records, full });
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
