// One character as the Worker keeps it: the frames that come, buffered until they are to be seen,
// and the path of the wrists since the page has last asked.
import { InterpolationBuffer, type Frame } from "kinesphere";
import { poseOf, type Pose, type Skeleton } from "../scene/pose.ts";
import { samplesPerWrist } from "./messages.ts";
import { Wrists } from "./wrists.ts";

// While the page stands still the newest of the path are kept.
const wristSamplesMax = 256;

export class Role {
  readonly skeleton: Skeleton;
  private readonly buffer = new InterpolationBuffer();
  private readonly wrists: Wrists;
  private path: number[][] = [];

  constructor(skeleton: Skeleton) {
    this.skeleton = skeleton;
    this.wrists = new Wrists(skeleton);
  }

  push(frame: Frame): Pose {
    this.buffer.push(frame);
    const pose = poseOf(frame, this.skeleton);
    this.path.push(this.wrists.sample(frame.time, pose));
    if (this.path.length > wristSamplesMax) this.path.shift();
    return pose;
  }

  // The pose to be seen at this moment of the server's ticks; where that is not known, the newest.
  at(tickTime_s: number | undefined): { readonly time_s: number; readonly pose: Pose } | undefined {
    const frame = this.buffer.sample(tickTime_s ?? Infinity);
    return frame && { time_s: frame.time, pose: poseOf(frame, this.skeleton) };
  }

  // The wrists' path up to then, since the last time.
  takeWrists(until_s: number): Float64Array<ArrayBuffer> {
    const seen = this.path.filter((sample) => sample[0]! <= until_s);
    this.path = this.path.slice(seen.length);
    return packed(seen);
  }

  forgetWrists(): void {
    this.path = [];
  }
}

function packed(samples: readonly number[][]): Float64Array<ArrayBuffer> {
  const numbers = new Float64Array(samplesPerWrist * samples.length);
  samples.forEach((sample, index) => numbers.set(sample, samplesPerWrist * index));
  return numbers;
}
