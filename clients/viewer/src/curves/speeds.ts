// How fast wrists go, from where they were: central differences over the two neighbouring frames,
// for a difference over one frame of 1/60 s shows the steps of the numbers, not the motion.
import type { SpeedSample } from "../timeline/performance.ts";

// One wrist's path: time in seconds, then x, y, z of the left and of the right wrist.
export type WristSample = readonly [
  time_s: number,
  leftX: number,
  leftY: number,
  leftZ: number,
  rightX: number,
  rightY: number,
  rightZ: number,
];

// A gap longer than this is a break: nothing is known of the speed across it.
export const gapMax_s = 0.25;

export class SpeedMeter {
  private readonly last: WristSample[] = [];

  // The speed at the sample before this one, once both of its neighbours are known.
  after(sample: WristSample): SpeedSample | undefined {
    const newest = this.last.at(-1);
    if (newest && (sample[0] <= newest[0] || sample[0] - newest[0] > gapMax_s)) {
      this.last.length = 0;
    }
    this.last.push(sample);
    const [before, at, next] = this.last;
    if (!before || !at || !next) return undefined;
    this.last.shift();
    const time = next[0] - before[0];
    return {
      time_s: at[0],
      left: distance(before, next, 1) / time,
      right: distance(before, next, 4) / time,
    };
  }
}

function distance(a: WristSample, b: WristSample, first: 1 | 4): number {
  return Math.hypot(
    b[first] - a[first],
    b[first + 1]! - a[first + 1]!,
    b[first + 2]! - a[first + 2]!,
  );
}

export interface Travel {
  readonly leftPath_m: number;
  readonly rightPath_m: number;
  readonly leftTop: number; // m/s
  readonly rightTop: number;
}

// How far the wrists went, as far as that is known, and how fast at most.
export function travelOf(speeds: readonly SpeedSample[]): Travel {
  let [leftPath_m, rightPath_m, leftTop, rightTop] = [0, 0, 0, 0];
  speeds.forEach((sample, index) => {
    const before = speeds[index - 1];
    const since_s = before ? sample.time_s - before.time_s : 0;
    const time_s = since_s > gapMax_s ? 0 : since_s;
    leftPath_m += sample.left * time_s;
    rightPath_m += sample.right * time_s;
    leftTop = Math.max(leftTop, sample.left);
    rightTop = Math.max(rightTop, sample.right);
  });
  return { leftPath_m, rightPath_m, leftTop, rightTop };
}
