/** Validators for the options of a caller. No message repeats a value of a wrong type: it may contain a password. */
import { LONGEST_TIMER } from '../async/timeouts.js';

/**
 * Accepts a value, or throws a TypeError or, if only the value is out of range, a RangeError. The message says what is
 * expected. `at` names the value, such as `limits.totalMs`.
 */
export type Check = (value: unknown, at: string) => void;

/** One check per member, so that a member added to the type requires a check. */
export type MemberChecks<Members> = { readonly [Name in keyof Members]-?: Check };

/** For values that are validated where they are used. */
export const anything: Check = () => {};

export function isOf(type: 'boolean' | 'function' | 'object' | 'string', expected: string): Check {
  return (value, at) => {
    if (typeof value !== type) throw wrongType(value, at, expected);
  };
}

export const text: Check = isOf('string', 'a string');
export const flag: Check = isOf('boolean', 'true or false');

export function oneOf(...choices: readonly string[]): Check {
  const expected = choices.map((choice) => JSON.stringify(choice)).join(' or ');
  return (value, at) => {
    if (typeof value !== 'string') throw wrongType(value, at, expected);
    if (choices.includes(value)) return;
    throw new RangeError(`${at} must be ${expected} (received ${JSON.stringify(value)}).`);
  };
}

/** Accepts numbers from `least` to `most`, both included. */
export function numberFrom(least: number, most: number, kind: 'any' | 'whole' = 'any'): Check {
  const expected = `a ${kind === 'whole' ? 'whole number' : 'number'} from ${least} to ${most}`;
  return (value, at) => {
    if (typeof value !== 'number') throw wrongType(value, at, expected);
    const isOfKind = kind === 'any' || Number.isInteger(value);
    if (isOfKind && value >= least && value <= most) return;
    throw new RangeError(`${at} must be ${expected} (received ${value}).`);
  };
}

/** Accepts limits: times that a timer of Node.js can wait for, in whole milliseconds, and sizes. */
export const limit: Check = numberFrom(1, LONGEST_TIMER, 'whole');

/** Accepts times that no timer waits for. */
export const anyTime: Check = numberFrom(0, Number.POSITIVE_INFINITY);

export function listOf(item: Check, expected: string): Check {
  return (value, at) => {
    if (!Array.isArray(value)) throw wrongType(value, at, expected);
    for (const [index, element] of value.entries()) item(element, `${at}[${index}]`);
  };
}

/** A plain object without unknown members, so that a misspelled name is not ignored. */
export function data(checks: Readonly<Record<string, Check>>, expected: string): Check {
  return (value, at) => {
    if (!isObject(value)) throw wrongType(value, at, expected);
    checkMembers(value, checks, `${at}.`);
  };
}

/** An object with these methods. It may have other members. */
export function methods(names: readonly string[], expected: string): Check {
  return (value, at) => {
    if (!isObject(value)) throw wrongType(value, at, expected);
    const missing = names.find((name) => typeof Reflect.get(value, name) !== 'function');
    if (missing === undefined) return;
    throw new TypeError(`${at} must be ${expected} (it has no method ${missing}).`);
  };
}

/** Accepts values of the type, and values that pass the check. The message of the check must cover both. */
export function either(type: 'boolean' | 'string', check: Check): Check {
  return (value, at) => {
    if (typeof value !== type) check(value, at);
  };
}

/** The same checks for optional members: undefined counts as absent. */
export function optional<Name extends string>(checks: Readonly<Record<Name, Check>>): Record<Name, Check> {
  const entries = Object.entries<Check>(checks).map(([name, check]): [string, Check] => [
    name,
    (value, at) => value === undefined || check(value, at),
  ]);
  return Object.fromEntries(entries) as Record<Name, Check>;
}

/** Checks the members of an object. `prefix` precedes their names in messages. */
export function checkMembers(value: object, checks: Readonly<Record<string, Check>>, prefix: string): void {
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined || Object.hasOwn(checks, name)) continue;
    const names = Object.keys(checks).join(', ');
    throw new TypeError(`Unknown option ${prefix}${name}. Valid options: ${names}.`);
  }
  for (const [name, check] of Object.entries(checks)) {
    check(Reflect.get(value, name), `${prefix}${name}`);
  }
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function wrongType(value: unknown, at: string, expected: string): TypeError {
  return new TypeError(`${at} must be ${expected} (received ${typeName(value)}).`);
}

function typeName(value: unknown): string {
  if (value === undefined || value === null) return `${value}`;
  if (typeof value !== 'object') return typeof value;
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
