// Rotations of six bytes each, as kinesphere.proto describes them at Frame.packed_rotations.

export const BYTES_A_ROTATION = 6;

const MIDDLE = 16383; // what stands for 0
const COMPONENT_MAX = Math.SQRT1_2; // none but the largest of a unit quaternion exceeds it

/** Four floats a rotation, x, y, z, w. Throws a RangeError if the bytes are no whole number of
 * rotations. */
export function unpackRotations(packed: Uint8Array): Float32Array {
  if (packed.length % BYTES_A_ROTATION !== 0) {
    throw new RangeError(`${packed.length} bytes of rotations; they take ${BYTES_A_ROTATION} each`);
  }
  const count = packed.length / BYTES_A_ROTATION;
  const rotations = new Float32Array(4 * count);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let i = 0; i < count; ++i) {
    // Bits 0 to 31 and 16 to 47: each of the three numbers lies whole in one of them.
    const low = view.getUint32(BYTES_A_ROTATION * i, true);
    const high = view.getUint32(BYTES_A_ROTATION * i + 2, true);
    const largest = low & 3;
    const others = [(low >>> 2) & 0x7fff, (low >>> 17) & 0x7fff, (high >>> 16) & 0x7fff];
    let left = 1;
    let next = 0;
    for (let component = 0; component < 4; ++component) {
      if (component !== largest) {
        const value = ((others[next++]! - MIDDLE) / MIDDLE) * COMPONENT_MAX;
        rotations[4 * i + component] = value;
        left -= value * value;
      }
    }
    rotations[4 * i + largest] = Math.sqrt(Math.max(0, left));
  }
  return rotations;
}
