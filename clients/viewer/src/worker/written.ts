// What was recorded, or read from a file, and where in it one looks: at a moment that is chosen, or
// at one that moves on as time does.
import { samplesPerWrist, type Poses } from "./messages.ts";
import { Recording } from "./recording.ts";
import type { RecordingFile } from "./recording_file.ts";
import { Wrists } from "./wrists.ts";
import type { Pose, Skeleton } from "../scene/pose.ts";

// How fast it plays, and whether it begins anew at its end.
export interface Pace {
  readonly speed: number; // 1: as it was
  readonly loops: boolean;
}

interface Part {
  readonly from_s: number;
  readonly to_s: number;
}

export const speedMin = 0.02;

// How much of the wrists' path is shown at a moment that was jumped to.
const pathShown_s = 1.6;

export class Written implements RecordingFile {
  readonly tickRate: number;
  readonly recording: Recording;
  private readonly isRecent: boolean;
  private readonly cast = new Map<
    number,
    { readonly skeleton: Skeleton; readonly wrists: Wrists }
  >();
  private at_s = 0;
  private playsSince_ms: number | undefined; // the moment of `at_s`; undefined: it stands still
  private seenUntil_s = -Infinity;
  private pace: Pace = { speed: 1, loops: false };
  private part: Part | undefined; // of it that plays; undefined: all of it

  // `isRecent`: nobody asked for it to be written down.
  constructor(tickRate: number, recording = new Recording(), isRecent = false) {
    this.tickRate = tickRate;
    this.isRecent = isRecent;
    this.recording = recording;
  }

  static of(file: RecordingFile, isRecent = false): Written {
    const written = new Written(file.tickRate, file.recording, isRecent);
    for (const skeleton of file.skeletons) written.enter(skeleton);
    return written;
  }

  get skeletons(): readonly Skeleton[] {
    return [...this.cast.values()].map((one) => one.skeleton);
  }

  enter(skeleton: Skeleton): void {
    this.cast.set(skeleton.characterId, { skeleton, wrists: new Wrists(skeleton) });
  }

  add(character: number, time_s: number, pose: Pose): void {
    this.recording.add(character, time_s, pose);
  }

  goTo(at_s: number): void {
    this.at_s = at_s;
    this.playsSince_ms = undefined;
  }

  // A frame on or back, and it stands still there.
  step(by: -1 | 1, now_ms: number): void {
    const now_s = this.recording.timeAt(this.moment(now_ms));
    this.goTo(this.recording.momentOf(this.recording.frameTime(now_s, by)));
  }

  setPace({ speed, loops }: Pace, now_ms: number): void {
    this.at_s = this.moment(now_ms);
    if (this.playsSince_ms !== undefined) this.playsSince_ms = now_ms;
    this.pace = { speed: Math.max(speedMin, speed), loops };
  }

  // Only this part plays, on the server's count of ticks, as far as it was written down.
  playOnly(from_s: number, to_s: number): void {
    this.part = { from_s: this.recording.momentOf(from_s), to_s: this.recording.momentOf(to_s) };
  }

  // From where one looks; from the beginning, where that is the end.
  play(on: boolean, now_ms: number): void {
    const at_s = this.moment(now_ms);
    const { from_s, to_s } = this.plays;
    this.at_s = on && (at_s >= to_s || at_s < from_s) ? from_s : at_s;
    this.playsSince_ms = on ? now_ms : undefined;
  }

  poses(now_ms: number, frames: number): Poses {
    const at_s = this.moment(now_ms);
    const playing = this.playsSince_ms !== undefined && (this.pace.loops || at_s < this.plays.to_s);
    const now_s = this.recording.timeAt(at_s);
    const goesOn = this.seenUntil_s <= now_s && now_s - this.seenUntil_s < pathShown_s;
    const since_s = goesOn ? this.seenUntil_s : now_s - pathShown_s;
    const poses: Poses["poses"][number][] = [];
    const wrists: Poses["wrists"][number][] = [];
    for (const [character, { wrists: path }] of this.cast) {
      const written = this.recording.frameAt(character, now_s);
      if (!written) continue;
      poses.push({ character, pose: written.pose.slice() });
      const seen = this.recording.between(character, since_s, now_s);
      const samples = new Float64Array(samplesPerWrist * seen.length);
      seen.forEach(({ time_s, pose }, at) =>
        samples.set(path.sample(time_s, pose), samplesPerWrist * at),
      );
      wrists.push({ character, samples });
    }
    this.seenUntil_s = now_s;
    const moment = { at_s, playing, isRecent: this.isRecent };
    return { type: "poses", madeAt_ms: now_ms, now_s, age_ms: 0, frames, moment, poses, wrists };
  }

  private get plays(): Part {
    return this.part ?? { from_s: 0, to_s: this.recording.seconds };
  }

  private moment(now_ms: number): number {
    if (this.playsSince_ms === undefined) return Math.min(this.at_s, this.recording.seconds);
    const { from_s, to_s } = this.plays;
    const at_s = this.at_s + (this.pace.speed * (now_ms - this.playsSince_ms)) / 1000;
    if (at_s <= to_s || to_s <= from_s) return Math.min(at_s, to_s);
    return this.pace.loops ? from_s + ((at_s - from_s) % (to_s - from_s)) : to_s;
  }
}
