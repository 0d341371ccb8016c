import assert from "node:assert/strict";
import { test } from "node:test";
import { Speaker, type Playing, type Sounds } from "../../src/app/speaker.ts";
import type { Spoken } from "../../src/worker/messages.ts";

interface Heard {
  readonly from_s: number;
  to_s: number;
  readonly first: number;
}

// A device whose clock stands where a test puts it.
class Device implements Sounds {
  now_s = 100;
  running = true;
  readonly heard: Heard[] = [];

  play(samples: Int16Array, rate: number, at_s: number): Playing {
    const piece = { from_s: at_s, to_s: at_s + samples.length / rate, first: samples[0] ?? 0 };
    this.heard.push(piece);
    return {
      stop(stop_s) {
        piece.to_s = Math.max(piece.from_s, Math.min(piece.to_s, stop_s));
      },
    };
  }
}

const rate = 1000;

function piece(time_s: number, given: Partial<Spoken> = {}): Spoken {
  const samples = new Int16Array(20).fill(1);
  const plain = { stream: 1, time_s, rate, samples, discards: false, closes: false };
  return { type: "spoken", ...plain, ...given };
}

function near(a: number | undefined, b: number): void {
  assert.ok(a !== undefined && Math.abs(a - b) < 1e-9, `${a} is not ${b}`);
}

// Tick time 7 is on the screen at 5,000 ms, and it is 100 s by the device.
function shown(): { device: Device; speaker: Speaker } {
  const device = new Device();
  const speaker = new Speaker(device);
  speaker.picture(7, 5000);
  return { device, speaker };
}

// Two pieces that follow each other; between them the picture stood still for a tenth of a second.
function cameApart(): { device: Device; speaker: Speaker } {
  const { device, speaker } = shown();
  speaker.take(piece(7.5), 5000);
  speaker.picture(7.02, 5120); // the picture has stood still for a tenth of a second
  device.now_s += 0.12;
  speaker.take(piece(7.52), 5120);
  return { device, speaker };
}

test("a sample is heard when the moment is shown that it is due at", () => {
  const { device, speaker } = shown();

  speaker.take(piece(7.5), 5100); // it is 7.1 now

  near(device.heard[0]?.from_s, 100.4);
});

test("pieces follow each other without a gap, though the picture trembles", () => {
  const device = new Device();
  const speaker = new Speaker(device);
  for (let i = 0; i < 10; ++i) {
    speaker.picture(7 + 0.02 * i + (i % 2 === 0 ? 0.008 : -0.008), 5000 + 20 * i);
    speaker.take(piece(7.5 + 0.02 * i), 5000 + 20 * i);
    device.now_s += 0.02;
  }

  for (let i = 1; i < 10; ++i) near(device.heard[i]?.from_s, device.heard[i - 1]?.to_s ?? 0);
});

test("a picture that comes now earlier and now later moves no sound", () => {
  const device = new Device();
  const speaker = new Speaker(device);
  for (let i = 0; i < 20; ++i) {
    speaker.picture(7 + 0.05 * i, 5000 + 50 * i + (i % 2 === 0 ? 15 : -15));
    device.now_s = 100 + 0.05 * i + 0.02;
    speaker.take(piece(7.5 + 0.05 * i), 5000 + 50 * i + 20);
  }

  for (let i = 1; i < 20; ++i) near(device.heard[i]?.from_s, (device.heard[0]?.from_s ?? 0) + 0.05 * i);
});

test("a picture that is drawn again says nothing new", () => {
  const { device, speaker } = shown();
  speaker.picture(7, 5040);
  speaker.take(piece(7.5), 5050);

  near(device.heard[0]?.from_s, 100.45);
});

test("a sound that has come apart from the picture is placed anew", () => {
  const { device } = cameApart();

  near(device.heard[1]?.from_s, 100.12 + 0.5);
});

test("what was placed before its stream came apart is called back where it lies", () => {
  const { device, speaker } = cameApart();

  speaker.take(piece(7.51, { samples: new Int16Array(0), discards: true }), 5120);

  near(device.heard[0]?.to_s, 100.51);
});

test("what is called back is not heard, and what comes in its place is", () => {
  const { device, speaker } = shown();
  for (let i = 0; i < 10; ++i) speaker.take(piece(7.1 + 0.02 * i), 5000);

  speaker.take(piece(7.15, { discards: true, samples: new Int16Array(20).fill(9) }), 5000);

  const cut = device.heard.slice(0, 10);
  near(cut[2]?.to_s, 100.15);
  for (const late of cut.slice(3)) assert.equal(late.to_s, late.from_s);
  near(device.heard[10]?.from_s, 100.15);
  assert.equal(device.heard[10]?.first, 9);
});

test("what comes too late, or to a page that nobody has touched, is not played", () => {
  const device = new Device();
  const speaker = new Speaker(device);
  speaker.take(piece(7.5), 5000); // no picture yet
  speaker.picture(8, 5000);
  speaker.take(piece(7.5), 5000);
  device.running = false;
  speaker.take(piece(8.5), 5000);

  assert.equal(device.heard.length, 0);
});

test("silence ends what is heard", () => {
  const { device, speaker } = shown();
  speaker.take(piece(7), 5000);
  device.now_s += 0.01;
  speaker.silence();

  near(device.heard[0]?.to_s, 100.01);
});
