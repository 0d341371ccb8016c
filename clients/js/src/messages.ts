// Envelopes as bytes, and what they say in this language's words.

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";

import { EnvelopeSchema, Feedback_Kind, Prediction_Stage, type Accepted, type Checked as CheckedMessage, type Envelope,
         type Feedback as FeedbackMessage, type Place, type PlannedSync as PlannedSyncMessage,
         type Prediction as PredictionMessage, type Stats as StatsMessage,
         type Warning as WarningMessage, WarningKind as WarningKindOnTheWire } from "./generated/kinesphere_pb.js";

import type { Stats } from "./options.js";
import { performedFrom, type Performed } from "./performed.js";
import { speechesFrom, type Speech } from "./saying.js";
import type { MessageInit } from "./words.js";

export type { MessageInit };
export type Message = Envelope["message"];

export const VERSION_MAJOR = 1;
export const VERSION_MINOR = 8;

/** What a server takes: a script of a mebibyte, and what stands around it. */
export const SENT_BYTES_MAX = (1 << 20) + 4096;

/** Throws a RangeError where no server would take it. */
export function encode(message: MessageInit): Uint8Array {
  const body = toBinary(EnvelopeSchema, create(EnvelopeSchema, { message }));
  if (body.length > SENT_BYTES_MAX) {
    throw new RangeError(`a message of ${body.length} bytes; a server takes ${SENT_BYTES_MAX}`);
  }
  return body;
}

/** Throws a RangeError where the bytes are no Envelope. */
export function decode(body: Uint8Array): Message {
  try {
    return fromBinary(EnvelopeSchema, body).message;
  } catch (error) {
    throw new RangeError("bytes that are no Envelope", { cause: error });
  }
}

/** Something to say about a script. `line` and `column` are 0 where it has no place in it. */
export interface Remark {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** What kind of thing went wrong, by the types of BML's feedback; empty: none of them. */
export type WarningKind = Exclude<keyof typeof WarningKindOnTheWire, "UNSPECIFIED"> | "";

/** Something that is wrong with a script. */
export interface Warning extends Remark {
  readonly kind: WarningKind;
  /** "block:behaviour", or "block"; empty: the script as a whole. */
  readonly about: string;
}

/** What a server would say to a script. Without errors it would be accepted. */
export interface Checked {
  readonly errors: readonly Warning[];
  readonly warnings: readonly Warning[];
  readonly speeches: readonly Speech[];
}

/** A sync point as it was planned. */
export interface PlannedSync {
  /** As in the Feedback that tells of it: "block:sequence:sync". */
  readonly id: string;
  /** In seconds, from the block's start, whose time its "started" tells. */
  readonly time: number;
  /** That ends there; empty: none. */
  readonly phase: string;
}

export type FeedbackKind =
  "started" | "sync" | "ended" | "interrupted" | "warning" | "problem" | "kept";

/** What happens on the stage. "kept" is of a script: it is in the server's journal. A "problem" is what the server could not do of an `interrupt`, a
 * `subscribe` or another call that has no answer. */
export interface Feedback extends Remark {
  readonly kind: FeedbackKind;
  /** Of the block, or "block:sequence:sync" of a sync point. */
  readonly id: string;
  readonly tick: number;
  /** In seconds, on the server's count of ticks. */
  readonly time: number;
  readonly character: string;
  /** Of a "warning". */
  readonly warning: WarningKind;
  /** Of a "sync": in seconds, as planned from its block's start. */
  readonly plannedTime: number;
  /** Of a pose: how many metres a joint stays from its target. */
  readonly missed: number;
  /** How far it had come, of "interrupted" and of the "end" of a behaviour that was interrupted: the
   * last point that was reached, and the last word that had begun. */
  readonly lastSyncPoint: string;
  readonly lastWord: string;
  readonly performed: Performed | undefined;
  /** Of its script, as it was submitted. */
  readonly traceparent: string;
}

export interface PredictedBehaviour {
  /** "block:behaviour". */
  readonly id: string;
  /** As BML calls it: "gesture"; empty: a sequence of our own. */
  readonly element: string;
  /** Ascending. */
  readonly syncs: readonly PlannedSync[];
  /** What BML requires of the element beside its id, with the script's values: lexeme "NOD". */
  readonly attributes: Attributes;
  /** Elements in it: "stance" with type "SITTING". */
  readonly children: readonly { readonly element: string; readonly attributes: Attributes }[];
}

/** Values by name. */
export type Attributes = Readonly<Record<string, string>>;

/** How a block of a script that was submitted with `predictions` is expected to go. */
export interface Prediction {
  /** Of the block. */
  readonly id: string;
  /** Planning begins, and neither the end nor the points are known; it has ended; it plays. */
  readonly stage: "planning" | "planned" | "playing";
  readonly character: string;
  /** In seconds, on the server's count of ticks; undefined: nobody knows. */
  readonly start: number | undefined;
  /** Undefined: not known. */
  readonly end: number | undefined;
  readonly behaviours: readonly PredictedBehaviour[];
}

const KINDS: Partial<Record<Feedback_Kind, FeedbackKind>> = {
  [Feedback_Kind.STARTED]: "started",
  [Feedback_Kind.SYNC]: "sync",
  [Feedback_Kind.ENDED]: "ended",
  [Feedback_Kind.INTERRUPTED]: "interrupted",
  [Feedback_Kind.WARNING]: "warning",
};

const STAGES: Partial<Record<Prediction_Stage, Prediction["stage"]>> = {
  [Prediction_Stage.PLANNING]: "planning",
  [Prediction_Stage.PLANNED]: "planned",
  [Prediction_Stage.PLAYING]: "playing",
};

function placeOf(place: Place | undefined): { line: number; column: number } {
  return { line: place?.line ?? 0, column: place?.column ?? 0 };
}

/** Empty, too, for a kind that a later server knows and we do not. */
function warningKindFrom(kind: WarningKindOnTheWire): WarningKind {
  return (WarningKindOnTheWire[kind] ?? "UNSPECIFIED") === "UNSPECIFIED"
    ? "" : WarningKindOnTheWire[kind] as WarningKind;
}

export function warningFrom({ message, place, kind, about }: WarningMessage): Warning {
  return { message, ...placeOf(place), kind: warningKindFrom(kind), about };
}

export function checkedFrom({ errors, warnings, speeches }: CheckedMessage): Checked {
  return { errors: errors.map(warningFrom), warnings: warnings.map(warningFrom),
           speeches: speechesFrom(speeches) };
}

function syncsFrom(syncs: readonly PlannedSyncMessage[]): PlannedSync[] {
  return syncs.map(({ id, timeS, phase }) => ({ id, time: timeS, phase }));
}

export function timelineFrom({ timeline }: Accepted): PlannedSync[] {
  return syncsFrom(timeline);
}

/** Nothing for a stage that a later server knows and we do not. */
export function predictionFrom(message: PredictionMessage, character: string,
                               tickRate: number): Prediction | undefined {
  const stage = STAGES[message.stage];
  if (stage === undefined) {
    return undefined;
  }
  const seconds = (tick: bigint | undefined) =>
    tick === undefined ? undefined : Number(tick) / tickRate;
  return { id: message.id, stage, character,
           start: seconds(message.startTick), end: seconds(message.endTick),
           behaviours: message.behaviours.map(({ id, element, syncs, attributes, children }) =>
             ({ id, element, syncs: syncsFrom(syncs), attributes: attributesFrom(attributes),
                children: children.map((child) =>
                  ({ element: child.element, attributes: attributesFrom(child.attributes) })) })) };
}

function attributesFrom(attributes: readonly { name: string; value: string }[]): Attributes {
  return Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
}

/** Nothing for a kind that a later server knows and we do not. */
export function feedbackFrom(message: FeedbackMessage, character: string,
                             tickRate: number): Feedback | undefined {
  const kind = KINDS[message.kind];
  if (kind === undefined) {
    return undefined;
  }
  const tick = Number(message.tick);
  return { kind, id: message.id, tick, time: tick / tickRate,
           character, message: message.message, ...placeOf(message.place),
           warning: warningKindFrom(message.warning), plannedTime: message.timeS,
           missed: message.missedM,
           lastSyncPoint: message.lastSyncPoint, lastWord: message.lastWord,
           performed: message.performed && performedFrom(message.performed),
           traceparent: message.traceparent };
}

/** Of no block. */
function apart(kind: FeedbackKind, id: string, message: string): Feedback {
  return { kind, id, tick: 0, time: 0, character: "", message, line: 0, column: 0,
           warning: "", plannedTime: 0, missed: 0, lastSyncPoint: "", lastWord: "",
           performed: undefined, traceparent: "" };
}

export function problem(message: string): Feedback {
  return apart("problem", "", message);
}

export function kept(script: string): Feedback {
  return apart("kept", script, "");
}

export function statsFrom({ framesSent, framesDropped, framesUnacknowledged,
                            rateHz }: StatsMessage): Stats {
  return { framesSent: Number(framesSent), framesDropped: Number(framesDropped),
           framesUnacknowledged: Number(framesUnacknowledged), rate: rateHz };
}
