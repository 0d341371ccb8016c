// The frames that came last, of everybody, and what was heard meanwhile: what a person may look at
// again without having recorded it. The oldest make room for the newest.
import type { Feedback } from "kinesphere";
import type { Pose } from "../scene/pose.ts";
import { Recording } from "./recording.ts";

export const recentMax_s = 90;
const bytesMax = 48 << 20; // about 5 minutes of two characters; of a crowd it is less than 90 s
const heardMax = 2000;
const spareMax = 4096; // places of frames that are gone, before the list is closed up

interface Kept {
  readonly character: number;
  readonly time_s: number;
  readonly pose: Pose;
}

export class Recent {
  private frames: Kept[] = [];
  private heard: Feedback[] = [];
  private first = 0; // of `frames` that is kept
  private bytes = 0;

  add(character: number, time_s: number, pose: Pose): void {
    this.frames.push({ character, time_s, pose });
    this.bytes += pose.byteLength;
    while (this.bytes > bytesMax || this.frames[this.first]!.time_s < time_s - recentMax_s) {
      this.bytes -= this.frames[this.first++]!.pose.byteLength;
    }
    if (this.first < spareMax) return;
    this.frames = this.frames.slice(this.first);
    this.first = 0;
  }

  hear(feedback: Feedback): void {
    this.heard.push(feedback);
    if (this.heard.length > 2 * heardMax) this.heard = this.heard.slice(-heardMax);
  }

  // The ticks are those of another session.
  forget(): void {
    this.frames = [];
    this.heard = [];
    this.first = 0;
    this.bytes = 0;
  }

  // What was kept until now; what comes later changes it no more.
  recording(): Recording {
    const recording = new Recording();
    const from_s = this.frames[this.first]?.time_s ?? Infinity;
    for (const { character, time_s, pose } of this.frames.slice(this.first))
      recording.add(character, time_s, pose);
    for (const feedback of this.heard) if (feedback.time >= from_s) recording.hear(feedback);
    return recording;
  }
}
