/** `repkit crawlers update`: fetches the address lists of crawlers. */
import { InputError } from '@repkit/bulk';
import { listUrls, updateAddressLists } from '../input/address-lists.js';
import type { Arguments, OptionSpecs } from '../options/arguments.js';
import { FETCH_OPTIONS, refuseFetchOptions } from '../options/fetch-options.js';
import type { ExitCode, Io } from '../program/io.js';
import { visible } from '../program/terminal.js';

const { refresh: _, store: __, ...REQUEST_OPTIONS } = FETCH_OPTIONS;

/** The options of `repkit crawlers` that need `update`. */
export const UPDATE_OPTIONS = {
  ...REQUEST_OPTIONS,
  timeout: { ...REQUEST_OPTIONS.timeout, description: 'Timeout per list in seconds, including redirects (default: 30).' },
};

/** Throws an InputError for options that have no effect without, or with, `update`. */
export function checkUpdateOptions(args: Arguments, others: OptionSpecs): void {
  if (!isUpdate(args)) {
    refuseFetchOptions(args, 'without update');
    return;
  }
  const unused = Object.keys(others).find((name) => args.has(name));
  if (unused !== undefined) throw new InputError(`--${unused} has no effect with update.`);
}

export function isUpdate({ positionals: [action] }: Arguments): boolean {
  return action !== undefined;
}

/** Prints each list with its number of prefixes. Reports those that cannot be fetched, which make the exit code 2. */
export async function runUpdate(args: Arguments, io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  for await (const { url, text, isFailed } of updateAddressLists(listUrls(), args, io)) {
    if (isFailed) {
      io.report(`${url} cannot be read: ${text}`);
      code = 2;
    } else io.stdout.write(`${url}  ${visible(text)}\n`);
  }
  return code;
}
