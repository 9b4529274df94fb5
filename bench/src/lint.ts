/** Target 9: lint of hostile files, each in a separate process: CPU time and memory. */
import { measureHostile } from './hostile.js';
import { HOSTILE_NAMES, type HostileInput, makeHostileInput } from './hostile-inputs.js';
import { makeInput, ORIGIN } from './inputs.js';
import { REPKIT_LINT } from './repkit.js';
import type { HostileResult } from './targets.js';

const LIMIT = 500 * 1024;
const GROUP = 'User-agent: *\n';

/** As many lines as fit into the limit. */
function filled(head: string, line: (index: number) => string): string {
  const lines = [head];
  let length = head.length;
  for (let index = 0; ; index++) {
    const next = line(index);
    length += next.length;
    if (length > LIMIT) return lines.join('');
    lines.push(next);
  }
}

/** A name of letters only, as in RFC 9309 product tokens. */
function nameOf(index: number): string {
  return [index, index / 26, index / 676, index / 17_576]
    .map((part) => String.fromCharCode(97 + (Math.floor(part) % 26)))
    .join('');
}

const BODIES: Readonly<Record<string, () => string>> = {
  '500 KiB of CR': () => '\r'.repeat(LIMIT),
  '500 KiB of LF': () => '\n'.repeat(LIMIT),
  '250,000 comments': () => '#\n'.repeat(LIMIT / 2),
  '250,000 bad lines': () => 'x\n'.repeat(LIMIT / 2),
  '250,000 lines that are not UTF-8': () => '\uFFFE\n'.repeat(LIMIT / 4),
  'unknown fields': () => filled('', (index) => `f${index}:\n`),
  'one line of 500 KiB': () => 'a'.repeat(LIMIT),
  'one rule of 500 KiB': () => `${GROUP}Disallow: /${'a'.repeat(LIMIT - 40)}\n`,
  'one rule of 500 KiB that must be escaped': () =>
    `${GROUP}Disallow: /${'ä'.repeat((LIMIT - 40) / 2)}\n`,
  'one rule of 250,000 stars': () => `${GROUP}Disallow: /${'*a'.repeat((LIMIT - 40) / 2)}\n`,
  '10,000 groups': () =>
    Array.from({ length: 10_000 }, (_, i) => `User-agent: ${nameOf(i)}\nDisallow: /${i}\n`).join(
      '',
    ),
  'user-agent lines of one name': () => filled('', () => 'User-agent: a\n'),
  '30,000 rules': () => filled(GROUP, (index) => `Disallow: /${index}\n`),
  'misspelled rules': () => filled(GROUP, (index) => `Dissalow: /${index}\n`),
  'one rule again and again': () => filled(GROUP, () => 'Disallow: /a\n'),
  'rules that contain each other': () =>
    filled(GROUP, (index) => `${index % 2 ? 'Allow' : 'Disallow'}: /${'a'.repeat(index)}\n`),
  'star rules that tie': () =>
    filled(GROUP, (index) => `${index % 2 ? 'Allow' : 'Disallow'}: /x${index % 300}*y\n`),
  'star rules of style sheets': () => filled(GROUP, (index) => `Disallow: /*${index}*.css\n`),
};

/** Worst cases for lint, worst cases for the matcher, and an ordinary file. */
const INPUTS: Readonly<Record<string, () => string>> = {
  ...BODIES,
  ...Object.fromEntries(
    HOSTILE_NAMES.filter((name) => !name.startsWith('URL of')).map((name) => [
      name,
      () => makeHostileInput(name).body,
    ]),
  ),
  'an ordinary file of 2,000 rules': () => makeInput('large', 0).body,
};

const LINT_NAMES: readonly string[] = Object.keys(INPUTS);

function makeLintInput(name: string): HostileInput {
  const make = INPUTS[name];
  if (make === undefined) throw new RangeError(`Unknown lint input "${name}".`);
  // The child process needs at least two URLs.
  return { name, judged: true, body: make(), urls: [`${ORIGIN}/`, `${ORIGIN}/x`] };
}

export async function measureLint(
  options: { readonly limitMs: number; readonly repeats: number },
  names: readonly string[] = LINT_NAMES,
): Promise<HostileResult[]> {
  const results: HostileResult[] = [];
  for (const name of names) {
    const outcomes = await measureHostile(makeLintInput(name), [REPKIT_LINT.name], () => options);
    const outcome = outcomes.get(REPKIT_LINT.name);
    results.push({
      name,
      judged: true,
      ms: outcome?.first?.firstCpuMs ?? Infinity,
      memoryBytes: outcome?.further?.memoryBytes ?? Infinity,
    });
  }
  return results;
}
