import { InputError } from '@repkit/bulk';
import { readRobotsTxtArguments } from '../../src/input/robots-txt-argument.js';
import { FETCH_OPTIONS } from '../../src/options/fetch-options.js';
import { parseArguments } from '../../src/options/parser.js';
import { INTERPRETATION_OPTIONS } from '../../src/options/shared-options.js';
import type { Io } from '../../src/program/io.js';
import { fakeIo } from './fake-io.js';

export const body = 'User-agent: *\nDisallow: /p\n';

/** Parses arguments with the options for interpreting and fetching. */
export async function read(words: readonly string[], io: Io) {
  const args = parseArguments(words, { ...INTERPRETATION_OPTIONS, ...FETCH_OPTIONS });
  const found = await readRobotsTxtArguments(args.positionals, args, io);
  return found.map(({ name, kind, body: bytes, robotsTxt }) => ({
    name,
    kind,
    text: new TextDecoder().decode(bytes),
    dialect: robotsTxt.dialect.name,
    allowed: robotsTxt.isAllowed('/p', '*'),
  }));
}

export const mistake = async (words: readonly string[], io: Io = fakeIo()) =>
  await read(words, io).then(
    () => 'no mistake',
    (error) => (error instanceof InputError ? error.message : error),
  );
