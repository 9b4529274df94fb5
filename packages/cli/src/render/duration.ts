/** The units, each with how many of the one before it make one. */
const UNITS = [
  ['s', 1000],
  ['min', 60],
  ['h', 60],
  ['days', 24],
] as const;

/** About how long, in the largest unit of which there are two at least: `90 s`, `3 h`, `30 days`. */
export function duration(ms: number): string {
  let text = '';
  let count = Math.max(0, ms);
  for (const [unit, size] of UNITS) {
    count /= size;
    if (text !== '' && Math.round(count) < 2) break;
    text = `${Math.round(count)} ${unit}`;
  }
  return text;
}

/** How long before the question something was. */
export function ago(ms: number): string {
  return ms < 1000 ? 'just now' : `${duration(ms)} ago`;
}
