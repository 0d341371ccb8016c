// Where styles stand on the pad, and which of them a place is made of. Places come from the numbers
// of the styles: to the right is open, up is lively. So a new style finds its place by itself.
import { type NamedStyle, type Numbers, type Share } from "./manners.ts";

export interface Point {
  readonly x: number; // from closed, -1, to open, 1
  readonly y: number; // from calm, -1, to lively, 1
}

export interface Place extends Point {
  readonly style: NamedStyle;
}

export const plain: NamedStyle = { name: "neutral", numbers: {}, face: {} };

// How much of a number makes a style look open, or lively.
type Weights = Readonly<Record<string, number>>;
const openness: Weights = { posture: 1, "spatial-extent": 1, extent: 1, elbows: 1, round: -1 };
const liveliness: Weights = { tempo: 1, "temporal-extent": -1, power: 1 };

// Names of two columns are beside each other, names of one column above each other, and so many
// of them can be read.
const columns = 5;
const rows = 6;

// Each style, and the plain one, on the whole pad.
export function placesOf(styles: readonly NamedStyle[]): readonly Place[] {
  const all = [plain, ...styles.filter((style) => style.name !== plain.name)];
  const raw = all.map(({ numbers }) => ({
    x: meanOf(numbers, openness),
    y: meanOf(numbers, liveliness),
  }));
  const x = columnsOf(raw.map((point) => point.x));
  const y = spread(raw.map((point) => point.y));
  for (const column of new Set(x)) keepApart(y, indicesOf(x, column));
  return all.map((style, index) => ({ style, x: x[index]!, y: y[index]! }));
}

function meanOf(numbers: Numbers, weights: Weights): number {
  const all = Object.entries(weights);
  return all.reduce((sum, [name, weight]) => sum + weight * (numbers[name] ?? 0), 0) / all.length;
}

// From the least at -1 to the most at 1.
function spread(values: readonly number[]): number[] {
  const least = Math.min(...values);
  const range = Math.max(...values) - least;
  return values.map((value) => (range > 0 ? (2 * (value - least)) / range - 1 : 0));
}

// The least values in the first column, and in each as many as in the others, or one less.
function columnsOf(values: readonly number[]): number[] {
  const places: number[] = [];
  rising(values).forEach((index, rank) => {
    const column = Math.floor((rank * columns) / values.length);
    places[index] = (2 * column) / (columns - 1) - 1;
  });
  return places;
}

// Moves values of one column from each other and no farther than they must, in their order.
function keepApart(values: number[], ofColumn: readonly number[]): void {
  const apart = 2 / (Math.max(rows, ofColumn.length) - 1);
  const upwards = rising(values).filter((index) => ofColumn.includes(index));
  let least = -1;
  for (const index of upwards) {
    values[index] = Math.max(values[index]!, least);
    least = values[index] + apart;
  }
  let most = 1;
  for (const index of upwards.toReversed()) {
    values[index] = Math.min(values[index]!, most);
    most = values[index] - apart;
  }
}

function rising(values: readonly number[]): number[] {
  return [...values.keys()].toSorted((a, b) => values[a]! - values[b]!);
}

function indicesOf(values: readonly number[], value: number): number[] {
  return [...values.keys()].filter((index) => values[index] === value);
}

// So many styles make up a place, so that it has a character.
const nearestCount = 3;

// Shares of the nearest styles by their distance, by the weights of Franke and Little: the
// squares of (R - d) / (R d), where R is the distance of the first style that has no share. They
// change steadily, and a style under the point has all.
export function sharesAt(point: Point, places: readonly Place[]): readonly Share[] {
  const byDistance = places
    .map(({ style, x, y }) => ({ style, distance: Math.hypot(x - point.x, y - point.y) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [first, ...others] = byDistance;
  if (!first) return [];
  if (first.distance < 1e-9 || others.length === 0) return [{ style: first.style, share: 1 }];
  const radius = byDistance[nearestCount]?.distance ?? 2 * byDistance.at(-1)!.distance;
  const weighed = byDistance.slice(0, nearestCount).map(({ style, distance }) => ({
    style,
    weight: ((radius - distance) / (radius * distance)) ** 2,
  }));
  const sum = weighed.reduce((total, { weight }) => total + weight, 0);
  if (sum === 0) return [{ style: first.style, share: 1 }]; // all of them are equally far
  return weighed
    .filter(({ weight }) => weight > 0)
    .map(({ style, weight }) => ({ style, share: weight / sum }));
}

// "happy 62 %, proud 38 %", the most first.
export function wordsOf(shares: readonly Share[]): string {
  const parts = shares
    .map(({ style, share }) => ({ name: style.name, percent: Math.round(100 * share) }))
    .filter(({ percent }) => percent > 0)
    .toSorted((a, b) => b.percent - a.percent);
  if (parts.length === 1) return parts[0]!.name;
  return parts.map(({ name, percent }) => `${name} ${percent} %`).join(", ");
}

export function within(value: number): number {
  return Math.min(1, Math.max(-1, value));
}
