// The page's side of the Worker: what is sent to it, and whom its answers are for.
import type { HeardSound } from "kinesphere";
import type { Clip } from "../export/clip.ts";
import type { Drag } from "../muscles/drags.ts";
import type { Dynamics } from "../muscles/dynamics.ts";
import type { Skeleton } from "../scene/pose.ts";
import type { Sent } from "../sketch/live_sketches.ts";
import type {
  Answer,
  Arrived,
  Checked,
  FromWorker,
  Happened,
  Moved,
  Poses,
  Recorded,
  SendSound,
  Spoken,
  State,
  Submit,
  ToWorker,
} from "../worker/messages.ts";
import type { Pace } from "../worker/written.ts";

export interface ConversationEvents {
  readonly state: (state: State) => void;
  readonly skeleton: (skeleton: Skeleton) => void;
  readonly poses: (poses: Poses) => void;
  readonly feedback: (happened: Happened) => void;
  readonly answer: (answer: Answer) => void;
  readonly checked: (checked: Checked) => void;
  readonly arrived: (arrived: Arrived) => void;
  readonly recorded: (recorded: Recorded) => void;
  readonly cast: (skeletons: readonly Skeleton[]) => void;
  readonly clip: (clip: Clip | undefined) => void;
  readonly saved: (file: Blob) => void;
  readonly problem: (message: string) => void;
  readonly spoken: (spoken: Spoken) => void;
  readonly dynamics: (moved: Moved) => void;
  readonly heard: (heard: HeardSound) => void;
}

export class Conversation {
  private readonly worker: Worker;
  private readonly events: ConversationEvents;
  private asked = false;

  constructor(worker: Worker, events: ConversationEvents) {
    this.worker = worker;
    this.events = events;
    worker.addEventListener("message", (event: MessageEvent<FromWorker>) => this.take(event.data));
    worker.addEventListener("error", (event) => {
      this.asked = false; // or no picture would ask again, where that was the answer that failed
      events.problem(`The page's Worker failed: ${event.message || "it cannot be loaded"}`);
    });
  }

  connect(url: string, token: string, scene: string): void {
    this.send({ type: "connect", url, token, scene });
  }

  tellToken(token: string): void {
    this.send({ type: "token", token });
  }

  // Once a picture; what is asked already is not asked again.
  wantPoses(): void {
    if (this.asked) return;
    this.asked = true;
    this.send({ type: "want" });
  }

  submit(id: string, script: string, character: string): void {
    const message: Submit = { type: "submit", id, script, character };
    this.send(message);
  }

  // By ids what one has sent oneself, by a name all that plays on that character.
  interrupt(
    what: { readonly ids: readonly string[] } | { readonly character: string },
    fade: number,
  ): void {
    const ids = "ids" in what ? what.ids : [];
    const character = "character" in what ? what.character : "";
    this.send({ type: "interrupt", ids, character, fade });
  }

  check(id: string, script: string, character: string): void {
    this.send({ type: "check", id, script, character });
  }

  // By the names of parameters, as scripts write them.
  sketch(sent: Sent): void {
    this.send({ type: "sketch", ...sent });
  }

  // Kept beneath what scripts show.
  setFace(character: string, face: Readonly<Record<string, number>>): void {
    this.send({ type: "face", character, face });
  }

  // What moves a character from now on. `dynamics` is called with what came of it.
  setDynamics(character: string, dynamics: Dynamics): void {
    this.send({ type: "dynamics", character, dynamics });
  }

  // How tense its arms are, by a manner.
  setArms(character: string, tension: string, over_s: number): void {
    this.send({ type: "arms", character, tension, over_s });
  }

  // Pulls a joint to a place until it is let go. Another call moves the place.
  drag(drag: Drag): void {
    this.send({ type: "drag", ...drag });
  }

  letGo(character: string, joint: string): void {
    this.send({ type: "letGo", character, joint });
  }

  // What somebody says, by which a character moves.
  sendSound(sound: Omit<SendSound, "type">): void {
    this.worker.postMessage({ type: "sound", ...sound } satisfies ToWorker, [sound.samples.buffer]);
  }

  record(on: boolean): void {
    this.send({ type: "record", on });
  }

  scrub(at_s: number): void {
    this.send({ type: "scrub", at_s });
  }

  replay(on: boolean): void {
    this.send({ type: "replay", on });
  }

  // What came lately, at a moment; only this part of it plays. On the server's count of ticks.
  seeRecent(at_s: number, from_s: number, to_s: number): void {
    this.send({ type: "recent", at_s, from_s, to_s });
  }

  // Of all that is played again.
  setPace(pace: Pace): void {
    this.send({ type: "pace", ...pace });
  }

  // A frame on or back.
  step(by: -1 | 1): void {
    this.send({ type: "step", by });
  }

  // Has `clip` called with the frames of a character, on the server's count of ticks.
  giveClip(character: number, from_s: number, to_s: number): void {
    this.send({ type: "giveClip", character, from_s, to_s });
  }

  save(): void {
    this.send({ type: "save" });
  }

  load(name: string, file: ArrayBuffer): void {
    this.worker.postMessage({ type: "load", name, file } satisfies ToWorker, [file]);
  }

  live(): void {
    this.send({ type: "live" });
  }

  // Has `arrived` called with each frame, or no more.
  watch(on: boolean): void {
    this.send({ type: "watch", on });
  }

  private send(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private take(message: FromWorker): void {
    switch (message.type) {
      case "state":
        return this.events.state(message);
      case "skeleton":
        return this.events.skeleton(message.skeleton);
      case "problem":
        return this.events.problem(message.message);
      case "poses":
        this.asked = false;
        return this.events.poses(message);
      case "feedback":
        return this.events.feedback(message);
      case "answer":
        return this.events.answer(message);
      case "checked":
        return this.events.checked(message);
      case "arrived":
        return this.events.arrived(message);
      case "cast":
        return this.events.cast(message.skeletons);
      case "clip":
        return this.events.clip(message.clip);
      case "saved":
        return this.events.saved(message.file);
      case "recorded":
        return this.events.recorded(message);
      case "spoken":
        return this.events.spoken(message);
      case "dynamics":
        return this.events.dynamics(message);
      case "heard":
        return this.events.heard(message.heard);
    }
  }
}
