/** How far a run has come, so that another can go on from there. */
import { CommandError } from '../command-error.js';
import { fileError } from '../file-error.js';
import type { Io } from '../io.js';

export interface Place {
  /** Octets of the rows that were read, after unpacking; always at the end of a line. */
  readonly inputOctets: number;
  readonly outputOctets: number;
  readonly rejectsOctets: number;
  readonly lines: number;
  readonly bad: number;
}

export const START: Place = { inputOctets: 0, outputOctets: 0, rejectsOctets: 0, lines: 0, bad: 0 };

const FIELDS = ['inputOctets', 'outputOctets', 'rejectsOctets', 'lines', 'bad'] as const;

/** The place a checkpoint was left at; the start where there is none. Throws a CommandError for one of another run. */
export async function readCheckpoint(
  path: string,
  run: string,
  io: Pick<Io, 'openFile' | 'fileSize'>,
): Promise<Place> {
  if (io.fileSize(path) === undefined) return START;
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of io.openFile(path)) text += decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw fileError(`--checkpoint "${path}"`, error);
  }
  const place = placeIn(text, run);
  if (place !== undefined) return place;
  throw new CommandError(
    `--checkpoint "${path}" is not of a run with these inputs and options: ` +
      'give those of that run, or remove it to begin anew.',
  );
}

export function writeCheckpoint(
  path: string,
  run: string,
  place: Place,
  io: Pick<Io, 'replaceFile'>,
): void {
  try {
    io.replaceFile(path, `${JSON.stringify({ version: 1, run, ...place })}\n`);
  } catch (error) {
    throw fileError(`--checkpoint "${path}"`, error, 'written');
  }
}

function placeIn(text: string, run: string): Place | undefined {
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
  return Object.fromEntries(numbers) as unknown as Place;
}
