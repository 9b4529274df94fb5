/** The six sizes of robots.txt used in all measurements, each in several variants. */
import { type Random, seededRandom } from './random.ts';
import { urlSample } from './urls.ts';
import { flat, PARAMETERS, path, SECTIONS, segment } from './words.ts';

export const SIZES = ['tiny', 'typical', 'many', 'wild', 'large', 'max'] as const;
export type Size = (typeof SIZES)[number];

/** The product token of every check. */
export const TOKEN = 'ExampleBot';
export const ORIGIN = 'https://www.example.com';
/** Files per size of the one-shot measurement. */
export const VARIANTS = 8;
const FEW_URLS = 64;
const DIVERSE_URLS = 2_000;

/** A robots.txt as text and as received. */
export interface Body {
  readonly body: string;
  readonly bytes: Uint8Array;
}

export interface Input extends Body {
  /** The path-patterns of the group that applies. */
  readonly patterns: readonly string[];
}

export interface UrlSamples {
  readonly few: readonly string[];
  readonly diverse: readonly string[];
}

/** The text around the rules of the group that applies. */
interface Frame {
  readonly before: string;
  readonly after: string;
}

interface Shape {
  readonly bytes: number;
  /** Number of rules in the group that applies; they fill the space that the frame leaves. */
  readonly rules: number;
  readonly frame: (random: Random, agent: string) => Frame;
  /** A path-pattern of about `room` bytes. */
  readonly pattern: (random: Random, room: number) => string;
}

const CRAWLERS = ['GPTBot', 'CCBot', 'AhrefsBot', 'SemrushBot', 'MJ12bot', 'DotBot', 'PetalBot'];
const BLOCK_ALL = 'Disallow: /\n';

function userAgents(...agents: readonly string[]): string {
  return agents.map((agent) => `User-agent: ${agent}\n`).join('');
}

function ruleLine(random: Random, pattern: string): string {
  return `${random.chance(15) ? 'Allow' : 'Disallow'}: ${pattern}\n`;
}

/** Rules of groups that do not apply. */
function otherRules(random: Random, count: number): string {
  return Array.from({ length: count }, () => ruleLine(random, path(random, 12 + random.below(16)))).join('');
}

/** Patterns with one star, shaped as in real files. */
function starredPattern(random: Random): string {
  const section = random.pick(SECTIONS);
  switch (random.below(4)) {
    case 0:
      return `/*?${random.pick(PARAMETERS)}=`;
    case 1:
      return `/${section}/*/${segment(random)}/`;
    case 2:
      return `/${section}/*.pdf$`;
    default:
      return `/*/${segment(random)}/${segment(random)}`;
  }
}

/** Patterns with two or three stars. */
function wildPattern(random: Random, room: number): string {
  const section = random.pick(SECTIONS);
  const words = path(random, room - 10).slice(1);
  switch (random.below(4)) {
    case 0:
      return `/*/${words}*?${random.pick(PARAMETERS)}=`;
    case 1:
      return `/${section}/*/${segment(random)}/*.php$`;
    case 2:
      return `/*${segment(random)}*/${words}*`;
    default:
      return `/*${words}/*-${random.below(100)}*${random.pick(PARAMETERS)}=`;
  }
}

/** Plain paths, with the given percentage of patterns with a star. */
function mostlyPlain(percentStarred: number): Shape['pattern'] {
  return (random, room) =>
    random.chance(percentStarred) ? starredPattern(random) : path(random, Math.max(8, room - 7 + random.below(21)));
}

/** Six groups, 40 rules. */
function typicalFrame(random: Random, agent: string): Frame {
  return {
    before: [
      '# robots.txt of www.example.com\n\n',
      userAgents(agent === '*' ? 'Bingbot' : '*') + otherRules(random, 12),
      'Crawl-delay: 10\n\n',
      `${userAgents('GPTBot', 'CCBot')}${BLOCK_ALL}\n`,
      userAgents('AhrefsBot', 'SemrushBot') + otherRules(random, 3),
      '\n# rules for the crawlers that matter to us\n',
    ].join(''),
    after: [
      `\n${userAgents('MJ12bot')}${otherRules(random, 4)}`,
      `\n${userAgents('Yandex')}${otherRules(random, 3)}`,
      `\nSitemap: ${ORIGIN}/sitemap.xml\n`,
    ].join(''),
  };
}

/** 300 user agents, most of them blocked from the whole site. */
function manyFrame(random: Random, agent: string): Frame {
  const parts: string[] = [];
  let agents = 2;
  while (agents < 300) {
    const together = Math.min(1 + random.below(3), 300 - agents);
    const names = Array.from({ length: together }, (_, index) => {
      const word = random.pick(SECTIONS);
      return `${word.slice(0, 5)}${(agents + index).toString(36)}bot`;
    });
    agents += together;
    parts.push(userAgents(...names), random.chance(90) ? BLOCK_ALL : otherRules(random, 1), '\n');
  }
  const everyone = userAgents(agent === '*' ? 'Bingbot' : '*') + otherRules(random, 4);
  const middle = Math.floor(parts.length / 6) * 3;
  return {
    before: parts.slice(0, middle).join(''),
    after: `\n${parts.slice(middle).join('')}${everyone}`,
  };
}

/** A few crawlers blocked from the whole site, and a short group for all others. */
function longFrame(random: Random, agent: string): Frame {
  const blocked = CRAWLERS.map((crawler) => `${userAgents(crawler)}${BLOCK_ALL}\n`).join('');
  const everyone = agent === '*' ? '' : `${userAgents('*')}${otherRules(random, 10)}\n`;
  return { before: blocked + everyone, after: '' };
}

const noFrame = (): Frame => ({ before: '', after: '' });

const SHAPES: Readonly<Record<Size, Shape>> = {
  tiny: { bytes: 194, rules: 5, frame: noFrame, pattern: mostlyPlain(0) },
  typical: { bytes: 1_900, rules: 17, frame: typicalFrame, pattern: mostlyPlain(15) },
  many: { bytes: 10_000, rules: 8, frame: manyFrame, pattern: mostlyPlain(0) },
  wild: { bytes: 19_000, rules: 500, frame: noFrame, pattern: wildPattern },
  large: { bytes: 86_000, rules: 2_000, frame: longFrame, pattern: mostlyPlain(8) },
  max: { bytes: 500 * 1024, rules: 11_900, frame: longFrame, pattern: mostlyPlain(8) },
};

const RULE_BYTES = 'Disallow: \n'.length;
const SHORTEST_PATTERN = 12;

/** Returns patterns whose lines nearly fill `bytes` and never exceed it. Each one takes its share of the remaining space. */
function fillPatterns(random: Random, { rules, pattern }: Shape, bytes: number): string[] {
  const patterns: string[] = [];
  let left = bytes;
  for (let more = rules; more > 0; more--) {
    const share = Math.floor(left / more) - RULE_BYTES;
    const most = left - RULE_BYTES - (more - 1) * (RULE_BYTES + SHORTEST_PATTERN);
    const text = pattern(random, Math.min(share, most)).slice(0, most);
    left -= text.length + RULE_BYTES;
    patterns.push(text);
  }
  return patterns;
}

/** Encodes a text. */
function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Pads a body to exactly `bytes` with a final comment line. */
function padTo(text: string, bytes: number): string {
  const missing = bytes - bytesOf(text).length;
  if (missing < 0) throw new RangeError(`The body exceeds its size by ${-missing} bytes.`);
  return missing === 0 ? text : `${text}${'#'.repeat(missing - 1)}\n`;
}

/**
 * Returns one variant of a size. The group that applies names `TOKEN` in even variants and `*` in odd ones.
 * Every eighth variant has a Cyrillic line, as some real files do: V8 then stores the string with two bytes per code unit.
 */
export function makeInput(size: Size, variant: number): Input {
  const random = seededRandom(1 + SIZES.indexOf(size) * 1_000_003 + variant * 7_919);
  const shape = SHAPES[size];
  const agent = variant % 2 === 0 ? TOKEN : '*';
  const { before, after } = shape.frame(random, agent);
  const cyrillic = size !== 'tiny' && variant % 8 === 7 ? '# только для роботов\n' : '';
  const head = cyrillic + before + userAgents(agent);
  const room = shape.bytes - bytesOf(head + after).length;
  const patterns = fillPatterns(random, shape, room);
  const rules = patterns.map((pattern) => ruleLine(random, pattern)).join('');
  const body = flat(padTo(head + rules + after, shape.bytes));
  return { body, bytes: bytesOf(body), patterns };
}

/** Returns the URLs to check against an input of a size. */
export function makeUrls(size: Size, { patterns }: Input): UrlSamples {
  const start = 77 + SIZES.indexOf(size) * 31;
  return {
    few: urlSample(seededRandom(start), ORIGIN, patterns, FEW_URLS),
    diverse: urlSample(seededRandom(start + 5_000_011), ORIGIN, patterns, DIVERSE_URLS),
  };
}
