import { describe, expect, test } from 'vitest';
import { checkOptions } from '../src/client/options.js';
import { policies } from '../src/policy/policy.js';

function check(options: object): void {
  checkOptions({ userAgent: 'ExampleBot/1.0', ...options });
}

describe('invalid options are rejected with the expected value', () => {
  test.each([undefined, null, 'ExampleBot/1.0'])('%j instead of options', (options) => {
    expect(() => checkOptions(options)).toThrow(TypeError);
    expect(() => checkOptions(options)).toThrow('The options require a userAgent');
  });

  const own = { ...policies.rfc9309, name: 'own' };
  const { cacheLifetime } = own;
  const stages = (...ends: number[]) => ({
    policy: { ...own, stages: ends.map((untilMs) => ({ untilMs, decision: 'disallow' })) },
  });
  const rows: readonly (readonly [object, string])[] = [
    [{ timeoutMs: 5 }, 'Unknown option timeoutMs. Valid options: userAgent, productToken,'],
    [{ policy: null }, 'policy must be the name of a policy, or a custom policy'],
    [{ policy: { name: 'mine' } }, 'policy.dialect must be'],
    [{ policy: { ...own, cacheLifetime: {} } }, 'policy.cacheLifetime.defaultMs must be a number'],
    [{ policy: { ...own, stages: undefined } }, 'policy.stages must be a list'],
    [{ policy: { ...own, stages: [{ untilMs: 5 }] } }, 'policy.stages[0].decision must be'],
    [stages(), 'policy.stages must have at least one stage.'],
    [stages(Number.NaN), 'policy.stages[0].untilMs must be'],
    [stages(-1), 'policy.stages[0].untilMs must be'],
    [stages(0, 5), 'policy.stages[0].untilMs must exceed 0 (received 0).'],
    [stages(5, 7, 6), 'policy.stages[2].untilMs must exceed 7 (received 6). Order the stages'],
    [stages(5, 5), 'policy.stages[1].untilMs must exceed 5 (received 5).'],
    [{ policy: { ...own, tooMany: 'allow' } }, 'Unknown option policy.tooMany. Valid options'],
    [{ limits: null }, 'limits must be an object'],
    [{ limits: { totalMs: '3000' } }, 'limits.totalMs must be a whole number from 1 to 2147483647 (received string).'],
    [{ limits: { timeoutMs: 5 } }, 'Unknown option limits.timeoutMs. Valid options: lookupMs,'],
    [{ treat429: true }, 'treat429 must be "unavailable" or "unreachable"'],
    [{ staleWhileUnreachable: 'yes' }, 'staleWhileUnreachable must be true or'],
    [{ store: {} }, 'store must be a store, such as'],
    [{ store: Promise.resolve() }, '(it has no method get)'],
    [{ store: 'redis://:secret@h' }, '`await openStore(url)` of @repkit/client/store-url'],
    [{ guard: 'yes' }, 'guard must be true, false'],
    [{ guard: { allowHosts: 'localhost' } }, 'guard.allowHosts must be a list'],
    [{ guard: { allowCidrs: [5] } }, 'guard.allowCidrs[0] must be a string'],
    [{ guard: { allowHost: [] } }, 'Unknown option guard.allowHost. Valid options: allowHosts'],
    [{ proxy: new URL('http://a:secret@h') }, 'proxy must be a string'],
    [{ proxy: 'http://a:secret@h:1/x' }, 'proxy must not have a path, query, or fragment'],
    [{ proxy: 'http://a:secret@h:1/?x' }, 'proxy must not have a path, query, or fragment'],
    [{ ca: Buffer.from('') }, 'ca must be certificates in PEM, as a string'],
    [{ ca: [undefined] }, 'ca[0] must be a string'],
    [{ clock: 5 }, 'clock must be a function'],
    [{ transport: {} }, 'transport must be a transport with'],
  ];
  test.each(rows)('%j', (options, sentence) => {
    expect(() => check(options)).toThrow(sentence);
    expect(() => check(options)).not.toThrow('secret');
  });

  test.each([
    [{ treat429: 'nope' }, 'treat429 must be "unavailable" or "unreachable" (received "nope").'],
    [{ policy: { ...own, accessDenied: '' } }, 'policy.accessDenied must be "unavailable" or'],
    [{ policy: { ...own, maxRedirects: 51 } }, 'policy.maxRedirects must be a whole number from 0'],
    [{ policy: { ...own, maxRedirects: 1.5 } }, 'policy.maxRedirects must be a whole number'],
    [{ policy: { ...own, longest503RetryMs: 59_999 } }, 'policy.longest503RetryMs must be a number from 60000 to 86400000'],
    // A result with a shorter lifetime could expire during the check that fetched it.
    [
      { policy: { ...own, cacheLifetime: { ...cacheLifetime, defaultMs: 0 } } },
      'policy.cacheLifetime.defaultMs must be a number from 60000',
    ],
  ])('%j: valid type, out of range', (options, sentence) => {
    expect(() => check(options)).toThrow(RangeError);
    expect(() => check(options)).toThrow(sentence);
  });

  test('undefined options count as absent', () => {
    const names = ['policy', 'treat429', 'store', 'guard', 'limits', 'proxy', 'ca', 'clock', 'other'];
    const nothing = Object.fromEntries(names.map((name) => [name, undefined]));
    check({ ...nothing, limits: { totalMs: undefined }, guard: { allowHosts: undefined } });
  });

  test('each built-in policy is a valid option', () => {
    for (const policy of Object.values(policies)) check({ policy });
  });
});
