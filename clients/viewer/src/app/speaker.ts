// Plays what characters say, in step with the picture: a sample is heard when the moment is shown
// that it is due at. The sound's own clock is the better one, so a stream is placed once, by where
// the picture is then, and its pieces follow each other without a gap; only where the two have come
// apart by more than one hears is it placed again.
import type { Spoken } from "../worker/messages.ts";

// The voice of a page, on a clock of its own in seconds.
export interface Sounds {
  readonly now_s: number; // what is heard now
  readonly running: boolean; // browsers keep a page silent until it is touched
  play(samples: Int16Array, rate: number, at_s: number): Playing;
}

export interface Playing {
  stop(at_s: number): void; // what is due from then on
}

interface Piece {
  readonly from_s: number; // on the server's count of ticks
  readonly to_s: number;
  readonly offset_s: number; // by which it was placed: that of its stream may be another by now
  readonly playing: Playing;
}

interface Stream {
  offset_s: number; // of the sounds' clock from the ticks'
  pieces: Piece[];
}

// Sound and picture apart by less are seen as one (ITU-R BT.1359 has 45 ms).
const apartMax_s = 0.02;

// Pictures tremble where drawing is slow: what is shown is known by many of them, and anew where it
// has jumped.
const trembleShare = 0.1;
const jumpMin_s = 0.06;

export class Speaker {
  private readonly sounds: Sounds;
  private readonly streams = new Map<number, Stream>();
  private shown_s = Number.NaN; // by the last picture
  private behind_s: number | undefined; // how far the picture is behind the page's clock

  constructor(sounds: Sounds) {
    this.sounds = sounds;
  }

  // The moment on the server's count of ticks that the picture shows from `at_ms` on. One that has
  // been shown already tells nothing.
  picture(time_s: number, at_ms: number): void {
    if (time_s === this.shown_s) return;
    this.shown_s = time_s;
    const behind_s = at_ms / 1000 - time_s;
    const change_s = behind_s - (this.behind_s ?? Number.POSITIVE_INFINITY);
    const jumped = Math.abs(change_s) > jumpMin_s;
    this.behind_s = jumped ? behind_s : this.behind_s! + trembleShare * change_s;
  }

  take(spoken: Spoken, now_ms: number): void {
    if (spoken.discards) this.callBack(spoken.stream, spoken.time_s);
    if (spoken.closes) this.streams.delete(spoken.stream);
    if (spoken.samples.length === 0 || this.behind_s === undefined || !this.sounds.running) return;
    const offset_s = this.sounds.now_s - (now_ms / 1000 - this.behind_s);
    let stream = this.streams.get(spoken.stream);
    if (!stream) {
      stream = { offset_s, pieces: [] };
      this.streams.set(spoken.stream, stream);
    }
    if (Math.abs(stream.offset_s - offset_s) > apartMax_s) stream.offset_s = offset_s;
    const at_s = spoken.time_s + stream.offset_s;
    const length_s = spoken.samples.length / spoken.rate;
    if (at_s + length_s <= this.sounds.now_s) return; // it comes too late to be heard
    const playing = this.sounds.play(spoken.samples, spoken.rate, at_s);
    stream.pieces = stream.pieces.filter(
      (piece) => piece.to_s + piece.offset_s > this.sounds.now_s,
    );
    stream.pieces.push({
      from_s: spoken.time_s,
      to_s: spoken.time_s + length_s,
      offset_s: stream.offset_s,
      playing,
    });
  }

  silence(): void {
    for (const { pieces } of this.streams.values()) {
      for (const piece of pieces) piece.playing.stop(this.sounds.now_s);
    }
    this.streams.clear();
  }

  private callBack(number: number, from_s: number): void {
    const stream = this.streams.get(number);
    if (!stream) return;
    for (const piece of stream.pieces) {
      if (piece.to_s > from_s) piece.playing.stop(Math.max(piece.from_s, from_s) + piece.offset_s);
    }
    stream.pieces = stream.pieces.filter((piece) => piece.from_s < from_s);
  }
}

// By the browser's own mixer, which brings every rate to that of the device. A browser lets a page be
// heard once somebody has touched it; until then there is no mixer.
export class WebSounds implements Sounds {
  private context: AudioContext | undefined;

  constructor() {
    for (const kind of ["pointerdown", "keydown"] as const) {
      addEventListener(kind, () => void (this.context ??= new AudioContext()).resume());
    }
  }

  get now_s(): number {
    return this.context ? this.context.currentTime - (this.context.outputLatency || 0) : 0;
  }

  get running(): boolean {
    return this.context?.state === "running";
  }

  play(samples: Int16Array, rate: number, at_s: number): Playing {
    const context = (this.context ??= new AudioContext());
    const buffer = context.createBuffer(1, samples.length, rate);
    const heard = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; ++i) heard[i] = (samples[i] ?? 0) / 32768;
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    source.start(Math.max(at_s, 0), Math.max(context.currentTime - at_s, 0));
    return { stop: (stop_s) => source.stop(Math.max(stop_s, 0)) };
  }
}
