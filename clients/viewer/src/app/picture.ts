// One picture after another: asks for poses, applies those that have come, draws.
import type { Actors } from "../scene/actors.ts";
import type { Stage } from "../scene/stage.ts";
import type { Moment, Poses } from "../worker/messages.ts";
import { samplesPerWrist, sharedNow_ms } from "../worker/messages.ts";
import type { Conversation } from "./conversation.ts";
import { stats } from "./stats.ts";

// Poses that waited longer, for the page was busy when they came, are thrown away and newer ones
// asked for; but not for ever, so that a page which is always late shows something.
const poseAgeMax_ms = 150;
const thrownAwayMax = 3; // in a row

// A pause between pictures that a person would call a stall.
const stall_ms = 1000;

export interface PictureEvents {
  readonly wrist: (character: number, sample: Float64Array) => void;
  readonly posed: () => void; // all are where the next picture shows them
  readonly drawn: (now_s: number, moment: Moment | undefined) => void;
  readonly chosen: () => number | undefined; // of whom the close views are
}

export class Picture {
  paused = false; // nothing is drawn, nor asked for
  private readonly stage: Stage;
  private readonly actors: Actors;
  private readonly conversation: Conversation;
  private readonly events: PictureEvents;
  private newest: Poses | undefined; // not yet drawn
  private now_s = 0;
  private moment: Moment | undefined;
  private shownAt_ms = 0;
  private drawnAt_ms = sharedNow_ms();
  private thrownAway = 0; // in a row
  private awaitedAfterStall = false;

  constructor(stage: Stage, actors: Actors, conversation: Conversation, events: PictureEvents) {
    this.stage = stage;
    this.actors = actors;
    this.conversation = conversation;
    this.events = events;
    requestAnimationFrame(this.next);
  }

  // The moment that is shown, on the server's count of ticks, and when it was drawn.
  get shown(): { readonly now_s: number; readonly drawn_ms: number } {
    return { now_s: this.now_s, drawn_ms: this.shownAt_ms };
  }

  // And no moment of a recording.
  get isLive(): boolean {
    return this.moment === undefined;
  }

  get showsRecording(): boolean {
    return this.moment?.isRecent === false;
  }

  take(poses: Poses): void {
    this.newest = poses;
    stats.framesReceived = poses.frames;
    const other = (poses.moment === undefined) !== (this.moment === undefined);
    if (other || poses.now_s < this.now_s) this.actors.clearTrails();
    this.moment = poses.moment;
    for (const { character, samples } of poses.wrists) {
      for (let at = 0; at < samples.length; at += samplesPerWrist) {
        const sample = samples.subarray(at, at + samplesPerWrist);
        this.actors.trace(character, sample);
        if (!poses.moment) this.events.wrist(character, sample);
      }
    }
  }

  private readonly next = (): void => {
    requestAnimationFrame(this.next);
    if (this.paused) return;
    const now_ms = sharedNow_ms();
    const since_ms = now_ms - this.drawnAt_ms;
    this.drawnAt_ms = now_ms;
    if (since_ms > stall_ms) this.awaitedAfterStall = true;
    this.apply(now_ms);
    const since_s = Math.min(0.1, since_ms / 1000);
    this.actors.advance(since_s, this.now_s);
    this.look(since_s);
    this.events.posed();
    this.stage.draw();
    this.stage.took(since_ms);
    this.actors.placeTags();
    this.shownAt_ms = sharedNow_ms();
    this.events.drawn(this.now_s, this.moment);
    stats.drawing_ms = sharedNow_ms() - now_ms;
    ++stats.pictures;
    this.conversation.wantPoses();
  };

  private look(since_s: number): void {
    const seen = this.actors.look();
    const chosen = this.actors.of(this.events.chosen() ?? -1);
    this.stage.eye.follow(seen, chosen?.posed ? chosen.seen : undefined, since_s);
  }

  private apply(now_ms: number): void {
    const poses = this.newest;
    if (!poses) return;
    this.newest = undefined;
    if (now_ms - poses.madeAt_ms > poseAgeMax_ms && this.thrownAway < thrownAwayMax) {
      ++this.thrownAway;
      ++stats.staleReplies;
      return;
    }
    this.thrownAway = 0;
    for (const { character, pose } of poses.poses) this.actors.pose(character, pose);
    this.now_s = poses.now_s;
    if (poses.poses.length > 0) ++stats.picturesOfPoses;
    stats.age_ms = poses.age_ms + (now_ms - poses.madeAt_ms);
    if (this.awaitedAfterStall) {
      this.awaitedAfterStall = false;
      stats.ageAfterStall_ms = stats.age_ms;
      ++stats.stalls;
    }
  }
}
