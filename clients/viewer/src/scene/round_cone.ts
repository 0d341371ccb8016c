// A bone's shape: two balls and the cone that touches both.
import { BufferGeometry, LatheGeometry, Quaternion, Vector2, Vector3 } from "three";

const up = new Vector3(0, 1, 0);

// From the origin to `end`, with these radii at its ends.
export function roundCone(
  end: Vector3,
  radius: number,
  radiusThere: number,
  segments: number,
): BufferGeometry {
  const length = Math.max(end.length(), 1e-4);
  // The circle in which the cone leaves a ball lies `lean` off the ball's equator.
  const lean = Math.asin(Math.max(-0.99, Math.min(0.99, (radius - radiusThere) / length)));
  const profile: Vector2[] = [];
  const steps = Math.max(4, segments >> 1);
  for (let i = 0; i <= steps; ++i) {
    const angle = -Math.PI / 2 + ((Math.PI / 2 + lean) * i) / steps;
    profile.push(new Vector2(radius * Math.cos(angle), radius * Math.sin(angle)));
  }
  for (let i = 0; i <= steps; ++i) {
    const angle = lean + ((Math.PI / 2 - lean) * i) / steps;
    const y = length + radiusThere * Math.sin(angle);
    profile.push(new Vector2(Math.max(0, radiusThere * Math.cos(angle)), y));
  }
  const geometry = new LatheGeometry(profile, segments);
  geometry.applyQuaternion(new Quaternion().setFromUnitVectors(up, end.clone().normalize()));
  return geometry;
}
