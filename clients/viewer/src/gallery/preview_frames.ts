// How previews are kept: of each gesture a text, a letter pair a point, from frame to frame. They
// are written by previews.mjs, out of what the program bakes.

// The joints that are drawn, by their places in a frame.
export const joints = [
  "hips", "chest", "neck", "head",
  "leftUpperArm", "leftLowerArm", "leftHand", "leftMiddleDistal",
  "rightUpperArm", "rightLowerArm", "rightHand", "rightMiddleDistal",
  "leftEye", "rightEye",
] as const;

export const lines: readonly (readonly number[])[] = [
  [0, 1, 2, 3],
  [7, 6, 5, 4, 8, 9, 10, 11],
];
export const headAt = 3;
export const eyesAt = [12, 13] as const;

export const framesPerSecond = 8;
const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
const most = letters.length ** 2 - 1;

// Metres of the picture's left lower corner, and how wide and high it is.
export const left_m = -0.7;
export const low_m = 0.84;
export const size_m = 1.4;

export interface Point {
  readonly x: number; // 0 to 1, to the right
  readonly y: number; // 0 to 1, downwards
}

// Seen from before, a little from the left, so that what goes forward is seen as well.
export function seen([x, y, z]: readonly number[]): Point {
  const across = x! * 0.92 - z! * 0.38;
  return { x: (across - left_m) / size_m, y: 1 - (y! - low_m - 0.1 * z!) / size_m };
}

export function written(frames: readonly (readonly Point[])[]): string {
  const number = (value: number): string => {
    const step = Math.round(Math.min(1, Math.max(0, value)) * most);
    return letters[Math.floor(step / letters.length)]! + letters[step % letters.length]!;
  };
  return frames.map((points) => points.map(({ x, y }) => number(x) + number(y)).join("")).join("");
}

export function read(text: string): readonly (readonly Point[])[] {
  const number = (at: number): number =>
    (letters.indexOf(text[at]!) * letters.length + letters.indexOf(text[at + 1]!)) / most;
  const frames: Point[][] = [];
  const length = 4 * joints.length;
  for (let from = 0; from + length <= text.length; from += length) {
    frames.push(joints.map((_, at) => ({ x: number(from + 4 * at), y: number(from + 4 * at + 2) })));
  }
  return frames;
}

// The frame that shows the gesture best while it stands still: that in which hands are farthest
// from where they began.
export function tellingFrame(frames: readonly (readonly Point[])[]): number {
  const first = frames[0];
  if (!first) return 0;
  const apart = frames.map((points) =>
    points.reduce((all, { x, y }, at) => all + Math.hypot(x - first[at]!.x, y - first[at]!.y), 0),
  );
  return apart.indexOf(Math.max(...apart));
}
