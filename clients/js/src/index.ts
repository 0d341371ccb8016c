// A client of Kinesphere: send behaviour scripts, and see the figures move.
//
//   const client = await connect("127.0.0.1:7730");
//   client.onFeedback(console.log);
//   client.subscribe(["ada"], { onFrame: draw });
//   await (await client.submit(script)).wait();
//
// `frameFrom`, `skeletonFrom` and `feedbackFrom` take messages of "kinesphere/protocol", for
// programs that read them out of a recording.

export type { Audio, AudioChunk, AudioClose, AudioOpen } from "./audio.js";
export { AxisMap, axisMaps } from "./axes.js";
export { connect, Client } from "./client.js";
export { Clock } from "./clock.js";
export { ConnectionLost, Refused, TimedOut } from "./errors.js";
export { frameFrom, skeletonFrom, type Frame, type Joint, type Skeleton } from "./frame.js";
export { InterpolationBuffer, type InterpolationOptions } from "./interpolation_buffer.js";
export { feedbackFrom, type Checked, type Feedback, type FeedbackKind, type PlannedSync,
         type Attributes, type PredictedBehaviour, type Prediction, type Remark, type Warning, type WarningKind } from "./messages.js";
export type { CharacterOnStage, ClaimOptions, ConnectOptions, DragOptions, Dynamics, FaceOptions, Hand,
              JoinOptions, LoadOptions, MannerOptions, NucleusOptions, SketchOptions, State, Stats, SubmitOptions, SubscribeOptions,
              Tension, TensionOptions, Whose } from "./options.js";
export type { Performed, PerformedBehaviour, PerformedBlock, PerformedSpeech } from "./performed.js";
export { worldPositions } from "./pose.js";
export { multiply, rotate, slerp, type Quaternion, type Vector } from "./quaternion.js";
export type { SayOptions, SayPiece, Speech, Timing } from "./saying.js";
export type { HeardSound, SoundOptions } from "./sound.js";
export type { Outcome, Submission } from "./submission.js";
