// The numbers of a nucleus as the client takes them.
import type { NucleusOptions } from "kinesphere";

// "spatial-extent", as scripts write it, is spatialExtent there.
export function nucleusOptions(numbers: Readonly<Record<string, number>>): NucleusOptions {
  const inCamelCase = (name: string): string =>
    name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [inCamelCase(name), value]),
  );
}
