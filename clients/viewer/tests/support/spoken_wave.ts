// A .wav of somebody who says two syllables a second: what a browser's microphone hears in tests.
const rate = 48_000;

export function spokenWave(length_s: number): Buffer {
  const count = length_s * rate;
  const bytes = Buffer.alloc(44 + 2 * count);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + 2 * count, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20); // PCM
  bytes.writeUInt16LE(1, 22); // channels
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(2 * rate, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(2 * count, 40);
  for (let i = 0; i < count; ++i) {
    const time_s = i / rate;
    const loud = Math.max(0, Math.sin(4 * Math.PI * time_s)) ** 2;
    let voice = 0;
    for (let k = 1; k <= 12; ++k) voice += Math.sin(2 * Math.PI * 150 * k * time_s) / k;
    bytes.writeInt16LE(Math.round(9000 * loud * voice), 44 + 2 * i);
  }
  return bytes;
}
