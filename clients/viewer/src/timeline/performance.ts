// One performance of a script on one character: what was planned, what has happened so far, and
// how fast the wrists went, all in seconds from its start.

export interface PlannedSync {
  readonly id: string; // "block:sequence:sync"
  readonly time_s: number;
  readonly phase: string; // that ends there; empty: none
}

export interface Happening {
  readonly kind: "started" | "sync" | "ended" | "interrupted" | "warning";
  readonly id: string;
  readonly time_s: number;
  readonly message: string;
}

export interface SpeedSample {
  readonly time_s: number;
  readonly left: number; // m/s
  readonly right: number;
}

export interface Performance {
  readonly id: string;
  character: number; // the one that is shown, as far as it is known
  readonly planned: readonly PlannedSync[];
  start_s: number | undefined; // on the server's count; undefined until it has started
  end_s: number | undefined; // from the start
  readonly happened: Happening[];
  readonly speeds: SpeedSample[];
}

export function performance(
  id: string,
  character: number,
  planned: readonly PlannedSync[],
): Performance {
  return {
    id,
    character,
    planned,
    start_s: undefined,
    end_s: undefined,
    happened: [],
    speeds: [],
  };
}

// A row of the timeline: a sequence or a gesture, with its phases one after another.
export interface Row {
  readonly name: string;
  readonly from_s: number;
  readonly to_s: number;
  readonly phases: readonly Phase[];
  readonly syncs: readonly RowSync[];
}

export interface Phase {
  readonly name: string;
  readonly from_s: number;
  readonly to_s: number;
}

export interface RowSync {
  readonly id: string;
  readonly name: string;
  readonly time_s: number;
  readonly happened: boolean;
}

// The rows of what was planned; where nothing is known beforehand, of what has happened.
export function rowsOf(shown: Performance): Row[] {
  const planned = shown.planned.length > 0 ? shown.planned : fromHappenings(shown);
  const done = new Set(shown.happened.map((happening) => happening.id));
  const rows = new Map<string, PlannedSync[]>();
  for (const sync of planned) {
    const name = sync.id.split(":")[1] ?? "";
    const row = rows.get(name);
    if (row) row.push(sync);
    else rows.set(name, [sync]);
  }
  return [...rows].map(([name, syncs]) => rowOf(name, syncs, done));
}

function fromHappenings(shown: Performance): PlannedSync[] {
  return shown.happened
    .filter((happening) => happening.kind === "sync")
    .map(({ id, time_s }) => ({ id, time_s, phase: "" }));
}

function rowOf(name: string, unsorted: readonly PlannedSync[], done: ReadonlySet<string>): Row {
  const syncs = unsorted.toSorted((a, b) => a.time_s - b.time_s);
  const from_s = syncs[0]?.time_s ?? 0;
  const phases: Phase[] = [];
  let since_s = from_s;
  for (const { time_s } of syncs) {
    if (time_s <= since_s) continue;
    // Several may be reached at one moment; one of them says what ends there.
    const name = syncs.find((other) => other.time_s === time_s && other.phase !== "")?.phase ?? "";
    phases.push({ name, from_s: since_s, to_s: time_s });
    since_s = time_s;
  }
  return {
    name,
    from_s,
    to_s: since_s,
    phases,
    syncs: syncs.map(({ id, time_s }) => ({
      id,
      time_s,
      name: id.split(":").slice(2).join(":"),
      happened: done.has(id),
    })),
  };
}

// How much time is to be shown: all that is planned or has happened.
export function length_s(shown: Performance): number {
  const times = [
    shown.end_s ?? 0,
    ...shown.planned.map((sync) => sync.time_s),
    ...shown.happened.map((happening) => happening.time_s),
    shown.speeds.at(-1)?.time_s ?? 0,
  ];
  return Math.max(...times);
}
