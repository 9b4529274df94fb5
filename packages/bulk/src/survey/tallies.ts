/** Counts of a survey, which can be added up. */
type Counts = Readonly<Record<string, number>>;

/** Tallies as plain data. */
export type PlainTallies = Readonly<Record<string, Counts>>;

export class Tallies {
  readonly #tables = new Map<string, Map<string, number>>();

  count(table: string, key: string, times = 1): void {
    const counts = this.#tables.get(table) ?? new Map<string, number>();
    this.#tables.set(table, counts.set(key, (counts.get(key) ?? 0) + times));
  }

  add(other: PlainTallies): void {
    for (const [table, counts] of Object.entries(other)) {
      for (const [key, times] of Object.entries(counts)) this.count(table, key, times);
    }
  }

  /** Returns the counts of a table, the highest first. */
  of(table: string): [key: string, count: number][] {
    return [...(this.#tables.get(table) ?? [])].sort(
      ([oneKey, one], [otherKey, other]) => other - one || (oneKey < otherKey ? -1 : 1),
    );
  }

  get(table: string, key: string): number {
    return this.#tables.get(table)?.get(key) ?? 0;
  }

  plain(): PlainTallies {
    return Object.fromEntries([...this.#tables].map(([table, counts]) => [table, Object.fromEntries(counts)]));
  }
}

/** Returns the name of a table for one product token. */
export function tableFor(table: string, token: string): string {
  return `${table} ${token}`;
}

/** Ranges for charts. Each starts at its number and ends before the next. */
export const RANGES = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
export const BYTE_RANGES = [0, 1, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 512_001];

/** Returns the first number of the range that contains the value. */
export function rangeOf(value: number, ranges: readonly number[]): string {
  return String(ranges.findLast((from) => value >= from) ?? ranges[0]);
}
