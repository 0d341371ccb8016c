// The Worker: holds the connection, whatever the page is doing. See messages.ts.
import {
  connect,
  Refused,
  type Audio,
  type Client,
  type Dynamics,
  type Feedback,
  type Tension,
} from "kinesphere";
import { Drags } from "../muscles/drags.ts";
import type { Pose, Skeleton } from "../scene/pose.ts";
import {
  sharedNow_ms,
  type FromWorker,
  type GiveClip,
  type Poses,
  type SeeRecent,
  type SetSketch,
  type State,
  type Submit,
  type ToWorker,
} from "./messages.ts";
import { read, write } from "./recording_file.ts";
import { nucleusOptions } from "./nucleus_options.ts";
import { Recent } from "./recent.ts";
import { Role } from "./role.ts";
import { Written, type Pace } from "./written.ts";

const callAgain_ms = 1000;
const recordedEvery_ms = 500;
const problemsAfter_ms = 50; // a problem is told a little later than an answer
const mannerOver_s = 0.2; // a slider that moves is followed at once, and yet not in jerks

let client: Client | undefined;
let token = "";
let tokenGiven = (): void => {};
let sessions = 0;
let frames = 0;
const roles = new Map<number, Role>();

let problems = 0; // that the server has told
const drags = new Drags(({ character, joint, point, stiffness, limit }, duration_s) =>
  withServer(() => client?.drag(character, joint, point, duration_s, { stiffness, limit })),
);

let written: Written | undefined; // what was recorded last, or read
let writtenFrom = ""; // the file that it was read from
let records = false;
let watched = false; // by the page, frame by frame
let seen: Written | undefined; // looked at, instead of what is live
const recent = new Recent();
let pace: Pace = { speed: 1, loops: false };

addEventListener("message", (event: MessageEvent<ToWorker>) => take(event.data));

function take(message: ToWorker): void {
  switch (message.type) {
    case "connect":
      token = message.token;
      return void call(message.url, message.scene);
    case "token":
      token = message.token;
      return tokenGiven();
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
    case "sketch":
      return withServer(() => setManner(message));
    case "face":
      return withServer(() => client?.setFace(message.character, message.face, { over: mannerOver_s }));
    case "dynamics":
      return void setDynamics(message.character, message.dynamics);
    case "arms": {
      const { character, tension, over_s: over } = message;
      return withServer(() => client?.setTension(character, tension as Tension, { over }));
    }
    case "drag":
      return drags.drag(message);
    case "letGo":
      return drags.letGo(message);
    case "sound": {
      const { samples, ...sound } = message;
      const options = { ...sound, tells: true };
      return withServer(() => client?.sendSound(samples, options));
    }
    case "record":
      return record(message.on);
    case "scrub":
      written?.goTo(message.at_s);
      return look(written);
    case "replay":
      if (!seen) look(written);
      return seen?.play(message.on, sharedNow_ms());
    case "recent":
      return lookAtRecent(message);
    case "pace":
      pace = { speed: message.speed, loops: message.loops };
      return seen?.setPace(pace, sharedNow_ms());
    case "step":
      return seen?.step(message.by, sharedNow_ms());
    case "live":
      return look(undefined);
    case "giveClip":
      return giveClip(message);
    case "save":
      if (written) post({ type: "saved", file: write(written) });
      return;
    case "watch":
      watched = message.on;
      return;
    case "load":
      return load(message.name, message.file);
  }
}

function post(message: FromWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

// A client calls again by itself once it has been connected; until then it is called here.
async function call(url: string, scene: string): Promise<void> {
  tell("connecting", "");
  for (;;) {
    try {
      client = await connect(url, { name: "viewer", token, reconnect: true, scene });
      break;
    } catch (error) {
      const reason = wordsOf(error);
      const wantsToken = /\btoken\b/.test(reason);
      tell("lost", reason, wantsToken);
      await new Promise<void>((resolve) => {
        tokenGiven = resolve;
        if (!wantsToken) setTimeout(resolve, callAgain_ms);
      });
    }
  }
  client.onFeedback(onFeedback);
  client.onHeard((heard) => post({ type: "heard", heard }));
  client.onState(({ state, reason }) => {
    if (state === "connected") begin();
    else lose(reason);
  });
  client.subscribe([], {
    parts: client.capabilities.includes("part:audio")
      ? ["body", "face", "events", "audio"]
      : ["body", "face", "events"],
    onAudio,
    onSkeleton: enter,
    onFrame(frame) {
      ++frames;
      if (watched) tellArrival(frame.time);
      const role = roles.get(frame.characterId);
      if (!role || role.skeleton.id !== frame.skeletonId) return;
      const pose = role.push(frame);
      recent.add(frame.characterId, frame.time, pose);
      if (records) writeDown(frame.characterId, frame.time, pose);
    },
  });
  begin();
}

function tellArrival(time_s: number): void {
  const worker_ms = sharedNow_ms();
  const tickTime_s = client?.clock.tickTime();
  const roundTrip_s = client?.clock.roundTrip;
  if (tickTime_s === undefined || roundTrip_s === undefined) return;
  const tickZero_ms = worker_ms - 1000 * tickTime_s;
  post({ type: "arrived", time_s, worker_ms, tickZero_ms, roundTrip_ms: 1000 * roundTrip_s });
}

// A session is new: so are the ticks, and the bodies come again.
function begin(): void {
  ++sessions;
  roles.clear();
  recent.forget();
  if (records) record(false);
  if (seen && seen !== written) look(undefined);
  tell("connected", "");
}

function lose(reason: string): void {
  drags.forget();
  tell("lost", reason);
}

function tell(state: State["state"], reason: string, wantsToken = false): void {
  const characters = state === "connected" && client ? [...client.characters.values()] : [];
  const tickRate = client?.tickRate ?? 0;
  const demonstrates = client?.capabilities.includes("demonstration") ?? false;
  post({ type: "state", state, reason, wantsToken, sessions, tickRate, characters, demonstrates });
}

function enter(skeleton: Skeleton): void {
  roles.set(skeleton.characterId, new Role(skeleton));
  if (records) written?.enter(skeleton);
  if (!seen) post({ type: "skeleton", skeleton });
}

function onAudio(audio: Audio): void {
  if (audio.kind === "open" || seen) return;
  const closes = audio.kind === "close";
  const piece = closes
    ? { time_s: 0, rate: 0, samples: new Int16Array(), discards: false }
    : { time_s: audio.time, rate: audio.rate, samples: audio.samples, discards: audio.discards };
  post({ type: "spoken", stream: audio.stream, ...piece, closes }, [piece.samples.buffer]);
}

function onFeedback(feedback: Feedback): void {
  const { kind, id, time, character, message } = feedback;
  if (kind === "problem") {
    ++problems;
    drags.forget(); // or each of them would be refused again
    post({ type: "problem", message });
    return;
  }
  if (kind === "kept") return;
  recent.hear(feedback);
  if (records) written?.recording.hear(feedback);
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

function setManner({ character, sketch, nucleus, face }: SetSketch): void {
  client?.setSketch(character, { numbers: sketch, over: mannerOver_s });
  if (nucleus) client?.setNucleus(character, { ...nucleusOptions(nucleus), over: mannerOver_s });
  if (face) client?.setFace(character, face, { over: mannerOver_s });
}

// The server answers only what it refuses, and before a ping that comes later.
async function setDynamics(character: string, dynamics: Dynamics): Promise<void> {
  const before = problems;
  try {
    if (!client) throw new Error("there is no connection to a server");
    client.setDynamics(character, dynamics);
    await client.ping();
    await new Promise((resolve) => setTimeout(resolve, problemsAfter_ms));
    post({ type: "dynamics", character, dynamics, refused: problems > before });
  } catch (error) {
    post({ type: "problem", message: wordsOf(error) });
    post({ type: "dynamics", character, dynamics, refused: true });
  }
}

function givePoses(): void {
  const poses = seen ? seen.poses(sharedNow_ms(), frames) : livePoses();
  const numbers = [
    ...poses.poses.map((one) => one.pose),
    ...poses.wrists.map((one) => one.samples),
  ];
  post(
    poses,
    numbers.map((one) => one.buffer),
  );
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
  const madeAt_ms = sharedNow_ms();
  return { type: "poses", madeAt_ms, now_s, age_ms, frames, moment: undefined, poses, wrists };
}

// At what was written down, or at what is live.
function look(at: Written | undefined): void {
  if (at === seen) return;
  seen = at;
  seen?.setPace(pace, sharedNow_ms());
  post({ type: "cast", skeletons: seen ? seen.skeletons : liveSkeletons() });
  roles.forEach((role) => role.forgetWrists());
}

function liveSkeletons(): readonly Skeleton[] {
  return [...roles.values()].map((role) => role.skeleton);
}

// What came until now; frames that come while somebody looks are for the next look.
function recentlyWritten(): Written {
  const file = { tickRate: client?.tickRate ?? 60, skeletons: liveSkeletons() };
  return Written.of({ ...file, recording: recent.recording() }, true);
}

function lookAtRecent({ at_s, from_s, to_s }: SeeRecent): void {
  const past = seen && seen !== written ? seen : recentlyWritten();
  if (past.recording.characters.length === 0) return;
  past.playOnly(from_s, to_s);
  past.goTo(past.recording.momentOf(at_s));
  look(past);
}

function giveClip({ character, from_s, to_s }: GiveClip): void {
  const of = seen ?? recentlyWritten();
  const skeleton = of.skeletons.find((one) => one.characterId === character);
  const frames = of.recording.between(character, from_s, to_s);
  const feedback = of.recording.feedback.filter(
    (one) => one.character === skeleton?.character && one.time > from_s && one.time <= to_s,
  );
  const clip = { skeleton: skeleton!, tickRate: of.tickRate, frames, feedback };
  post({ type: "clip", clip: skeleton && frames.length > 0 ? clip : undefined });
}

let recordedToldAt_ms = 0;

function record(on: boolean): void {
  records = on;
  if (on) {
    look(undefined);
    written = new Written(client?.tickRate ?? 60);
    writtenFrom = "";
    for (const { skeleton } of roles.values()) written.enter(skeleton);
  }
  tellRecorded();
}

function writeDown(character: number, time_s: number, pose: Pose): void {
  if (!written) return;
  written.add(character, time_s, pose);
  if (written.recording.full) records = false;
  if (!records || sharedNow_ms() - recordedToldAt_ms > recordedEvery_ms) tellRecorded();
}

function load(name: string, file: ArrayBuffer): void {
  try {
    written = Written.of(read(file));
  } catch (error) {
    post({ type: "problem", message: `${name} cannot be played: ${wordsOf(error)}` });
    return;
  }
  records = false;
  writtenFrom = name;
  tellRecorded();
  written.play(true, sharedNow_ms());
  look(written);
}

function tellRecorded(): void {
  recordedToldAt_ms = sharedNow_ms();
  const seconds = written?.recording.seconds ?? 0;
  const full = written?.recording.full ?? false;
  post({ type: "recorded", seconds, recording: records, full, loaded: writtenFrom });
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
