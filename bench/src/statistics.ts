/** Medians, quantiles and number formats. */

/** Returns the value at `part` (0 to 1) of the sorted list, interpolated between its neighbors. */
export function quantile(values: readonly number[], part: number): number {
  if (values.length === 0) throw new RangeError('A quantile needs at least one value.');
  const sorted = [...values].sort((left, right) => left - right);
  const at = (sorted.length - 1) * part;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** 1,234 -> `1.23k`, with three significant digits. */
export function short(value: number): string {
  const steps: [number, string][] = [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ];
  for (const [size, letter] of steps) {
    if (Math.abs(value) >= size) return `${threeFigures(value / size)}${letter}`;
  }
  return threeFigures(value);
}

function threeFigures(value: number): string {
  const whole = Math.abs(value);
  return value.toFixed(whole >= 100 ? 0 : whole >= 10 ? 1 : 2);
}

export function times(value: number): string {
  return `${threeFigures(value)}x`;
}

/** Aligns columns: the first one left, the others right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
