// The course of what is performed, at each live picture: that of this page, or, where others play
// and this page does not, theirs. It says which time the scrubber goes over.
import type { SpeedCurves } from "../curves/speed_curves.ts";
import type { Actors } from "../scene/actors.ts";
import { performance } from "../timeline/performance.ts";
import { nowAt, windowShown_s, type Pieces } from "../timeline/pieces.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { Performer } from "./performer.ts";
import type { Playback } from "./playback.ts";

// What is seen goes on a little longer than the script: the arms come to rest.
export const rest_s = 0.4;

export interface CourseParts {
  readonly timeline: Timeline;
  readonly curves: SpeedCurves;
  readonly performer: Performer;
  readonly pieces: Pieces;
  readonly playback: Playback;
  readonly actors: Actors;
  readonly chosen: () => number | undefined;
}

export class Course {
  private readonly parts: CourseParts;

  constructor(parts: CourseParts) {
    this.parts = parts;
  }

  show(now_s: number): void {
    const { timeline, performer, playback } = this.parts;
    if (this.othersPlay(now_s)) return this.showPieces(now_s);
    const { start_s: from_s, end_s = Infinity, character } = performer.current ?? {};
    timeline.at(from_s === undefined ? undefined : now_s - from_s);
    if (from_s === undefined) return;
    const span_s = timeline.span_s;
    const until_s = from_s + Math.min(span_s, end_s + rest_s);
    playback.shown = { from_s, span_s, until_s, character };
  }

  // What this page has performed is over: the timeline is theirs.
  private othersPlay(now_s: number): boolean {
    const { pieces, performer } = this.parts;
    const latest = pieces.latest;
    if (!latest || performer.isUnderWay || latest.from_s > now_s) return false;
    return latest.from_s >= (performer.over_s ?? -Infinity);
  }

  private showPieces(now_s: number): void {
    const { timeline, curves, performer, pieces, playback, actors } = this.parts;
    timeline.showPieces(
      pieces.rows(now_s),
      (id) => actors.of(id)?.skeleton.character ?? String(id),
    );
    const from_s = now_s - nowAt * windowShown_s;
    const chosen = this.parts.chosen();
    playback.shown = { from_s, span_s: windowShown_s, until_s: now_s, character: chosen };
    const speeds = chosen === undefined ? [] : pieces.speedsOf(chosen, now_s);
    curves.show({ ...performance("", chosen ?? 0, []), speeds }, undefined, windowShown_s);
    performer.compareWithNothing();
  }
}
