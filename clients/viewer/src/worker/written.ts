// What was recorded, or read from a file, and where in it one looks: at a moment that is chosen, or
// at one that moves on as time does.
import { samplesPerWrist, type Poses } from "./messages.ts";
import { Recording } from "./recording.ts";
import type { RecordingFile } from "./recording_file.ts";
import { Wrists } from "./wrists.ts";
import type { Pose, Skeleton } from "../scene/pose.ts";

// How much of the wrists' path is shown at a moment that was jumped to.
const pathShown_s = 1.6;

export class Written implements RecordingFile {
  readonly tickRate: number;
  readonly recording: Recording;
  private readonly cast = new Map<
    number,
    { readonly skeleton: Skeleton; readonly wrists: Wrists }
  >();
  private at_s = 0;
  private playsSince_ms: number | undefined; // the moment of `at_s`; undefined: it stands still
  private seenUntil_s = -Infinity;

  constructor(tickRate: number, recording = new Recording()) {
    this.tickRate = tickRate;
    this.recording = recording;
  }

  static of(file: RecordingFile): Written {
    const written = new Written(file.tickRate, file.recording);
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

  // From where one looks; from the beginning, where that is the end.
  play(on: boolean, now_ms: number): void {
    const at_s = this.moment(now_ms);
    this.at_s = on && at_s >= this.recording.seconds ? 0 : at_s;
    this.playsSince_ms = on ? now_ms : undefined;
  }

  poses(now_ms: number, frames: number): Poses {
    const at_s = this.moment(now_ms);
    const playing = this.playsSince_ms !== undefined && at_s < this.recording.seconds;
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
    const moment = { at_s, playing };
    return { type: "poses", madeAt_ms: now_ms, now_s, age_ms: 0, frames, moment, poses, wrists };
  }

  private moment(now_ms: number): number {
    const since_s = this.playsSince_ms === undefined ? 0 : (now_ms - this.playsSince_ms) / 1000;
    return Math.min(this.at_s + since_s, this.recording.seconds);
  }
}
