import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { removeMembers } from '../../src/rows/ndjson.js';

const NAMES = new Set(['token', 'verdict']);

test.each([
  ['{}', '{}'],
  [' { } ', ' {} '],
  ['{"token":1}', '{}'],
  ['{"token":1,"verdict":2,"token":3}', '{}'],
  ['{"token":1,"a":2}', '{"a":2}'],
  ['{"a":2,"verdict":1}', '{"a":2}'],
  ['{ "a" : 1, "token" : 2, "b" : 3 } ', '{ "a" : 1, "b" : 3 } '],
  ['{"to\\u006ben":1,"\\u0076erdict":2,"tok\\"en":3}', '{"tok\\"en":3}'],
  ['{"a":"token","b":["token","verdict"]}', '{"a":"token","b":["token","verdict"]}'],
  ['{"a":{"token":1,"verdict":[{"token":2},3]},"token":4}', '{"a":{"token":1,"verdict":[{"token":2},3]}}'],
  ['{"token":{"a":[1,{"b":"}"}],"c":"]"},"d":"\\\\","verdict":"\\\\\\",\\"x\\":1"}', '{"d":"\\\\"}'],
  [
    '{"n":12345678901234567890,"m":1.10,"token":0,"n":1e400,"2":-0,"1":""}',
    '{"n":12345678901234567890,"m":1.10,"n":1e400,"2":-0,"1":""}',
  ],
  ['{"":1,"tokens":2,"Token":3,"toke":4,"token":5}', '{"":1,"tokens":2,"Token":3,"toke":4}'],
])('%s', (json, rest) => {
  expect(removeMembers(json, NAMES)).toBe(rest);
});

const space = fc.constantFrom('', '', ' ', '\t ', '\r');
/** Spellings of the removed names, and similar names. */
const writtenName = fc.oneof(
  fc.constantFrom('"token"', '"verdict"', '"to\\u006ben"', '"\\u0076erdict"', '"token\\\\"', '"1"', '"__proto__"'),
  fc.string({ unit: 'binary' }).map((name) => JSON.stringify(name)),
);
const writtenValue = fc.oneof(
  fc.constantFrom('12345678901234567890', '1.10', '1e400', '-0', '"\\",\\"token\\":1"', '"\\\\"'),
  fc.json(),
  fc.json().map((json) => `{"token": ${json} , "verdict":[${json},{"token":1}]}`),
);
const members = fc.array(fc.tuple(space, writtenName, space, space, writtenValue, space));

test('the remaining members are unchanged', () => {
  fc.assert(
    fc.property(members, space, (generated, around) => {
      const written = generated.map((member) => ({
        text: `${member[0]}${member[1]}${member[2]}:${member[3]}${member[4]}${member[5]}`,
        name: String(JSON.parse(member[1])),
      }));
      const object = (some: typeof written) => `${around}{${some.map(({ text }) => text).join(',')}}${around}`;
      const json = object(written);

      const rest = removeMembers(json, NAMES);

      const parsed: Record<string, unknown> = JSON.parse(json);
      const { token: _token, verdict: _verdict, ...others } = parsed;
      expect(JSON.parse(rest)).toEqual(others);
      expect(rest).toBe(object(written.filter(({ name }) => !NAMES.has(name))));
    }),
    { numRuns: runs(1000) },
  );
});

test('UTF-8 bytes and characters have the same result', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (object) => {
      const json = JSON.stringify({ ...object, token: 'é' });
      const bytes = Buffer.from(json).toString('latin1');
      const rest = Buffer.from(removeMembers(bytes, NAMES), 'latin1').toString();
      expect(rest).toBe(removeMembers(json, NAMES));
    }),
  );
});

test('deep nesting and many members take linear time', () => {
  const deep = `{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`;
  expect(removeMembers(`{"token":${deep}}`, NAMES)).toBe('{}');
  const many = `${'"x":"\\\\",'.repeat(200_000)}"y":1`;
  expect(removeMembers(`{${many},"token":1}`, NAMES) === `{${many}}`).toBe(true);
});

test('ends at a string without a closing quote', () => {
  expect(removeMembers('{"a}', NAMES)).toBe('{}');
  expect(removeMembers('{"a\\', NAMES)).toContain('{');
});
