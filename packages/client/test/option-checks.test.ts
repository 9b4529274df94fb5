import { describe, expect, test } from 'vitest';
import { checkOptions } from '../src/options.js';
import { policies } from '../src/policy/policy.js';

function check(options: object): void {
  checkOptions({ userAgent: 'ExampleBot/1.0', ...options });
}

describe('what cannot be an option is refused, with the mend', () => {
  test.each([undefined, null, 'ExampleBot/1.0'])('%j in place of options', (options) => {
    expect(() => checkOptions(options)).toThrow(TypeError);
    expect(() => checkOptions(options)).toThrow('Give options with a userAgent');
  });

  const own = { ...policies.rfc9309, name: 'own' };
  const { cacheLifetime } = own;
  const rows: readonly (readonly [object, string])[] = [
    [{ timeoutMs: 5 }, 'There is no option timeoutMs: choose among userAgent, productToken,'],
    [{ policy: null }, 'policy is null: give the name of a policy, or'],
    [{ policy: { name: 'mine' } }, 'policy.dialect is undefined: give'],
    [
      { policy: { ...own, cacheLifetime: {} } },
      'policy.cacheLifetime.defaultMs is undefined: give a number',
    ],
    [{ policy: { ...own, stages: undefined } }, 'policy.stages is undefined: give a list'],
    [{ policy: { ...own, stages: [{ untilMs: 5 }] } }, 'policy.stages[0].answer is undefined'],
    [{ policy: { ...own, tooMany: 'allow' } }, 'There is no option policy.tooMany: choose among'],
    [{ limits: null }, 'limits is null: give an object'],
    [{ limits: { totalMs: '3000' } }, 'limits.totalMs is of type string: give a whole number'],
    [{ limits: { timeoutMs: 5 } }, 'There is no option limits.timeoutMs: choose among lookupMs,'],
    [{ treat429: true }, 'treat429 is of type boolean: give "unavailable" or "unreachable"'],
    [{ staleWhileUnreachable: 'yes' }, 'staleWhileUnreachable is of type string: give true or'],
    [{ store: {} }, 'store has no method acquire: give a store, such as'],
    [{ store: Promise.resolve() }, 'store has no method acquire'],
    [{ store: 'redis://:secret@h' }, '`await openStore(url)` of @repkit/client/store-url'],
    [{ guard: 'yes' }, 'guard is of type string: give true, false'],
    [{ guard: { allowHosts: 'localhost' } }, 'guard.allowHosts is of type string: give a list'],
    [{ guard: { allowCidrs: [5] } }, 'guard.allowCidrs[0] is of type number: give a string'],
    [{ guard: { allowHost: [] } }, 'There is no option guard.allowHost: choose among allowHosts'],
    [{ proxy: new URL('http://a:secret@h') }, 'proxy is of type URL: give a string'],
    [{ proxy: 'http://a:secret@h:1/x' }, 'The proxy has a path, a query or a fragment: give'],
    [{ proxy: 'http://a:secret@h:1/?x' }, 'The proxy has a path, a query or a fragment: give'],
    [{ ca: Buffer.from('') }, 'ca is of type Uint8Array: give certificates in PEM, as a string'],
    [{ ca: [undefined] }, 'ca[0] is undefined: give a string'],
    [{ clock: 5 }, 'clock is of type number: give a function'],
    [{ transport: {} }, 'transport has no method fetch: give'],
  ];
  test.each(rows)('%j', (options, sentence) => {
    expect(() => check(options)).toThrow(sentence);
    expect(() => check(options)).not.toThrow('secret');
  });

  test.each([
    [{ treat429: 'nope' }, 'treat429 is "nope": give "unavailable" or "unreachable".'],
    [{ policy: { ...own, accessDenied: '' } }, 'policy.accessDenied is "": give "unavailable" or'],
    // A life of less would be over before the question that it was fetched for is answered.
    [
      { policy: { ...own, cacheLifetime: { ...cacheLifetime, defaultMs: 0 } } },
      'policy.cacheLifetime.defaultMs is 0: give a number from 60000',
    ],
  ])('%j: of the right type, and out of range', (options, sentence) => {
    expect(() => check(options)).toThrow(RangeError);
    expect(() => check(options)).toThrow(sentence);
  });

  test('what is undefined is not given', () => {
    const names = [
      'policy',
      'treat429',
      'store',
      'guard',
      'limits',
      'proxy',
      'ca',
      'clock',
      'other',
    ];
    const nothing = Object.fromEntries(names.map((name) => [name, undefined]));
    check({ ...nothing, limits: { totalMs: undefined }, guard: { allowHosts: undefined } });
  });

  test('each policy is one that may be given', () => {
    for (const policy of Object.values(policies)) check({ policy });
  });
});
