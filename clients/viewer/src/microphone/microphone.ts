// The microphone, while it is on: pieces of 20 ms. The character may be heard by it as well, so the
// browser takes out what its own loudspeaker says.
// Whatever the device has: the browser resamples, and a server takes no more.
export const rate_Hz = 48_000;

export interface MicrophoneEvents {
  readonly piece: (samples: Int16Array) => void;
}

export class Microphone {
  private readonly events: MicrophoneEvents;
  private context: AudioContext | undefined;
  private stream: MediaStream | undefined;

  constructor(events: MicrophoneEvents) {
    this.events = events;
  }

  get on(): boolean {
    return this.context !== undefined;
  }

  // Why there is none: browsers give one to pages of their own machine and of https alone.
  async start(): Promise<void> {
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices) throw new Error("a page from another machine needs https before it may listen");
    const context = new AudioContext({ sampleRate: rate_Hz });
    this.context = context;
    try {
      const stream = await devices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: false },
      });
      await context.audioWorklet.addModule("/viewer/capture.js");
      if (this.context !== context) return endTracks(stream); // it was stopped meanwhile
      this.stream = stream;
      const capture = new AudioWorkletNode(context, "capture", { numberOfOutputs: 0 });
      capture.port.onmessage = (event: MessageEvent<Int16Array>) => {
        if (this.context === context) this.events.piece(event.data);
      };
      context.createMediaStreamSource(stream).connect(capture);
      await context.resume();
    } catch (error) {
      if (this.context === context) this.stop();
      throw error;
    }
  }

  stop(): void {
    if (this.stream) endTracks(this.stream);
    void this.context?.close();
    this.context = this.stream = undefined;
  }
}

function endTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

// Of a full scale, in decibels; -90 where there is nothing.
export function level_dB(samples: Int16Array): number {
  let squares = 0;
  for (const sample of samples) squares += (sample / 32768) ** 2;
  const mean = samples.length > 0 ? squares / samples.length : 0;
  return mean > 1e-9 ? 10 * Math.log10(mean) : -90;
}
