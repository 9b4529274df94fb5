/** Saves and restores the progress of `repkit filter`. */
import { FILTER_START, type FilterPosition, fileError, InputError } from '@repkit/bulk';
import { writeFile } from '../program/files.js';
import type { Io } from '../program/io.js';

export interface Checkpoint extends FilterPosition {
  readonly outputBytes: number;
  readonly rejectsBytes: number;
}

export const START: Checkpoint = { ...FILTER_START, outputBytes: 0, rejectsBytes: 0 };

const FIELDS = ['inputBytes', 'outputBytes', 'rejectsBytes', 'lines', 'invalid'] as const;

/** Returns START if the file is missing or empty. Throws an InputError if it belongs to another run. */
export async function readCheckpoint(
  path: string,
  run: string,
  io: Pick<Io, 'openFile' | 'fileSize'>,
): Promise<Checkpoint> {
  if (!io.fileSize(path)) return START;
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of io.openFile(path)) text += decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw fileError(`--checkpoint "${path}"`, error);
  }
  const checkpoint = checkpointIn(text, run);
  if (checkpoint !== undefined) return checkpoint;
  throw new InputError(
    `--checkpoint "${path}" belongs to a run with other inputs or options. ` +
      'Use those of that run, or remove the file to start over.',
  );
}

export function writeCheckpoint(
  path: string,
  run: string,
  checkpoint: Checkpoint,
  io: Pick<Io, 'replaceFile'>,
): void {
  const content = `${JSON.stringify({ version: 1, run, ...checkpoint })}\n`;
  writeFile(`--checkpoint "${path}"`, path, content, io);
}

function checkpointIn(text: string, run: string): Checkpoint | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  if (fields.get('version') !== 1 || fields.get('run') !== run) return undefined;
  const numbers = FIELDS.map((name) => [name, fields.get(name)] as const);
  if (!numbers.every(([, number]) => Number.isSafeInteger(number) && Number(number) >= 0)) {
    return undefined;
  }
  return Object.fromEntries(numbers) as unknown as Checkpoint;
}
