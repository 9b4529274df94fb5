/** Bytes retained on and off the heap after garbage collection. */
import { type Matcher, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import type { Body, Contender } from './contender.js';
import { makeInput, ORIGIN, type Size, TOKEN } from './inputs.js';
import { seededRandom } from './random.js';
import { urlSample } from './urls.js';

/** `external` includes array buffers. */
function bytesInUse(): number {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('Run the bench with `node --expose-gc`.');
  for (let turn = 0; turn < 4; turn++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

export interface RetainedByFile {
  readonly contender: string;
  /** Bytes per file if the caller releases the body, including what the library retains of the body. */
  readonly total: number;
  readonly bodyBytes: number;
}

/** Creates new files per call, so that contenders do not share a body. */
function makeFiles(count: number): Body[] {
  return Array.from({ length: count }, (_, index) => {
    const { body, bytes } = makeInput('typical', 100 + index);
    return { body, bytes };
  });
}

async function keepAll(keep: NonNullable<Contender['keep']>, files: readonly Body[]): Promise<unknown[]> {
  const kept: unknown[] = [];
  for (const file of files) kept.push(await keep(file));
  return kept;
}

/** Parses `count` distinct typical files without checking URLs. */
export async function retainedByFile(contender: Contender, count: number): Promise<RetainedByFile> {
  const { keep, name } = contender;
  if (keep === undefined) throw new TypeError(`${name} has no "keep" function.`);
  await keepAll(keep, makeFiles(50));
  const before = bytesInUse();
  const kept = await keepAll(keep, makeFiles(count));
  const total = (bytesInUse() - before) / count;
  // Used after the last measurement, so that it is not collected earlier.
  if (kept.length !== count) throw new Error('A parsed file was lost.');
  const bodyBytes = makeFiles(count).reduce((sum, { bytes }) => sum + bytes.length, 0) / count;
  return { contender: name, total, bodyBytes };
}

/** Makes a matcher for each of `files` files and checks `checks` distinct URLs with each. Returns the bytes of a matcher. */
export function retainedByMatcher(size: Size, files: number, checks: number): number {
  const inputs = Array.from({ length: files }, (_, index) => makeInput(size, index * 2));
  const samples = inputs.map(({ patterns }, index) => urlSample(seededRandom(901 + index), ORIGIN, patterns, checks));
  checkAll(parseRobotsTxt(makeInput(size, 2 * files).body).matcher(TOKEN), samples[0] ?? []);

  const robots: RobotsTxt[] = inputs.map(({ body }) => parseRobotsTxt(body));
  const before = bytesInUse();
  const matchers = robots.map((file) => file.matcher(TOKEN));
  matchers.forEach((matcher, index) => {
    checkAll(matcher, samples[index] ?? []);
  });
  const bytes = (bytesInUse() - before) / files;
  // Used after the last measurement, so that it is not collected earlier.
  if (robots.length + matchers.length + samples.length + inputs.length !== 4 * files) {
    throw new Error('A matcher was lost.');
  }
  return bytes;
}

function checkAll(matcher: Matcher, urls: readonly string[]): void {
  for (const url of urls) matcher.isAllowed(url);
}
