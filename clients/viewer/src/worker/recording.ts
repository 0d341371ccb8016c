// What was written down, to be gone through again: of each character its frames in the order of
// time, and what was heard of the stage meanwhile. Bounded, both together.
import type { Feedback } from "kinesphere";
import type { Pose } from "../scene/pose.ts";

const bytesMax = 96 << 20; // about 10 minutes of two characters at 60 frames a second
const frameApart_s = 1e-4; // frames are apart by more: there are at most 1000 ticks a second
const feedbackBytes = 200; // of one, beside its texts

export interface Written {
  readonly time_s: number;
  readonly pose: Pose;
}

export class Recording {
  private readonly frames = new Map<number, Written[]>();
  private readonly heard: Feedback[] = [];
  private bytes = 0;
  private from_s = Infinity;
  private to_s = -Infinity;

  get seconds(): number {
    return Math.max(0, this.to_s - this.from_s);
  }

  get full(): boolean {
    return this.bytes >= bytesMax;
  }

  get characters(): readonly number[] {
    return [...this.frames.keys()];
  }

  get feedback(): readonly Feedback[] {
    return this.heard;
  }

  add(character: number, time_s: number, pose: Pose): void {
    if (this.full) return;
    const list = this.frames.get(character) ?? [];
    const newest = list.at(-1);
    if (newest && time_s <= newest.time_s) return;
    list.push({ time_s, pose });
    this.frames.set(character, list);
    this.bytes += pose.byteLength;
    this.from_s = Math.min(this.from_s, time_s);
    this.to_s = Math.max(this.to_s, time_s);
  }

  hear(feedback: Feedback): void {
    if (this.full) return;
    this.heard.push(feedback);
    this.bytes += feedbackBytes + 2 * (feedback.id.length + feedback.message.length);
  }

  // Every frame of everybody, in the order of time.
  all(): readonly (Written & { readonly character: number })[] {
    return [...this.frames]
      .flatMap(([character, list]) => list.map((written) => ({ character, ...written })))
      .sort((a, b) => a.time_s - b.time_s);
  }

  // The moment of the recording at this time of the server.
  momentOf(time_s: number): number {
    return Math.min(Math.max(0, time_s - this.from_s), this.seconds);
  }

  // When the frame that is seen at this time came, and the one before it or behind it; where there
  // is none, the same.
  frameTime(time_s: number, step: -1 | 0 | 1): number {
    const shown = this.nearest(time_s, -1) ?? this.from_s;
    if (step === 0) return shown;
    return this.nearest(step > 0 ? time_s : shown - frameApart_s, step) ?? shown;
  }

  // The latest time of a frame until then, or the earliest behind it.
  private nearest(time_s: number, direction: -1 | 1): number | undefined {
    const times = [...this.frames.values()].flatMap((list) => {
      const at = firstAfter(list, time_s + frameApart_s / 2) - (direction < 0 ? 1 : 0);
      return list[at]?.time_s ?? [];
    });
    if (times.length === 0) return undefined;
    return direction < 0 ? Math.max(...times) : Math.min(...times);
  }

  // The server's time at this moment of the recording.
  timeAt(at_s: number): number {
    return this.from_s + Math.min(Math.max(0, at_s), this.seconds);
  }

  // The last frame until then; the first where it begins later.
  frameAt(character: number, time_s: number): Written | undefined {
    const list = this.frames.get(character);
    return list?.[Math.max(0, firstAfter(list, time_s) - 1)];
  }

  between(character: number, after_s: number, to_s: number): readonly Written[] {
    const list = this.frames.get(character) ?? [];
    return list.slice(firstAfter(list, after_s), firstAfter(list, to_s));
  }
}

function firstAfter(list: readonly Written[], time_s: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.time_s <= time_s) low = middle + 1;
    else high = middle;
  }
  return low;
}
