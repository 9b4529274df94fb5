/** Reads what `JSON.parse` gave into values of known shapes: what others wrote is not to be trusted. */

/** Gives a value of its shape, or throws where there is another. */
export type Reader<Value> = (value: unknown) => Value;

type Readers<Shape> = { readonly [Name in keyof Shape]-?: Reader<Shape[Name]> };

function expected(what: string): Error {
  return new TypeError(`${what} was expected`);
}

export const text: Reader<string> = (value) => {
  if (typeof value === 'string') return value;
  throw expected('a string');
};

export const number: Reader<number> = (value) => {
  if (typeof value === 'number') return value;
  throw expected('a number');
};

export const flag: Reader<boolean> = (value) => {
  if (typeof value === 'boolean') return value;
  throw expected('a boolean');
};

/** One of a closed set of names: the keys of the table, which the compiler holds complete. */
export function oneOf<Name extends string>(names: Readonly<Record<Name, true>>): Reader<Name> {
  const isName = (value: unknown): value is Name =>
    typeof value === 'string' && Object.hasOwn(names, value);
  return (value) => {
    if (isName(value)) return value;
    throw expected(`one of ${Object.keys(names).join(', ')}`);
  };
}

/** A value that may be missing, as JSON leaves out what is undefined. */
export function maybe<Value>(read: Reader<Value>): Reader<Value | undefined> {
  return (value) => (value === undefined ? undefined : read(value));
}

export function list<Value>(read: Reader<Value>): Reader<Value[]> {
  return (value) => {
    if (Array.isArray(value)) return value.map(read);
    throw expected('a list');
  };
}

/** An object with every key of `always`, and those of `sometimes` that it has; other keys are passed over. */
export function record<Always extends object, Sometimes extends object = object>(
  always: Readers<Always>,
  sometimes?: Readers<Sometimes>,
): Reader<Always & Partial<Sometimes>> {
  const required: [string, Reader<unknown>][] = Object.entries(always);
  const optional: [string, Reader<unknown>][] = Object.entries(sometimes ?? {});
  return (value) => {
    if (typeof value !== 'object' || value === null) throw expected('an object');
    const given = new Map<string, unknown>(Object.entries(value));
    const present = optional.filter(([name]) => given.has(name));
    const read = [...required, ...present].map(([name, of]) => [name, of(given.get(name))]);
    return Object.fromEntries(read);
  };
}
