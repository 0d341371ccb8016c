// A script in the page's address, after the #: deflated and in base64 that URLs may carry. It never
// reaches a server, for browsers keep what stands after the # to themselves.

const key = "script=";

// What a stranger's link may blow up to: the server takes no longer script anyway.
const scriptBytesMax = 1 << 20;

export async function fragmentOf(script: string): Promise<string> {
  const stream = new Blob([script]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return "#" + key + btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// The script, undefined where the fragment holds none; throws where it is damaged or too long.
export async function scriptOf(fragment: string): Promise<string | undefined> {
  if (!fragment.startsWith("#" + key)) return undefined;
  const base64 = fragment
    .slice(1 + key.length)
    .replace(/-/g, "+")
    .replace(/_/g, "/");
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new TextDecoder("utf-8", { fatal: true }).decode(await bounded(stream));
}

async function bounded(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > scriptBytesMax) {
      await reader.cancel();
      throw new Error(`a script in a link has ${scriptBytesMax} bytes at most`);
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
