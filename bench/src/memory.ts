/** Bytes that a parsed file retains, on and off the heap. */
import { type Contender, OTHER_LIBRARIES, REPKIT, REPKIT_BYTES } from './contenders.ts';
import { type Body, makeInput } from './inputs.ts';
import { type Part, printTable } from './part.ts';
import { times } from './statistics.ts';

/** `external` includes array buffers. */
function bytesInUse(): number {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('Run the bench with `node --expose-gc`.');
  for (let turn = 0; turn < 4; turn++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Creates new files per call, so that contenders do not share a body. */
function makeFiles(count: number): Body[] {
  return Array.from({ length: count }, (_, index) => {
    const { body, bytes } = makeInput('typical', 100 + index);
    return { body, bytes };
  });
}

async function keepAll({ keep }: Contender, files: readonly Body[]): Promise<unknown[]> {
  const kept: unknown[] = [];
  for (const file of files) kept.push(await keep?.(file));
  return kept;
}

/**
 * Parses `count` distinct typical files without checking URLs. Returns the bytes per file if the caller releases the body,
 * including what the library retains of it.
 */
async function retainedByFile(contender: Contender, count: number): Promise<number> {
  await keepAll(contender, makeFiles(50));
  const before = bytesInUse();
  const kept = await keepAll(contender, makeFiles(count));
  const bytes = (bytesInUse() - before) / count;
  // Used after the last measurement, so that it is not collected earlier.
  if (kept.length !== count) throw new Error('A parsed file was lost.');
  return bytes;
}

export const reportMemory: Part = async ({ quick }) => {
  const count = quick ? 1_000 : 5_000;
  const bodyBytes = makeFiles(count).reduce((sum, { bytes }) => sum + bytes.length, 0) / count;
  const rows: string[][] = [];
  const retained = new Map<Contender, number>();
  for (const contender of [REPKIT, REPKIT_BYTES, ...OTHER_LIBRARIES]) {
    const bytes = await retainedByFile(contender, count);
    retained.set(contender, bytes);
    rows.push([contender.name, bytes.toFixed(0), times(bytes / bodyBytes)]);
  }
  printTable([['bytes per typical file', 'total', 'x body'], ...rows]);
  return { 'memory of a typical file, relative to its bytes': (retained.get(REPKIT) ?? Number.NaN) / bodyBytes };
};
