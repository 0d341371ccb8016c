// The shapes that the figure is made of, each along its bone. Sizes are in metres for hips at a
// height of one metre and grow with the body.

export interface Part {
  readonly joint: string;
  readonly towards?: string; // the joint where it ends; else `to`
  readonly to?: readonly [number, number, number];
  readonly radius: number;
  readonly radiusThere: number;
  readonly flat?: number; // its depth from front to back, as a part of its width
  readonly cloth: Cloth;
}

export type Cloth = "skin" | "shirt" | "trousers" | "shoes" | "hair";

function bothSides(parts: readonly Part[]): Part[] {
  const onSide = (side: string, part: Part): Part => {
    const sign = side === "left" ? 1 : -1;
    return {
      ...part,
      joint: side + part.joint,
      ...(part.towards === undefined ? {} : { towards: side + part.towards }),
      ...(part.to === undefined
        ? {}
        : { to: [sign * part.to[0], part.to[1], part.to[2]] as const }),
    };
  };
  return parts.flatMap((part) => [onSide("left", part), onSide("right", part)]);
}

type End = string | readonly [number, number, number];

function part(
  joint: string,
  end: End,
  radius: number,
  radiusThere: number,
  cloth: Cloth,
  flat?: number,
): Part {
  return {
    joint,
    ...(typeof end === "string" ? { towards: end } : { to: end }),
    radius,
    radiusThere,
    cloth,
    ...(flat === undefined ? {} : { flat }),
  };
}

const fingers: readonly Part[] = ["Index", "Middle", "Ring", "Little"].flatMap((finger) => {
  const radius = finger === "Little" ? 0.0075 : 0.009;
  const tip: End = [finger === "Little" ? 0.018 : 0.024, 0, 0];
  const piece = (name: string, end: End): Part =>
    part(finger + name, end, radius, 0.92 * radius, "skin");
  return [
    piece("Proximal", `${finger}Intermediate`),
    piece("Intermediate", `${finger}Distal`),
    piece("Distal", tip),
  ];
});

export const parts: readonly Part[] = [
  part("hips", [0, 0.06, 0], 0.118, 0.117, "trousers", 0.78),
  part("spine", "chest", 0.116, 0.118, "shirt", 0.72),
  part("chest", "upperChest", 0.12, 0.13, "shirt", 0.74),
  part("upperChest", [0, 0.075, 0], 0.13, 0.105, "shirt", 0.72),
  part("neck", "head", 0.047, 0.045, "skin"),
  ...bothSides([
    part("Shoulder", "UpperArm", 0.058, 0.055, "shirt"),
    part("UpperArm", "LowerArm", 0.054, 0.042, "shirt"),
    part("LowerArm", "Hand", 0.04, 0.026, "skin"),
    part("Hand", [0.075, 0, 0], 0.028, 0.036, "skin"),
    part("ThumbMetacarpal", "ThumbProximal", 0.014, 0.012, "skin"),
    part("ThumbProximal", "ThumbDistal", 0.011, 0.01, "skin"),
    part("ThumbDistal", [0.018, -0.003, 0.014], 0.01, 0.009, "skin"),
    part("UpperLeg", "LowerLeg", 0.082, 0.056, "trousers"),
    part("LowerLeg", "Foot", 0.055, 0.038, "trousers"),
    part("Foot", "Toes", 0.042, 0.036, "shoes"),
    part("Toes", [0, -0.004, 0.05], 0.036, 0.028, "shoes"),
    ...fingers,
  ]),
];
