/** Target 4: bytes retained on and off the heap after garbage collection. */
import { type Matcher, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import type { Contender } from './contender.js';
import { type Input, makeInput, ORIGIN, type Size, TOKEN } from './inputs.js';
import { seededRandom } from './random.js';
import { urlSample } from './urls.js';

/** `external` holds the array buffers already. */
function bytesInUse(): number {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('Run the bench with `node --expose-gc`.');
  for (let turn = 0; turn < 4; turn++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

export interface KeptByFile {
  readonly contender: string;
  /** Bytes a file when the caller lets the body go: what the library keeps of the body counts. */
  readonly inAll: number;
  /** Bytes a file when the caller keeps the body as well: what the library adds to it. */
  readonly besideBody: number;
  readonly bodyBytes: number;
}

/** Creates new files per call, so that contenders do not share a body. */
function makeFiles(count: number): Pick<Input, 'body' | 'bytes'>[] {
  return Array.from({ length: count }, (_, index) => {
    const { body, bytes } = makeInput('typical', 100 + index);
    return { body, bytes };
  });
}

async function keepAll(
  keep: NonNullable<Contender['keep']>,
  files: readonly Pick<Input, 'body' | 'bytes'>[],
): Promise<unknown[]> {
  const kept: unknown[] = [];
  for (const file of files) kept.push(await keep(file));
  return kept;
}

/**
 * Parses `count` distinct typical files and asks nothing of them. The files are only ever named in a box:
 * a variable or a loop here would keep them in use after they are let go.
 */
export async function keptByFile(contender: Contender, count: number): Promise<KeptByFile> {
  const { keep, name } = contender;
  if (keep === undefined) throw new TypeError(`${name} has nothing to keep.`);
  await keepAll(keep, makeFiles(50));

  const box: { files: Pick<Input, 'body' | 'bytes'>[] } = { files: [] };
  const before = bytesInUse();
  box.files = makeFiles(count);
  const bodyBytes = bytesOf(box.files);
  const loaded = bytesInUse();
  const kept = await keepAll(keep, box.files);
  const parsed = bytesInUse();
  box.files = [];
  const alone = bytesInUse();
  // Read after the last measurement: what is still to be read cannot be collected before.
  if (kept.length !== count) throw new Error('A parsed file got lost.');
  return {
    contender: name,
    inAll: (alone - before) / count,
    besideBody: (parsed - loaded) / count,
    bodyBytes: bodyBytes / count,
  };
}

function bytesOf(files: readonly Pick<Input, 'bytes'>[]): number {
  let bytes = 0;
  for (const file of files) bytes += file.bytes.length;
  return bytes;
}

export interface KeptByMatcher {
  readonly size: Size;
  /** Bytes of a matcher, its compiled rules and what the file builds to make it, after all queries. */
  readonly bytes: number;
}

/** Makes one matcher of each of some files and asks each of them `questions` distinct URLs. */
export function keptByMatcher(size: Size, files: number, questions: number): KeptByMatcher {
  const inputs = Array.from({ length: files }, (_, index) => makeInput(size, index * 2));
  const samples = inputs.map(({ patterns }, index) =>
    urlSample(seededRandom(901 + index), ORIGIN, patterns, questions),
  );
  ask(parseRobotsTxt(makeInput(size, 2 * files).body).matcher(TOKEN), samples[0] ?? []);

  const robots: RobotsTxt[] = inputs.map(({ body }) => parseRobotsTxt(body));
  const before = bytesInUse();
  const matchers = robots.map((file) => file.matcher(TOKEN));
  matchers.forEach((matcher, index) => {
    ask(matcher, samples[index] ?? []);
  });
  const bytes = (bytesInUse() - before) / files;
  // Read after the last measurement: what is still to be read cannot be collected before.
  if (robots.length + matchers.length + samples.length + inputs.length !== 4 * files) {
    throw new Error('A matcher got lost.');
  }
  return { size, bytes };
}

function ask(matcher: Matcher, urls: readonly string[]): void {
  for (const url of urls) matcher.isAllowed(url);
}
