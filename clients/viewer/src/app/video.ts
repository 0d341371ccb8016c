// The canvas as a video, while something plays on it.

const pictures = 30; // a second
const bits = 6_000_000; // a second
const types = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];

// Of the file that this browser writes; undefined: it writes none.
export function videoEnding(): string | undefined {
  return /\/(\w+)/.exec(typeOf() ?? "")?.[1];
}

export async function recordVideo(
  canvas: HTMLCanvasElement,
  play: () => Promise<void>,
): Promise<Blob> {
  const type = typeOf()!;
  const stream = canvas.captureStream(pictures);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: bits });
  const pieces: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => void pieces.push(data));
  const over = new Promise<void>((told, failed) => {
    recorder.addEventListener("stop", () => told());
    recorder.addEventListener("error", () => failed(new Error("the browser's recorder failed")));
  });
  recorder.start();
  await play();
  recorder.stop();
  await over;
  for (const track of stream.getTracks()) track.stop();
  return new Blob(pieces, { type: type.split(";")[0]! });
}

function typeOf(): string | undefined {
  if (typeof MediaRecorder === "undefined") return undefined;
  return types.find((type) => MediaRecorder.isTypeSupported(type));
}
