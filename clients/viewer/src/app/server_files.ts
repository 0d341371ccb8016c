// What the server gives out beside the stream: names, texts, avatars. What it does not have is
// left out, so that the page works with a server that has less.
import type { Lexeme, Sample } from "../gallery/gallery.ts";
import { mannersFrom, type Manners } from "../sketch/manners.ts";

export async function lexicon(): Promise<readonly Lexeme[]> {
  const list = await json("/lexicon.json");
  return records(list).map((entry) => ({
    name: String(entry["name"] ?? ""),
    description: String(entry["description"] ?? ""),
    tags: Array.isArray(entry["tags"]) ? entry["tags"].map(String) : words(entry["tags"]),
  }));
}

export async function samples(): Promise<readonly Sample[]> {
  const list = await json("/scripts.json");
  return records(list).map((entry) => ({
    name: String(entry["name"] ?? ""),
    title: String(entry["title"] ?? ""),
  }));
}

export async function styles(): Promise<readonly string[]> {
  const list = await json("/styles.json");
  return Array.isArray(list) ? list.map((entry) => nameOf(entry)) : [];
}

// An older server has none: then there is nothing to slide.
export async function manners(): Promise<Manners> {
  return mannersFrom(await json("/manners.json"));
}

export async function sampleText(name: string): Promise<string | undefined> {
  return (await answer(`/scripts/${encodeURIComponent(name)}.xml`))?.text();
}

// By the name of the element that a script of it begins with.
export async function schemas(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [root, file] of [["script", "kinesphere"], ["bml", "bml"]] as const) {
    const text = await (await answer(`/schemas/${file}.xsd`))?.text();
    if (text !== undefined) found.set(root, text);
  }
  return found;
}

// How gestures look, by their names: of the page itself.
export async function previews(): Promise<ReadonlyMap<string, string>> {
  const found = await json("/viewer/previews.json");
  return new Map(Object.entries((found ?? {}) as Record<string, string>));
}

export async function avatar(body: string): Promise<ArrayBuffer | undefined> {
  return (await answer(`/avatars/${encodeURIComponent(body)}.vrm`))?.arrayBuffer();
}

async function answer(path: string): Promise<Response | undefined> {
  const response = await fetch(path).catch(() => undefined);
  return response?.ok ? response : undefined;
}

async function json(path: string): Promise<unknown> {
  return (await answer(path))?.json().catch(() => undefined);
}

function records(list: unknown): readonly Record<string, unknown>[] {
  if (!Array.isArray(list)) return [];
  return list.filter(
    (entry): entry is Record<string, unknown> => typeof entry === "object" && entry !== null,
  );
}

function words(text: unknown): readonly string[] {
  return typeof text === "string" ? text.split(/\s+/).filter(Boolean) : [];
}

function nameOf(entry: unknown): string {
  return typeof entry === "string"
    ? entry
    : String((entry as Record<string, unknown>)["name"] ?? "");
}
