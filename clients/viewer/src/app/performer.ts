// Performs scripts, one at a time: a new one fades out what this page has playing. It keeps the
// performance that is shown and the one before it, for the two to be compared.
import type { Answer, Happened } from "../worker/messages.ts";
import {
  length_s,
  performance as newPerformance,
  type Performance,
  type SpeedSample,
} from "../timeline/performance.ts";
import type { Conversation } from "./conversation.ts";
import { withoutOwnId } from "./script_text.ts";

const fade_s = 0.15;

// One that was broken off earlier says too little to be compared with.
const worthComparing = 0.6;

// Speeds are of interest a little longer than the script: the arms come to rest.
const afterwards_s = 0.4;

// A script may play for hours; its curves are those of its first minutes.
const speedsMax = 60 * 60 * 5; // five minutes at 60 ticks a second

export interface PerformerEvents {
  readonly shown: (current: Performance, before: Performance | undefined) => void;
  readonly happened: (current: Performance, id: string) => void;
  readonly over: (current: Performance) => void; // and seen to its end
  readonly refused: (answer: Answer) => void;
}

export class Performer {
  current: Performance | undefined;
  before: Performance | undefined;
  started = 0;
  ended = 0;
  private readonly conversation: Conversation;
  private readonly events: PerformerEvents;
  private readonly prefix = `viewer-${Math.random().toString(36).slice(2, 8)}-`;
  private seenToEnd: Performance | undefined;
  private count = 0;
  private comparable = false; // the next performance with the current one
  private latest = ""; // id of the last submission; older answers come too late to be shown
  private characters = new Map<string, number>(); // of submissions that have no answer yet

  constructor(conversation: Conversation, events: PerformerEvents) {
    this.conversation = conversation;
    this.events = events;
  }

  // The character is who moves where the script names nobody.
  perform(script: string, character: { readonly id: number; readonly name: string }): void {
    if (this.latest) this.conversation.interrupt({ ids: [this.latest] }, fade_s);
    this.latest = this.prefix + String(++this.count);
    this.characters.set(this.latest, character.id);
    this.conversation.submit(this.latest, withoutOwnId(script), character.name);
  }

  // All that plays on a character, whoever sent it.
  interrupt(character: string): void {
    this.conversation.interrupt({ character }, 0.3);
  }

  answered(answer: Answer): void {
    const character = this.characters.get(answer.id);
    this.characters.delete(answer.id);
    if (character === undefined || answer.id !== this.latest) return;
    if (!answer.accepted) {
      this.latest = "";
      this.events.refused(answer);
      return;
    }
    const old = this.comparable ? this.current : undefined;
    if (!this.comparable) this.before = undefined;
    if (old && (reached(old) >= worthComparing * length_s(old) || !this.before)) this.before = old;
    this.comparable = true;
    // A block of BML goes by the name that it gives itself.
    const block = answer.planned[0]?.id.split(":")[0] ?? answer.id;
    if (!block.startsWith(answer.id)) this.latest = block;
    this.current = newPerformance(this.latest, character, answer.planned);
    this.events.shown(this.current, this.before);
  }

  take(happened: Happened): void {
    const performance = this.current;
    if (!performance || happened.id.split(":")[0] !== performance.id) return;
    // Of all that a script has for several, what it has for one is shown.
    if (performance.start_s === undefined && happened.kind === "started")
      performance.character = happened.character;
    if (happened.character !== performance.character) return;
    if (happened.kind === "started") {
      performance.start_s = happened.time_s;
      ++this.started;
    }
    const time_s = happened.time_s - (performance.start_s ?? happened.time_s);
    performance.happened.push({
      kind: happened.kind,
      id: happened.id,
      time_s,
      message: happened.message,
    });
    if (happened.kind === "ended" || happened.kind === "interrupted") {
      performance.end_s = time_s;
      if (this.latest === performance.id) this.latest = "";
    }
    this.events.happened(performance, happened.id);
  }

  // How fast the wrists of a character were; true if that belongs to what is shown.
  measured(character: number, speed: SpeedSample): boolean {
    const performance = this.current;
    if (!performance || performance.character !== character) return false;
    if (performance.start_s === undefined) return false;
    const time_s = speed.time_s - performance.start_s;
    const end_s = performance.end_s === undefined ? Infinity : performance.end_s + afterwards_s;
    if (time_s < 0 || time_s > end_s || performance.speeds.length >= speedsMax) return false;
    performance.speeds.push({ ...speed, time_s });
    return true;
  }

  // The picture shows this moment; what is over on the server may still be seen.
  seen(now_s: number): void {
    const performance = this.current;
    if (!performance || performance === this.seenToEnd || performance.start_s === undefined) return;
    if (performance.end_s === undefined || now_s - performance.start_s < performance.end_s) return;
    this.seenToEnd = performance;
    ++this.ended;
    this.events.over(performance);
  }

  // Whether what this page performs is still to be seen, or about to.
  get isUnderWay(): boolean {
    if (this.characters.size > 0) return true;
    return this.current !== undefined && this.current !== this.seenToEnd;
  }

  // When that was over, on the server's count of ticks; undefined: it never was.
  get over_s(): number | undefined {
    const { start_s, end_s } = this.current ?? {};
    return start_s === undefined || end_s === undefined ? undefined : start_s + end_s;
  }

  // What comes next is something else than before.
  compareWithNothing(): void {
    this.comparable = false;
  }

  // The connection is gone, and with it all that this page had playing.
  forget(): void {
    this.latest = "";
    this.characters.clear();
    if (this.current && this.current.end_s === undefined)
      this.current.end_s = reached(this.current);
    this.seenToEnd = this.current;
  }
}

function reached(performance: Performance): number {
  return performance.end_s ?? performance.speeds.at(-1)?.time_s ?? 0;
}
