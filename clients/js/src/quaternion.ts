// Unit quaternions x, y, z, w and vectors x, y, z, as any arrays of numbers.

export type Vector = readonly [number, number, number];
export type Quaternion = readonly [number, number, number, number];

/** The quaternion that turns by `b` first, then by `a`. */
export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** `vector`, turned. */
export function rotate(rotation: Quaternion, vector: Vector): Vector {
  const [x, y, z, w] = rotation;
  const turned = multiply(multiply(rotation, [...vector, 0]), [-x, -y, -z, w]);
  return [turned[0], turned[1], turned[2]];
}

/** The part `t` of the shorter way from `a` to `b`, at constant speed. */
export function slerp(a: Quaternion, b: Quaternion, t: number): Quaternion {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const sine = Math.sin(angle);
  // Nearly the same: the sines' quotient tends to the plain shares.
  const share = (part: number) => (sine < 1e-6 ? part : Math.sin(part * angle) / sine);
  const [ofA, ofB] = [share(1 - t), sign * share(t)];
  const mixed = [0, 1, 2, 3].map((i) => ofA * a[i]! + ofB * b[i]!);
  const length = Math.hypot(...mixed);
  return [mixed[0]! / length, mixed[1]! / length, mixed[2]! / length, mixed[3]! / length];
}
