// Messages on a stream of bytes: a little-endian length of four bytes, then one Envelope. What
// comes in is split anywhere; what goes out are the bodies that are complete.

/** More than any server sends; a length past it is no length. */
export const ENVELOPE_BYTES_MAX = 16 << 20;

const LENGTH_BYTES = 4;

/** The bytes of a message, for the stream. */
export function withLength(body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(LENGTH_BYTES + body.length);
  new DataView(bytes.buffer).setUint32(0, body.length, true);
  bytes.set(body, LENGTH_BYTES);
  return bytes;
}

/** Finds the messages in a stream. */
export class Splitter {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  /** The bodies that are complete now. Throws a RangeError at a length that is none; the stream is
   * of no use from then on. */
  push(received: Uint8Array): Uint8Array[] {
    this.#pieces.push(received);
    this.#bytes += received.length;
    const bodies: Uint8Array[] = [];
    for (;;) {
      const size = this.#size();
      if (size === undefined || this.#bytes < LENGTH_BYTES + size) {
        return bodies;
      }
      const whole = this.#joined();
      bodies.push(whole.subarray(LENGTH_BYTES, LENGTH_BYTES + size));
      const rest = whole.subarray(LENGTH_BYTES + size);
      this.#pieces = [rest];
      this.#bytes = rest.length;
    }
  }

  #size(): number | undefined {
    if (this.#bytes < LENGTH_BYTES) {
      return undefined;
    }
    if (this.#pieces[0]!.length < LENGTH_BYTES) {
      this.#joined();
    }
    const first = this.#pieces[0]!;
    const size = new DataView(first.buffer, first.byteOffset).getUint32(0, true);
    if (size > ENVELOPE_BYTES_MAX) {
      throw new RangeError(`a message of ${size} bytes; at most ${ENVELOPE_BYTES_MAX}`);
    }
    return size;
  }

  /** All that is there as one piece. What comes in many pieces is copied once, when it is whole. */
  #joined(): Uint8Array {
    if (this.#pieces.length === 1) {
      return this.#pieces[0]!;
    }
    const whole = new Uint8Array(this.#bytes);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [whole];
    return whole;
  }
}
