// Record, go through what was recorded, and back to the present.
import type { Recorded } from "../worker/messages.ts";
import type { Conversation } from "./conversation.ts";

export interface RecorderElements {
  readonly record: HTMLButtonElement;
  readonly live: HTMLButtonElement;
  readonly field: HTMLElement;
  readonly scrub: HTMLInputElement;
  readonly time: HTMLElement;
}

export class Recorder {
  private readonly elements: RecorderElements;
  private readonly conversation: Conversation;
  private recording = false;
  private seconds = 0;

  constructor(elements: RecorderElements, conversation: Conversation, full: () => void) {
    this.elements = elements;
    this.conversation = conversation;
    this.isFull = full;
    elements.record.addEventListener("click", () => conversation.record(!this.recording));
    elements.live.addEventListener("click", () => this.backToLive());
    elements.scrub.addEventListener("input", () => this.goTo(Number(elements.scrub.value)));
  }

  private readonly isFull: () => void;

  take(recorded: Recorded): void {
    if (this.recording && !recorded.recording && recorded.full) this.isFull();
    if (recorded.recording && !this.recording) this.backToLive();
    this.recording = recorded.recording;
    this.seconds = recorded.seconds;
    const { record, field, scrub } = this.elements;
    record.setAttribute("aria-pressed", String(this.recording));
    const words = record.querySelector("span");
    if (words) words.textContent = this.recording ? `Stop, ${this.seconds.toFixed(0)} s` : "Record";
    field.hidden = this.recording || this.seconds === 0;
    scrub.max = this.seconds.toFixed(2);
    this.say(Number(scrub.value));
  }

  private goTo(at_s: number): void {
    this.conversation.scrub(at_s);
    this.elements.live.hidden = false;
    this.say(at_s);
  }

  private backToLive(): void {
    this.conversation.live();
    this.elements.live.hidden = true;
  }

  private say(at_s: number): void {
    const { scrub, time } = this.elements;
    const text = `${at_s.toFixed(1)} of ${this.seconds.toFixed(1)} s`;
    time.textContent = text;
    scrub.setAttribute("aria-valuetext", text);
    scrub.style.setProperty("--part", `${(100 * at_s) / Math.max(0.01, this.seconds)}%`);
  }
}
