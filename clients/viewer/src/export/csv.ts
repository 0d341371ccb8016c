// A row a frame, in the columns of the program's .csv: realizer/formats/README.md.
import type { Feedback } from "kinesphere";
import { rotationsAt, type Pose } from "../scene/pose.ts";
import { channels, inWorld, jointTurn, short, type Clip } from "./clip.ts";

const place = ["_x", "_y", "_z"];
const turn = ["_qx", "_qy", "_qz", "_qw"];
const kinds: readonly Feedback["kind"][] = ["started", "sync", "ended", "interrupted", "warning"];

export function csvOf(clip: Clip): string {
  let told = 0; // of the feedback, which is in the order of time
  const rows = clip.frames.map(({ time_s, pose }) => {
    const until_s = time_s + 0.5 / clip.tickRate;
    const from = told;
    while (told < clip.feedback.length && clip.feedback[told]!.time <= until_s) ++told;
    return rowOf(clip, time_s, pose, clip.feedback.slice(from, told));
  });
  return [namesOf(clip), ...rows, ""].join("\n");
}

function namesOf({ skeleton }: Clip): string {
  const columns = (name: string, endings: readonly string[]): string[] =>
    endings.map((ending) => name + ending);
  return [
    "time_s",
    ...columns("root", [...place, ...turn]),
    ...columns("hips", place),
    ...skeleton.joints.flatMap(({ name }) => [
      ...columns(`${name}_world`, place),
      ...columns(name, turn),
    ]),
    ...skeleton.channels,
    ...kinds.map((kind) => `event_${kind}`),
  ].join(",");
}

function rowOf(
  { skeleton }: Clip,
  time_s: number,
  pose: Pose,
  happened: readonly Feedback[],
): string {
  const numbers = [...pose.subarray(0, rotationsAt)];
  inWorld(pose, skeleton).forEach(({ place }, joint) =>
    numbers.push(...place, ...jointTurn(pose, joint)),
  );
  numbers.push(...channels(pose, skeleton));
  const events = kinds.map((kind) =>
    happened.filter((one) => one.kind === kind).map((one) => one.id).join(";"),
  );
  return [String(Number(time_s.toFixed(6))), ...numbers.map(short), ...events.map(cell)].join(",");
}

// RFC 4180: in quotes where it needs them.
function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
