// Frames that were written down, to be gone through again: a bounded list a character, in the
// order of time.
import type { Pose } from "../scene/pose.ts";

const bytesMax = 96 << 20; // about 10 minutes of two characters at 60 frames a second

export interface Written {
  readonly time_s: number;
  readonly pose: Pose;
}

export class Recording {
  private readonly frames = new Map<number, Written[]>();
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

  clear(): void {
    this.frames.clear();
    this.bytes = 0;
    this.from_s = Infinity;
    this.to_s = -Infinity;
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

  // Every frame of everybody, in the order of time.
  all(): readonly (Written & { readonly character: number })[] {
    return [...this.frames]
      .flatMap(([character, list]) => list.map((written) => ({ character, ...written })))
      .sort((a, b) => a.time_s - b.time_s);
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
