// What was just performed, again: a scrubber as wide as the timeline, frame by frame, slowly, round
// and round. It works on the frames that the page has received; the stage goes on meanwhile.
import type { Moment } from "../worker/messages.ts";
import type { Conversation } from "./conversation.ts";
import { element } from "./elements.ts";

// So that the frame at which it begins is in a file of it.
const justBefore_s = 0.002;

// All on the server's count of ticks.
export interface Shown {
  readonly from_s: number; // of the timeline
  readonly span_s: number;
  readonly until_s: number; // where what plays again is over
  readonly character: number | undefined; // that it is about
}

export class Playback {
  private readonly conversation: Conversation;
  private readonly scrub = element("moment", HTMLInputElement);
  private readonly time = element("moment-time", HTMLElement);
  private readonly again = element("again", HTMLButtonElement);
  private readonly loop = element("loop", HTMLButtonElement);
  private readonly speed = element("speed", HTMLSelectElement);
  private readonly badge = element("not-live", HTMLElement);
  private readonly words = element("not-live-words", HTMLElement);
  private timeline: Shown | undefined;
  private now_s = 0;
  private moment: Moment | undefined;
  private played = false;
  private over = (): void => {};

  constructor(conversation: Conversation) {
    this.conversation = conversation;
    this.scrub.addEventListener("input", () => this.see(Number(this.scrub.value)));
    this.again.addEventListener("click", () => this.toggle());
    for (const [id, by] of [["frame-back", -1], ["frame-on", 1]] as const)
      element(id, HTMLButtonElement).addEventListener("click", () => this.step(by));
    this.loop.addEventListener("click", () => {
      this.loop.setAttribute("aria-pressed", String(!this.loops));
      this.setPace();
    });
    this.speed.addEventListener("change", () => this.setPace());
    element("live", HTMLButtonElement).addEventListener("click", () => conversation.live());
  }

  // While somebody looks back the timeline stays as it is.
  set shown(shown: Shown) {
    this.timeline = shown;
    this.scrub.max = shown.span_s.toFixed(3);
    this.scrub.disabled = false;
  }

  get shown(): Shown | undefined {
    return this.timeline;
  }

  // What a file of it begins and ends with; of a recording all of it.
  get span(): { readonly from_s: number; readonly to_s: number } | undefined {
    if (this.moment && !this.moment.isRecent) return { from_s: -1, to_s: Infinity };
    const { from_s, until_s } = this.timeline ?? {};
    return from_s === undefined ? undefined : { from_s: from_s - justBefore_s, to_s: until_s! };
  }

  // Once, from its beginning, at the speed that is chosen. Answers when it is over.
  async once(): Promise<void> {
    const loops = this.loops;
    this.loop.setAttribute("aria-pressed", "false");
    this.setPace();
    if (this.moment && !this.moment.isRecent) this.conversation.scrub(0);
    else this.see(0);
    this.conversation.replay(true);
    await new Promise<void>((over) => (this.over = over));
    this.loop.setAttribute("aria-pressed", String(loops));
    this.setPace();
  }

  // Ticks count anew.
  forget(): void {
    this.timeline = undefined;
    this.scrub.disabled = true;
  }

  set tickRate(rate: number) {
    this.scrub.step = (1 / Math.max(1, rate)).toFixed(5);
  }

  // What the picture shows: a moment of what was, or what is live.
  show(now_s: number, moment: Moment | undefined): void {
    this.now_s = now_s;
    this.moment = moment;
    const playing = moment?.playing ?? false;
    if (this.played && !playing) {
      this.over();
      this.over = () => {};
    }
    this.played = playing;
    this.again.setAttribute("aria-pressed", String(playing));
    this.again.ariaLabel = playing ? "Pause" : "Play again";
    this.badge.hidden = moment === undefined;
    if (moment) this.tell(moment, now_s);
    if (!this.timeline || (moment && !moment.isRecent)) return;
    const at_s = now_s - this.timeline.from_s;
    const inside_s = Math.min(Math.max(0, at_s), this.timeline.span_s);
    this.scrub.value = String(inside_s);
    this.scrub.style.setProperty("--part", `${(100 * inside_s) / this.timeline.span_s}%`);
    const text = `${inside_s.toFixed(2)} s`;
    if (this.time.textContent === text) return;
    this.time.textContent = text;
    this.scrub.setAttribute("aria-valuetext", moment ? `${text}, not live` : `${text}, live`);
  }

  private tell(moment: Moment, now_s: number): void {
    const slow = this.speed.value === "1" ? "" : `, at ${this.speed.selectedOptions[0]!.text} speed`;
    const at_s = moment.isRecent ? now_s - (this.timeline?.from_s ?? now_s) : moment.at_s;
    const what = moment.isRecent ? "what was performed" : "a recording";
    this.words.textContent = `Not live: ${at_s.toFixed(2)} s of ${what}${slow}`;
  }

  private see(at_s: number): void {
    const shown = this.timeline;
    if (!shown) return;
    this.conversation.seeRecent(shown.from_s + at_s, shown.from_s, shown.until_s);
  }

  private toggle(): void {
    if (this.moment) return this.conversation.replay(!this.moment.playing);
    if (!this.timeline) return;
    this.see(0);
    this.conversation.replay(true);
  }

  private step(by: -1 | 1): void {
    if (!this.moment) this.see(this.now_s - (this.timeline?.from_s ?? this.now_s));
    this.conversation.step(by);
  }

  private get loops(): boolean {
    return this.loop.getAttribute("aria-pressed") === "true";
  }

  private setPace(): void {
    this.conversation.setPace({ speed: Number(this.speed.value), loops: this.loops });
  }
}
