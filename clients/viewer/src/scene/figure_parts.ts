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
      ...(part.to === undefined ? {} : { to: [sign * part.to[0], part.to[1], part.to[2]] as const }),
    };
  };
  return parts.flatMap((part) => [onSide("left", part), onSide("right", part)]);
}

const fingers: readonly Part[] = ["Index", "Middle", "Ring", "Little"].flatMap((finger) => {
  const radius = finger === "Little" ? 0.0075 : 0.009;
  const tip: readonly [number, number, number] = [finger === "Little" ? 0.018 : 0.024, 0, 0];
  return [
    finished(`${finger}Proximal`, radius, { towards: `${finger}Intermediate` }),
    finished(`${finger}Intermediate`, radius, { towards: `${finger}Distal` }),
    finished(`${finger}Distal`, radius * 0.95, { to: tip }),
  ];
});

function finished(joint: string, radius: number, end: Partial<Part>): Part {
  return { joint, radius, radiusThere: radius * 0.92, cloth: "skin", ...end };
}

export const parts: readonly Part[] = [
  { joint: "hips", to: [0, 0.06, 0], radius: 0.118, radiusThere: 0.117, flat: 0.78, cloth: "trousers" },
  { joint: "spine", towards: "chest", radius: 0.116, radiusThere: 0.118, flat: 0.72, cloth: "shirt" },
  { joint: "chest", towards: "upperChest", radius: 0.12, radiusThere: 0.13, flat: 0.74, cloth: "shirt" },
  { joint: "upperChest", to: [0, 0.075, 0], radius: 0.13, radiusThere: 0.105, flat: 0.72, cloth: "shirt" },
  { joint: "neck", towards: "head", radius: 0.047, radiusThere: 0.045, cloth: "skin" },
  ...bothSides([
    { joint: "Shoulder", towards: "UpperArm", radius: 0.058, radiusThere: 0.055, cloth: "shirt" },
    { joint: "UpperArm", towards: "LowerArm", radius: 0.054, radiusThere: 0.042, cloth: "shirt" },
    { joint: "LowerArm", towards: "Hand", radius: 0.04, radiusThere: 0.026, cloth: "skin" },
    { joint: "Hand", to: [0.075, 0, 0], radius: 0.028, radiusThere: 0.036, flat: 1, cloth: "skin" },
    { joint: "ThumbMetacarpal", towards: "ThumbProximal", radius: 0.014, radiusThere: 0.012, cloth: "skin" },
    { joint: "ThumbProximal", towards: "ThumbDistal", radius: 0.011, radiusThere: 0.01, cloth: "skin" },
    { joint: "ThumbDistal", to: [0.018, -0.003, 0.014], radius: 0.01, radiusThere: 0.009, cloth: "skin" },
    { joint: "UpperLeg", towards: "LowerLeg", radius: 0.082, radiusThere: 0.056, cloth: "trousers" },
    { joint: "LowerLeg", towards: "Foot", radius: 0.055, radiusThere: 0.038, cloth: "trousers" },
    { joint: "Foot", towards: "Toes", radius: 0.042, radiusThere: 0.036, cloth: "shoes" },
    { joint: "Toes", to: [0, -0.004, 0.05], radius: 0.036, radiusThere: 0.028, cloth: "shoes" },
    ...fingers,
  ]),
];
