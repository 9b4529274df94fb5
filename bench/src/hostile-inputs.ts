/** Files and URLs that an attacker would use: each is the worst case of some parser or matcher. */
import { makeInput, ORIGIN, TOKEN } from './inputs.ts';
import { type Random, seededRandom } from './random.ts';

interface HostileInput {
  readonly name: string;
  /** False if no target covers the input, so that it is only reported. */
  readonly judged?: false;
  readonly body: (random: Random) => string;
  /** Path and query of the first URL. */
  readonly target: (random: Random) => string;
}

const LIMIT = 500 * 1024;
const FURTHER_URLS = 20;
const GROUP = `User-agent: ${TOKEN}\n`;

/** Longer texts repeat: generating half a million random letters takes too long. */
const LONGEST_RANDOM = 100_000;

function randomText(random: Random, alphabet: string, length: number): string {
  let letters = '';
  const distinct = Math.min(length, LONGEST_RANDOM);
  while (letters.length < distinct) letters += alphabet[random.below(alphabet.length)];
  return letters.repeat(Math.ceil(length / distinct)).slice(0, length);
}

/** As many rules as fit into `bytes`. */
function rulesUpTo(bytes: number, makePattern: (index: number) => string): string {
  const lines = [GROUP];
  let length = GROUP.length;
  for (let index = 0; ; index++) {
    const line = `Disallow: ${makePattern(index)}\n`;
    length += line.length;
    if (length > bytes) return lines.join('');
    lines.push(line);
  }
}

/** `/*a*b*c`: `count` stars, each followed by one letter. */
function stars(random: Random, alphabet: string, count: number): string {
  return `/*${[...randomText(random, alphabet, count)].join('*')}`;
}

/** One group with as many user-agent lines as rules. */
function wideGroup(bytes: number): string {
  const agents = [GROUP];
  const rules: string[] = [];
  let length = GROUP.length;
  for (let index = 0; ; index++) {
    const agent = `User-agent: b${index}\n`;
    const rule = `Disallow: /${index}\n`;
    length += agent.length + rule.length;
    if (length > bytes) return agents.join('') + rules.join('');
    agents.push(agent);
    rules.push(rule);
  }
}

function repeatedGroups(agent: string, pattern: (index: number) => string): string {
  let body = '';
  for (let index = 0; index < 16_000; index++) {
    body += `user-agent:${agent}\nallow:${pattern(index)}\n`;
  }
  return body;
}

const as = (length: number) => (): string => `/${'a'.repeat(length)}`;
const letters =
  (alphabet: string, length: number) =>
  (random: Random): string =>
    `/${randomText(random, alphabet, length)}`;

export const HOSTILE_INPUTS: readonly HostileInput[] = [
  {
    name: '/*a*a*a*a*a*a*b, URL of 200 a',
    body: () => `${GROUP}Disallow: /*a*a*a*a*a*a*b\n`,
    target: as(200),
  },
  {
    name: '1,600 stars, URL of 3,200 bytes',
    body: () => `${GROUP}Disallow: /${'*a'.repeat(1_600)}*b\n`,
    target: as(3_199),
  },
  {
    name: '500 KiB of short star rules (/*a*b*c)',
    body: (random) => rulesUpTo(LIMIT, () => stars(random, 'abcdefghijklmnop', 3)),
    target: letters('abcdefghijklmnop', 1_999),
  },
  {
    name: '500 KiB of short star rules, URL of a',
    body: () => rulesUpTo(LIMIT, (index) => `/*a*a*a*a*${index}`),
    target: as(1_999),
  },
  {
    name: '500 KiB of star rules of 100 bytes',
    body: (random) => rulesUpTo(LIMIT, () => stars(random, 'ab', 50)),
    target: letters('ab', 1_999),
  },
  {
    name: '500 KiB of star rules of words',
    body: (random) => rulesUpTo(LIMIT, () => Array.from({ length: 6 }, () => `*/${randomText(random, 'abcd', 3)}`).join('')),
    target: (random) => Array.from({ length: 500 }, () => `/${randomText(random, 'abcd', 3)}`).join(''),
  },
  {
    name: '8 star rules of 64,000 bytes',
    body: (random) => rulesUpTo(LIMIT, () => stars(random, 'ab', 31_900)),
    target: letters('ab', 1_999),
  },
  {
    name: '1 star rule of 500 KiB',
    body: () => `${GROUP}Disallow: /${'*a'.repeat((LIMIT - 40) / 2)}\n`,
    target: as(1_999),
  },
  {
    name: '500 rules of 100 stars',
    body: (random) => GROUP + Array.from({ length: 500 }, () => `Disallow: ${stars(random, 'abc', 100)}\n`).join(''),
    target: letters('abc', 1_999),
  },
  { name: 'one wide group, 139 kB', body: () => wideGroup(139_000), target: as(40) },
  { name: 'one wide group, 280 kB', body: () => wideGroup(280_000), target: as(40) },
  { name: 'one wide group, 511 kB', body: () => wideGroup(511_000), target: as(40) },
  {
    name: '16,000 groups of one name',
    // Distinct patterns would exceed the parsing limit.
    body: () => repeatedGroups(TOKEN.toLowerCase(), (index) => `/${(index % 36).toString(36)}`),
    target: as(40),
  },
  {
    name: '16,000 groups of *',
    body: () => repeatedGroups('*', (index) => `/${index}`),
    target: as(40),
  },
  {
    name: '512 kB of one-byte rules',
    body: () => GROUP + 'allow:/\ndisallow:*\n'.repeat(26_900),
    target: as(40),
  },
  {
    name: 'URL of 100 kB, /*a*a*a*a*a*a*b',
    body: () => `${GROUP}Disallow: /*a*a*a*a*a*a*b\n`,
    target: as(100_000),
  },
  {
    name: 'URL of 100 kB, the wild file',
    body: () => makeInput('wild', 0).body,
    target: letters('/-?=abcdefghijklmnopqrstuvwxyz', 100_000),
  },
  {
    name: 'URL of 100 kB, 500 rules of 100 stars',
    judged: false,
    body: (random) => GROUP + Array.from({ length: 500 }, () => `Disallow: ${stars(random, 'abc', 100)}\n`).join(''),
    target: letters('abc', 100_000),
  },
  {
    name: '500 rules of 1,000 a and b, URL of a',
    body: () => rulesUpTo(LIMIT, () => `/*${'a'.repeat(1_000)}b`),
    target: () => `/ab${'a'.repeat(1_997)}`,
  },
  {
    name: '500 rules with a b amid 1,000 a, URL of a',
    body: () => rulesUpTo(LIMIT, () => `/*${'a'.repeat(500)}b${'a'.repeat(500)}`),
    target: () => `/aba${'a'.repeat(1_996)}`,
  },
  {
    name: '60 rules of some 900 a and b, URL of a',
    body: () => GROUP + Array.from({ length: 60 }, (_, i) => `Disallow: /*${'a'.repeat(900 + i)}b\n`).join(''),
    target: () => `/ab${'a'.repeat(1_997)}`,
  },
  {
    name: '1 rule of 250,000 a and b, URL of 500 kB',
    body: () => `${GROUP}Disallow: /*${'a'.repeat(250_000)}b\n`,
    target: () => `/ab${'a'.repeat(499_997)}`,
  },
  {
    name: '500 KiB of rules of two words, URL of such words',
    body: (random) => rulesUpTo(LIMIT, () => `/*${randomText(random, 'ab', 8)}*${randomText(random, 'ab', 8)}`),
    target: letters('ab', 1_999),
  },
  {
    name: '500 KiB of /*abc, URL of ab and bc',
    // 120 ms: an index of the target's substrings took 8 ms and 190 lines. Google's parser takes 950 ms.
    judged: false,
    body: () => rulesUpTo(LIMIT, () => '/*abc'),
    target: () => `/${'ab'.repeat(600)}x${'bc'.repeat(400)}`,
  },
];

/**
 * Builds an input. The first URL is checked right after parsing. The further ones are as long: the first one with one letter
 * replaced, random ones of two letters, and random ones of all letters, so that a cache built for one URL helps little with the
 * next.
 */
export function makeHostileInput(name: string): { body: string; urls: readonly string[] } {
  const index = HOSTILE_INPUTS.findIndex((hostile) => hostile.name === name);
  const { body, target } = HOSTILE_INPUTS[index] ?? {};
  if (body === undefined || target === undefined) throw new RangeError(`Unknown hostile input "${name}".`);
  const random = seededRandom(4_242 + index);
  const text = body(random);
  const first = target(random);
  const targets = [first];
  while (targets.length <= FURTHER_URLS) {
    const length = first.length - 1;
    switch (targets.length % 3) {
      case 0: {
        const at = 1 + random.below(length);
        targets.push(`${first.slice(0, at)}Z${first.slice(at + 1)}`);
        break;
      }
      case 1:
        targets.push(`/${randomText(random, 'ab', length)}`);
        break;
      default:
        targets.push(`/${randomText(random, 'abcdefghijklmnopqrstuvwxyz/', length)}`);
    }
  }
  return { body: text, urls: targets.map((path) => ORIGIN + path) };
}
