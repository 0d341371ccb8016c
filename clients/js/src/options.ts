// What the calls take and what a client tells of itself.

import type { Audio } from "./audio.js";
import type { Frame, Skeleton } from "./frame.js";
import type { ARMS, DYNAMICS, ENCODINGS, FRAMES, HANDS, LAGS, PARTS } from "./words.js";

export interface ConnectOptions {
  /** Of this program, for the server's log. */
  readonly name?: string;
  /** What a server that wants one was started with. */
  readonly token?: string;
  /** Seconds until the server must have said hello. */
  readonly timeout?: number;
  /** Call again, and subscribe again, where the connection is lost. */
  readonly reconnect?: boolean;
  /**
   * What was submitted and still waits goes on to wait when this client leaves or its connection is
   * lost; else it is interrupted. What plays goes on either way.
   */
  readonly keepWaiting?: boolean;
  /**
   * A secret name of this client's own. A connection with it, within 30 s of the one before, is
   * taken for the same client: what waits and what was claimed is there still, feedback that was
   * missed is told, and scripts without an answer are sent again for 20 s, and played once. Ids are
   * unique then among all that it ever submits.
   */
  readonly resume?: string;
  /** The scene that it joins; main without. */
  readonly scene?: string;
}

export interface SubmitOptions {
  /** Whose script it is where it does not say. */
  readonly character?: string;
  readonly id?: string;
  /** Seconds for the answer. */
  readonly timeout?: number;
  /** Of how its blocks will go, for onPrediction; the Submission has no timeline then. */
  readonly predictions?: boolean;
  /** Of W3C Trace Context: it comes back with all that is told of the script. */
  readonly traceparent?: string;
}

export interface SubscribeOptions {
  readonly onFrame?: (frame: Frame) => void;
  /** Before the first frame of a character, and again when its body changes. */
  readonly onSkeleton?: (skeleton: Skeleton) => void;
  /** What characters say. It adds "audio" to the parts by itself. */
  readonly onAudio?: (audio: Audio) => void;
  /** Frames a second; 0: every tick. */
  readonly maxRate?: number;
  /** "events" is the feedback of every block, of any client. */
  readonly parts?: readonly (keyof typeof PARTS)[];
  /** "smallest-three": rotations of 6 bytes in place of 16, off by 0.009 degrees at most. */
  readonly encoding?: keyof typeof ENCODINGS;
}

/** A manner, or how far gravity would pull the hand, in metres, and how damped it is. */
export type Tension = "rigid" | "tense" | "neutral" | "relaxed" | "loose" | "limp" |
  "shaking" | "off" |
  { readonly restError: number; readonly zeta: number };

export interface TensionOptions {
  /** Seconds, eased. */
  readonly over?: number;
  readonly arms?: keyof typeof ARMS;
  readonly lag?: keyof typeof LAGS;
  readonly frame?: keyof typeof FRAMES;
}

/** The numbers of a nucleus, each in [-1, 1] and 0 unless said; they are added to a style. */
export interface NucleusOptions extends MannerOptions {
  readonly spatialExtent?: number;
  readonly temporalExtent?: number;
  readonly power?: number;
  readonly fluidity?: number;
  readonly style?: string;
}

/** Numbers of <shape>, <timing> and <idle> by their names, which are added to a style. */
export interface SketchOptions extends MannerOptions {
  readonly style?: string;
  readonly numbers?: Readonly<Record<string, number>>;
}

/** A character's plan alone, or muscles of trunk, head and arms. */
export type Dynamics = keyof typeof DYNAMICS;
export type Hand = keyof typeof HANDS;

export interface DragOptions {
  /** Newtons a metre, above 0, at most 5,000; 500 unless said. */
  readonly stiffness?: number;
  /** Newtons that it pulls at most, up to 2,000; 200 unless said. */
  readonly limit?: number;
}

export interface LoadOptions {
  /** What the character takes it for, in kg; as heavy as it is unless said. */
  readonly believed?: number;
}

export interface MannerOptions {
  /** Seconds, eased; half a second unless said. */
  readonly over?: number | undefined;
}

export interface FaceOptions extends MannerOptions {
  /** How much of it, 0 to 1.5. */
  readonly amount?: number;
}

export interface CharacterOnStage {
  readonly id: number;
  readonly name: string;
  readonly body: string;
}

export interface ClaimOptions {
  /** Seconds that it outlives a lost connection, up to 60: a client that reconnects has it again. */
  readonly grace?: number;
  readonly timeout?: number;
}

export interface JoinOptions {
  /** The one of its name, or ada's, unless said. */
  readonly body?: string;
  /** x and z in the world, in metres. */
  readonly place?: readonly [number, number];
  /** Radians, positive to its left. */
  readonly heading?: number;
  readonly timeout?: number;
}

/** What became of one's frames, as the server counts them. */
export interface Stats {
  readonly framesSent: number;
  readonly framesDropped: number;
  readonly framesUnacknowledged: number;
  readonly rate: number;
}

export interface State {
  readonly state: "connected" | "calling" | "closed";
  /** Why it is not connected. */
  readonly reason: string;
}

/** Scripts of one's own by their ids, or all of a character. */
export type Whose = string | readonly string[] | { readonly character: string };

/** As messages say it; an error that names the call where it is nobody. */
export function whoseOf(call: string, what: Whose): { ids?: string[]; character?: string } {
  const whose = typeof what === "object" && "character" in what
    ? { character: what.character }
    : { ids: typeof what === "string" ? [what] : [...what] };
  if (whose.ids?.length === 0 || whose.character === "") {
    throw new RangeError(`${call} takes the ids of scripts, or a character`);
  }
  return whose;
}
