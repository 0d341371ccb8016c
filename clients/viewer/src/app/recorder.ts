// Record, save, open; go through what was recorded; and back to the present.
import type { Moment, Recorded } from "../worker/messages.ts";
import type { Conversation } from "./conversation.ts";
import { element } from "./elements.ts";

export class Recorder {
  private readonly conversation: Conversation;
  private readonly isFull: () => void;
  private readonly record = element("record", HTMLButtonElement);
  private readonly field = element("replay-field", HTMLElement);
  private readonly replay = element("replay", HTMLButtonElement);
  private readonly scrub = element("scrub", HTMLInputElement);
  private readonly time = element("scrub-time", HTMLElement);
  private recording = false;
  private playing = false;
  private seconds = 0;

  constructor(conversation: Conversation, isFull: () => void) {
    this.conversation = conversation;
    this.isFull = isFull;
    this.record.addEventListener("click", () => conversation.record(!this.recording));
    this.replay.addEventListener("click", () => conversation.replay(!this.playing));
    this.scrub.addEventListener("input", () => {
      const at_s = Number(this.scrub.value);
      conversation.scrub(at_s);
      this.say(at_s);
    });
    element("save", HTMLButtonElement).addEventListener("click", () => conversation.save());
    const chooser = element("load", HTMLInputElement);
    chooser.addEventListener("change", () => {
      const file = chooser.files?.[0];
      if (file) void file.arrayBuffer().then((bytes) => this.conversation.load(file.name, bytes));
      chooser.value = "";
    });
  }

  take(recorded: Recorded): void {
    if (this.recording && !recorded.recording && recorded.full) this.isFull();
    this.recording = recorded.recording;
    this.seconds = recorded.seconds;
    this.record.setAttribute("aria-pressed", String(this.recording));
    const words = this.record.querySelector("span");
    if (words) words.textContent = this.recording ? `Stop, ${this.seconds.toFixed(0)} s` : "Record";
    this.field.hidden = this.recording || this.seconds === 0;
    this.scrub.max = this.seconds.toFixed(2);
    this.say(0);
  }

  // What the picture shows: a moment of the recording, or what is live.
  show(seen: Moment | undefined): void {
    const moment = seen?.isRecent ? undefined : seen;
    const playing = moment?.playing ?? false;
    if (playing || this.playing) this.say(moment?.at_s ?? 0);
    this.playing = playing;
    this.replay.setAttribute("aria-pressed", String(playing));
  }

  private say(at_s: number): void {
    const text = `${at_s.toFixed(1)} of ${this.seconds.toFixed(1)} s`;
    this.time.textContent = text;
    this.scrub.value = String(at_s);
    this.scrub.setAttribute("aria-valuetext", text);
    this.scrub.style.setProperty("--part", `${(100 * at_s) / Math.max(0.01, this.seconds)}%`);
  }
}

// Has the browser keep a file for the person.
export function offerFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
