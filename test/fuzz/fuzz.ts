/** A coverage-guided fuzzer. Jazzer.js needs a native add-on that not every Linux can load; this needs only V8's own profiler. */
import { Session } from 'node:inspector/promises';
import type { Target } from './targets.ts';

export interface Found {
  readonly input: Uint8Array;
  readonly error: unknown;
}

/** Longer inputs are cut, so that speed stays the same. */
const MOST_BYTES = 4096;
/** An input that takes longer is reported, because the time of every parser is bounded. */
const MOST_MS = 5_000;

export interface Options {
  /** Ends after this many inputs or milliseconds. */
  readonly inputs: number;
  readonly ms: number;
  /** Two runs with one seed try the same inputs, unless coverage guides them. */
  readonly seed: number;
  /** Keep inputs that reach new code. Takes two thirds of the time, and is worth it in long runs. */
  readonly guided: boolean;
}

/** mulberry32: 32 random bits from a counter. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
}

function mutate(
  input: Uint8Array,
  other: Uint8Array,
  words: readonly Uint8Array[],
  random: (below: number) => number,
): Uint8Array {
  let bytes = Buffer.from(input);
  for (let count = 1 + random(4); count > 0; count--) {
    const at = random(bytes.length + 1);
    const length = random(16);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    const part = () => {
      const from = random(other.length + 1);
      return other.subarray(from, from + random(64));
    };
    switch (random(6)) {
      case 0:
        if (after.length > 0) after[0] = random(256);
        break;
      case 1:
        if (after.length > 0) after[0] = (after[0] ?? 0) ^ (1 << random(8));
        break;
      case 2:
        bytes = Buffer.concat([before, after.subarray(length)]);
        break;
      case 3:
        bytes = Buffer.concat([before, after.subarray(0, length), after]);
        break;
      case 4:
        bytes = Buffer.concat([before, words[random(words.length)] ?? before, after]);
        break;
      default:
        bytes = Buffer.concat([before, part(), after]);
    }
  }
  return Uint8Array.from(bytes.subarray(0, MOST_BYTES));
}

/** The blocks of our packages that ran since the last call. */
async function coveredBlocks(session: Session): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => /\/packages\/\w+\/dist\//.test(url))
    .flatMap(({ url, functions }) =>
      functions.flatMap(({ ranges }) =>
        ranges.filter(({ count }) => count > 0).map(({ startOffset, endOffset }) => `${url}:${startOffset}-${endOffset}`),
      ),
    );
}

export async function failureOf(target: Target, input: Uint8Array): Promise<Found | undefined> {
  const began = performance.now();
  try {
    await target.run(input);
    const ms = Math.round(performance.now() - began);
    return ms > MOST_MS ? { input, error: new Error(`took ${ms} ms`) } : undefined;
  } catch (error) {
    return { input, error };
  }
}

/** Runs a target until an input fails or the limits are reached. */
export async function fuzz(
  target: Target,
  { inputs, ms, seed, guided }: Options,
): Promise<{ tried: number; blocks: number; found: Found | undefined }> {
  const random = randomNumbers(seed);
  const corpus = target.seeds.map((one) => Buffer.from(one as string));
  const words = target.words.map((word) => Buffer.from(word, 'latin1'));
  const blocks = new Set<string>();
  const session = new Session();
  if (guided) {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
  }
  const end = performance.now() + ms;
  let tried = 0;
  let found: Found | undefined;
  const pick = () => corpus[random(corpus.length)] ?? Buffer.alloc(0);
  while (tried < inputs && performance.now() < end && found === undefined) {
    const fresh = corpus[tried];
    const input = tried < target.seeds.length && fresh ? fresh : mutate(pick(), pick(), words, random);
    tried += 1;
    found = await failureOf(target, input);
    if (!guided) continue;
    const size = blocks.size;
    for (const block of await coveredBlocks(session)) blocks.add(block);
    if (blocks.size > size) corpus.push(Buffer.from(input));
  }
  if (guided) session.disconnect();
  return { tried, blocks: blocks.size, found };
}
