// What the numbers of a nucleus and of a sketch are, and what each style says of them. The server
// tells both (/manners.json), so the page has no list of its own.

export interface Parameter {
  readonly name: string; // as scripts write it
  readonly element: string; // that says it: "shape"
  readonly least: number;
  readonly most: number;
  readonly usual: number; // where nobody says it
  readonly meaning: string;
  readonly atZero: string;
  readonly unit: string; // "s" of a time, else empty
}

// By the names of parameters. One that is absent has its usual value.
export type Numbers = Readonly<Record<string, number>>;

// Weights by the names of shapes. One that is absent has none.
export type Face = Readonly<Record<string, number>>;

export interface NamedStyle {
  readonly name: string;
  readonly numbers: Numbers;
  readonly face: Face;
}

export interface Manners {
  readonly parameters: readonly Parameter[];
  readonly styles: readonly NamedStyle[];
}

// What messages and scripts say apart from a sketch.
export const nucleusElement = "nucleus";

export function mannersFrom(json: unknown): Manners {
  const { parameters, styles } = (json ?? {}) as { parameters?: unknown; styles?: unknown };
  return {
    parameters: records(parameters).map((each) => ({
      name: String(each["name"]),
      element: String(each["element"]),
      least: Number(each["least"]),
      most: Number(each["most"]),
      usual: Number(each["usual"]),
      meaning: String(each["meaning"]),
      atZero: String(each["at_zero"]),
      unit: String(each["unit"] ?? ""),
    })),
    styles: records(styles).map((each) => ({
      name: String(each["name"]),
      numbers: (each["numbers"] ?? {}) as Numbers,
      face: (each["face"] ?? {}) as Face,
    })),
  };
}

export function valueOf(numbers: Numbers, parameter: Parameter): number {
  return numbers[parameter.name] ?? parameter.usual;
}

// Leaves out what is usual.
export function withNumber(numbers: Numbers, parameter: Parameter, value: number): Numbers {
  const { [parameter.name]: _, ...others } = numbers;
  return value === parameter.usual ? others : { ...others, [parameter.name]: value };
}

// The numbers of one element, or of all but that one.
export function partOf(
  { parameters }: Manners,
  numbers: Numbers,
  belongs: (element: string) => boolean,
): Numbers {
  const names = new Set(parameters.filter((one) => belongs(one.element)).map((one) => one.name));
  return Object.fromEntries(Object.entries(numbers).filter(([name]) => names.has(name)));
}

export interface Share {
  readonly style: NamedStyle;
  readonly share: number; // all of them add up to 1
}

export function blended({ parameters }: Manners, shares: readonly Share[]): Numbers {
  let numbers: Numbers = {};
  for (const parameter of parameters) {
    const value = shares.reduce(
      (sum, { style, share }) => sum + share * valueOf(style.numbers, parameter),
      0,
    );
    const isUsual = Math.abs(value - parameter.usual) < 1e-9;
    numbers = withNumber(numbers, parameter, isUsual ? parameter.usual : value);
  }
  return numbers;
}

export function blendedFace(shares: readonly Share[]): Face {
  const face: Record<string, number> = {};
  for (const { style, share } of shares) {
    for (const [name, weight] of Object.entries(style.face))
      face[name] = (face[name] ?? 0) + share * weight;
  }
  return face;
}

function records(list: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(list) ? (list as Record<string, unknown>[]) : [];
}
