// What everybody plays, whoever has sent it: a row a character, a bar a block, under its name.
import type { SpeedSample } from "./performance.ts";

export interface Heard {
  readonly kind: "started" | "sync" | "ended" | "interrupted" | "warning";
  readonly id: string;
  readonly time_s: number; // on the server's count of ticks
  readonly character: number;
}

export interface Piece {
  readonly character: number;
  readonly block: string;
  readonly from_s: number;
  to_s: number | undefined; // it plays
}

// A bar of the window that is shown, in shares of it.
export interface Bar {
  readonly key: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly plays: boolean;
}

export interface PieceRow {
  readonly character: number;
  readonly bars: readonly Bar[];
}

export const windowShown_s = 16;
export const nowAt = 0.92; // the share of the window that is past

const piecesMax = 200;

export class Pieces {
  private pieces: Piece[] = [];
  private speeds: { readonly character: number; readonly sample: SpeedSample }[] = [];

  get latest(): Piece | undefined {
    return this.pieces.at(-1);
  }

  take({ kind, id, time_s, character }: Heard): void {
    const block = id.split(":")[0]!;
    if (kind === "started") {
      this.pieces.push({ character, block, from_s: time_s, to_s: undefined });
      this.pieces.splice(0, this.pieces.length - piecesMax);
      return;
    }
    const piece = this.pieces.findLast(
      (one) => one.character === character && one.block === block && one.to_s === undefined,
    );
    if (!piece) return;
    if (kind === "ended" || kind === "interrupted") piece.to_s = time_s;
  }

  measured(character: number, sample: SpeedSample): void {
    this.speeds.push({ character, sample });
    const oldest_s = sample.time_s - windowShown_s;
    let gone = 0;
    while (this.speeds[gone]!.sample.time_s < oldest_s) ++gone;
    if (gone > 200) this.speeds.splice(0, gone);
  }

  // The ticks are those of another session.
  forget(): void {
    this.pieces = [];
    this.speeds = [];
  }

  rows(now_s: number): PieceRow[] {
    const from_s = now_s - nowAt * windowShown_s;
    const share = (time_s: number): number => (time_s - from_s) / windowShown_s;
    const rows = new Map<number, Bar[]>();
    for (const piece of this.pieces) {
      if (piece.from_s > now_s || (piece.to_s ?? now_s) < from_s) continue;
      const plays = piece.to_s === undefined || piece.to_s > now_s;
      const bar = {
        key: `${piece.character} ${piece.block} ${piece.from_s}`,
        name: nameOf(piece.block),
        from: Math.max(0, share(piece.from_s)),
        to: plays ? nowAt : share(piece.to_s!),
        plays,
      };
      const bars = rows.get(piece.character);
      if (bars) bars.push(bar);
      else rows.set(piece.character, [bar]);
    }
    return [...rows]
      .map(([character, bars]) => ({ character, bars }))
      .toSorted((a, b) => a.character - b.character);
  }

  // How fast the wrists of a character were, in seconds from the window's beginning.
  speedsOf(character: number, now_s: number): SpeedSample[] {
    const from_s = now_s - nowAt * windowShown_s;
    return this.speeds
      .filter((one) => one.character === character && one.sample.time_s >= from_s)
      .map(({ sample }) => ({ ...sample, time_s: sample.time_s - from_s }));
  }
}

// "tells_of_a_fish" is "tells of a fish".
export function nameOf(block: string): string {
  return block.replace(/[_-]+/g, " ").trim() || block;
}
