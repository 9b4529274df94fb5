/** Whether what a caller gave can be what it is meant for. No sentence repeats what is of a wrong type: it may hold a password. */

/**
 * Lets a value pass, or throws a sentence that says what to give: a TypeError, or a RangeError where the type alone is
 * right. `at` is the place of the value, such as `limits.totalMs`.
 */
export type Check = (value: unknown, at: string) => void;

/** A check for each member of a type: who adds one to the type must say here what it may be. */
export type Checks<Members> = { readonly [Name in keyof Members]-?: Check };

/** For what whoever uses it checks. */
export const anything: Check = () => {};

/** What `typeof` gives. */
export function isOf(type: 'boolean' | 'function' | 'object' | 'string', give: string): Check {
  return (value, at) => {
    if (typeof value !== type) throw wrongType(value, at, give);
  };
}

export const text: Check = isOf('string', 'a string');
export const flag: Check = isOf('boolean', 'true or false');

export function oneOf(...choices: readonly string[]): Check {
  const give = choices.map((choice) => JSON.stringify(choice)).join(' or ');
  return (value, at) => {
    if (typeof value !== 'string') throw wrongType(value, at, give);
    if (choices.includes(value)) return;
    throw new RangeError(`${at} is ${JSON.stringify(value)}: give ${give}.`);
  };
}

/** Both ends included. */
export function numberFrom(least: number, most: number, kind: 'any' | 'whole' = 'any'): Check {
  const give = `a ${kind === 'whole' ? 'whole number' : 'number'} from ${least} to ${most}`;
  return (value, at) => {
    if (typeof value !== 'number') throw wrongType(value, at, give);
    const isOfKind = kind === 'any' || Number.isInteger(value);
    if (isOfKind && value >= least && value <= most) return;
    throw new RangeError(`${at} is ${value}: give ${give}.`);
  };
}

export function listOf(item: Check, give: string): Check {
  return (value, at) => {
    if (!Array.isArray(value)) throw wrongType(value, at, give);
    for (const [index, each] of value.entries()) item(each, `${at}[${index}]`);
  };
}

/** An object of data, which has no other members than these: a slip in a name would pass unseen. */
export function data(checks: Readonly<Record<string, Check>>, give: string): Check {
  return (value, at) => {
    if (!isObject(value)) throw wrongType(value, at, give);
    checkMembers(value, checks, `${at}.`);
  };
}

/** An object that can do something, and may have whatever else. */
export function methods(names: readonly string[], give: string): Check {
  return (value, at) => {
    if (!isObject(value)) throw wrongType(value, at, give);
    const missing = names.find((name) => typeof Reflect.get(value, name) !== 'function');
    if (missing === undefined) return;
    throw new TypeError(`${at} has no method ${missing}: give ${give}.`);
  };
}

/** What is of the type, or else passes the check, which says for both what to give. */
export function either(type: 'boolean' | 'string', check: Check): Check {
  return (value, at) => {
    if (typeof value !== type) check(value, at);
  };
}

/** The same checks for members that need not be given; undefined is not given. */
export function optional<Name extends string>(
  checks: Readonly<Record<Name, Check>>,
): Record<Name, Check> {
  const whereGiven = Object.entries<Check>(checks).map(([name, check]): [string, Check] => [
    name,
    (value, at) => value === undefined || check(value, at),
  ]);
  return Object.fromEntries(whereGiven) as Record<Name, Check>;
}

/** Checks the members of an object. `before` stands before their names. */
export function checkMembers(
  value: object,
  checks: Readonly<Record<string, Check>>,
  before: string,
): void {
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined || Object.hasOwn(checks, name)) continue;
    const names = Object.keys(checks).join(', ');
    throw new TypeError(`There is no option ${before}${name}: choose among ${names}.`);
  }
  for (const [name, check] of Object.entries(checks)) {
    check(Reflect.get(value, name), `${before}${name}`);
  }
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** What to throw; `give` is what to give instead. */
export function wrongType(value: unknown, at: string, give: string): TypeError {
  return new TypeError(`${at} is ${told(value)}: give ${give}.`);
}

function told(value: unknown): string {
  if (value === undefined || value === null) return `${value}`;
  if (typeof value !== 'object') return `of type ${typeof value}`;
  return `of type ${Object.prototype.toString.call(value).slice('[object '.length, -1)}`;
}
