// On the thread of the sound: gathers what a microphone says in pieces of 20 ms, for the page.

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, kind: typeof AudioWorkletProcessor): void;
declare const sampleRate: number;

const piece_s = 0.02;
const silence = new Float32Array(128);

class Capture extends AudioWorkletProcessor {
  private readonly length = Math.round(piece_s * sampleRate);
  private piece = new Int16Array(this.length);
  private filled = 0;

  process(inputs: Float32Array[][]): boolean {
    // Nothing comes in while a device is away: time goes on all the same.
    for (const sample of inputs[0]?.[0] ?? silence) {
      this.piece[this.filled++] = Math.round(32767 * Math.max(-1, Math.min(1, sample)));
      if (this.filled < this.length) continue;
      this.port.postMessage(this.piece, [this.piece.buffer]);
      this.piece = new Int16Array(this.length);
      this.filled = 0;
    }
    return true;
  }
}

registerProcessor("capture", Capture);
