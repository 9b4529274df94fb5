/** What the options of `repkit fleet` say. */
import type { Arguments } from '../arguments.js';
import { CommandError } from '../command-error.js';

export interface FleetPlace {
  readonly redis: string;
  readonly name: string;
}

/** Where the run is. */
export function placeOf(args: Arguments): FleetPlace {
  return { redis: needed(args, 'redis', 'redis://127.0.0.1:6379'), name: nameOf(args) };
}

function nameOf(args: Arguments): string {
  const name = needed(args, 'name', 'crawl-1');
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return name;
  throw new CommandError(
    `--name takes letters, digits, "-", "_" and ".", at most 64, and not "${name}": write --name crawl-1.`,
  );
}

export function needed(args: Arguments, name: string, example: string): string {
  const value = args.value(name);
  if (value !== undefined && value !== '') return value;
  throw new CommandError(`--${name} is missing: add --${name} ${example}.`);
}

export function numberOf(
  args: Arguments,
  name: string,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  const value = args.value(name) ?? String(usual);
  const number = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= most) return number;
  throw new CommandError(
    `--${name} takes a number from 1 to ${most}, and not "${value}": write --${name} ${usual}.`,
  );
}
