// What the page and its Worker say to each other. The Worker holds the connection: it decodes,
// buffers and acknowledges frames while the page draws, and gives out a picture's poses when the
// page asks for them. So nothing piles up before a page that was busy.
import type { CharacterOnStage, Dynamics, HeardSound, Remark as Said } from "kinesphere";
import type { Drag } from "../muscles/drags.ts";
import type { Clip } from "../export/clip.ts";
import type { Pose, Skeleton } from "../scene/pose.ts";
import type { PlannedSync } from "../timeline/performance.ts";
import type { Pace } from "./written.ts";

export type ToWorker =
  | { readonly type: "connect"; readonly url: string; readonly token: string;
      readonly scene: string }
  | { readonly type: "token"; readonly token: string } // for a server that wants one
  | { readonly type: "want" } // the poses of the next picture
  | Submit
  | {
      readonly type: "interrupt";
      readonly ids: readonly string[];
      readonly character: string;
      readonly fade: number;
    }
  | {
      readonly type: "check";
      readonly id: string;
      readonly script: string;
      readonly character: string;
    }
  | SetSketch
  | SetFace
  | { readonly type: "dynamics"; readonly character: string; readonly dynamics: Dynamics }
  | SetArms
  | ({ readonly type: "drag" } & Drag)
  | { readonly type: "letGo"; readonly character: string; readonly joint: string }
  | SendSound
  | { readonly type: "record"; readonly on: boolean }
  | { readonly type: "scrub"; readonly at_s: number } // into what was recorded
  | { readonly type: "replay"; readonly on: boolean }
  | SeeRecent
  | ({ readonly type: "pace" } & Pace) // of all that is played again
  | { readonly type: "step"; readonly by: -1 | 1 } // a frame on or back
  | GiveClip
  | { readonly type: "save" }
  | { readonly type: "load"; readonly name: string; readonly file: ArrayBuffer }
  | { readonly type: "live" } // back from there
  | { readonly type: "watch"; readonly on: boolean }; // each frame, as it arrives

export interface Submit {
  readonly type: "submit";
  readonly id: string;
  readonly script: string;
  readonly character: string;
}

// How a character holds its body, and does what is planned from now on.
export interface SetSketch {
  readonly type: "sketch";
  readonly character: string;
  readonly sketch: Readonly<Record<string, number>>; // by parameters, as scripts write them
  readonly nucleus: Readonly<Record<string, number>> | undefined; // undefined: it stays
  readonly face: Readonly<Record<string, number>> | undefined; // undefined: it stays
}

// What came lately is looked at again, at a moment; only the part plays. All on the server's count
// of ticks.
export interface SeeRecent {
  readonly type: "recent";
  readonly at_s: number;
  readonly from_s: number;
  readonly to_s: number;
}

// Frames of a character, to be written as a file: of what came lately, or of the recording where
// that is seen.
export interface GiveClip {
  readonly type: "giveClip";
  readonly character: number;
  readonly from_s: number; // on the server's count of ticks
  readonly to_s: number;
}

// What the face of a character shows beneath what scripts do, by channels and names of faces.
export interface SetFace {
  readonly type: "face";
  readonly character: string;
  readonly face: Readonly<Record<string, number>>;
}

// A piece of what somebody says, by which a character moves.
export interface SendSound {
  readonly type: "sound";
  readonly stream: number; // another one each time that the microphone goes on
  readonly character: string;
  readonly firstSample: number;
  readonly rate: number;
  readonly samples: Int16Array;
  readonly last: boolean; // nothing more comes of this stream
  readonly delay: number; // seconds; it is heard so much later, or not at all where it is 0
}

export type FromWorker =
  | State
  | { readonly type: "skeleton"; readonly skeleton: Skeleton }
  | { readonly type: "cast"; readonly skeletons: readonly Skeleton[] } // all who are to be seen
  | { readonly type: "problem"; readonly message: string } // what the server could not do
  | Moved
  | Poses
  | Happened
  | Answer
  | Checked
  | Recorded
  | Arrived
  | Spoken
  | { readonly type: "heard"; readonly heard: HeardSound }
  | ClipGiven
  | { readonly type: "saved"; readonly file: Blob };

export interface State {
  readonly type: "state";
  readonly state: "connecting" | "connected" | "lost";
  readonly reason: string; // where it is lost
  readonly wantsToken: boolean; // or another than it was told
  readonly sessions: number; // connected so far, this one among them
  readonly tickRate: number;
  readonly characters: readonly CharacterOnStage[];
  readonly demonstrates: boolean; // the server plays something of itself
}

// How tense the arms of a character are, by a manner.
export interface SetArms {
  readonly type: "arms";
  readonly character: string;
  readonly tension: string;
  readonly over_s: number;
}

// What moves a character now, as this page has asked for it.
export interface Moved {
  readonly type: "dynamics";
  readonly character: string;
  readonly dynamics: Dynamics;
  readonly refused: boolean; // and a problem said why
}

export interface Poses {
  readonly type: "poses";
  readonly madeAt_ms: number; // on the clock that page and Worker share
  readonly now_s: number; // the moment that is shown, on the server's count of ticks
  readonly age_ms: number; // how long ago it was on the server; of a recording: 0
  readonly frames: number; // received so far
  readonly moment: Moment | undefined; // that is seen again; undefined: what is shown is live
  readonly poses: readonly { readonly character: number; readonly pose: Pose }[];
  // Seven numbers a sample: the time, the left wrist, the right one.
  readonly wrists: readonly { readonly character: number; readonly samples: Float64Array }[];
}

export interface ClipGiven {
  readonly type: "clip";
  readonly clip: Clip | undefined; // undefined: nothing of it was kept
}

export interface Moment {
  readonly at_s: number;
  readonly isRecent: boolean; // it is of what came lately, and of no recording
  readonly playing: boolean;
}

export interface Happened {
  readonly type: "feedback";
  readonly kind: "started" | "sync" | "ended" | "interrupted" | "warning";
  readonly id: string;
  readonly time_s: number; // on the server's count of ticks
  readonly character: number;
  readonly message: string;
}

// A piece of what a character says, up to a second before it is due.
export interface Spoken {
  readonly type: "spoken";
  readonly stream: number;
  readonly time_s: number; // of its first sample, on the server's count of ticks
  readonly rate: number; // samples a second
  readonly samples: Int16Array;
  readonly discards: boolean; // what came before, from `time_s` on
  readonly closes: boolean; // nothing more comes
}

// To a script that was submitted: what is planned, or the error.
export interface Answer {
  readonly type: "answer";
  readonly id: string;
  readonly accepted: boolean;
  readonly error: string;
  readonly line: number;
  readonly column: number;
  readonly planned: readonly PlannedSync[];
  readonly warnings: readonly Said[];
}

export interface Checked {
  readonly type: "checked";
  readonly id: string;
  readonly errors: readonly Said[];
  readonly warnings: readonly Said[];
}

export interface Recorded {
  readonly type: "recorded";
  readonly seconds: number;
  readonly recording: boolean;
  readonly full: boolean; // nothing more is taken
  readonly loaded: string; // the file that it was read from; empty: none
}

// A frame was handled in the Worker; told at once, while the page watches.
export interface Arrived {
  readonly type: "arrived";
  readonly time_s: number; // of its tick, on the server's count of ticks
  readonly worker_ms: number; // this and what follows on the clock that page and Worker share
  readonly tickZero_ms: number; // when tick 0 was due, by the best ping of the last ones …
  readonly roundTrip_ms: number; // … whose round trip was this
}

export const samplesPerWrist = 7;

// Both threads count from the same moment of the same clock.
export function sharedNow_ms(): number {
  return performance.timeOrigin + performance.now();
}
