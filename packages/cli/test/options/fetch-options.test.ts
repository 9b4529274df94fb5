import { InputError } from '@repkit/bulk';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/commands/check.js';
import { fetchOptionsOf, refuseFetchOptions } from '../../src/options/fetch-options.js';
import { parseArguments } from '../../src/options/parser.js';
import { VERSION } from '../../src/program/version.js';

function optionsWith(env: Readonly<Record<string, string>>, ...argv: string[]) {
  return fetchOptionsOf(parseArguments(argv, check.options), env);
}

function options(...argv: string[]) {
  return optionsWith({}, ...argv);
}

test('defaults', () => {
  expect(options()).toEqual({
    refresh: false,
    store: { kind: 'default' },
    guard: { allowHosts: [], allowCidrs: [] },
    userAgent: `repkit/${VERSION}`,
    timeoutMs: 30_000,
  });
});

test('a fetch option is rejected if nothing is fetched', () => {
  const refuse = (...argv: string[]) => refuseFetchOptions(parseArguments(argv, check.options), 'without a site');
  expect(() => refuse('--explain', '--policy', 'google')).not.toThrow();
  expect(() => refuse('--explain', '--timeout', '1')).toThrow('--timeout has no effect without a site.');
});

test('--refresh, --store, --user-agent, --timeout', () => {
  expect(options('--refresh').refresh).toBe(true);
  expect(options('--store', 'none').store).toEqual({ kind: 'none' });
  expect(options('--store', './none').store).toEqual({
    kind: 'custom',
    url: './none',
    by: '--store',
  });
  expect(options('--user-agent', 'Ex\u00e9Bot/1 (me)').userAgent).toBe('Ex\u00e9Bot/1 (me)');
  expect(options('--timeout', '.25').timeoutMs).toBe(250);
  expect(options('--timeout', '3600').timeoutMs).toBe(3_600_000);
});

test('REPKIT_STORE is used without --store', () => {
  const env = { REPKIT_STORE: 'redis://:secret@db' };
  expect(optionsWith(env).store).toEqual({
    kind: 'custom',
    url: 'redis://:secret@db',
    by: 'REPKIT_STORE',
  });
  expect(optionsWith(env, '--store', 'none').store).toEqual({ kind: 'none' });
  expect(optionsWith({ REPKIT_STORE: '' }).store).toEqual({ kind: 'default' });
});

describe('--allow', () => {
  test.each([
    ['intranet.example', { allowHosts: ['intranet.example'], allowCidrs: [] }],
    ['LOCALHOST', { allowHosts: ['localhost'], allowCidrs: [] }],
    ['b\u00fccher.example', { allowHosts: ['xn--bcher-kva.example'], allowCidrs: [] }],
    ['127.0.0.1', { allowHosts: [], allowCidrs: ['127.0.0.1/32'] }],
    ['10.1.0.0/16', { allowHosts: [], allowCidrs: ['10.1.0.0/16'] }],
    ['0.0.0.0/0', { allowHosts: [], allowCidrs: ['0.0.0.0/0'] }],
    ['::1', { allowHosts: [], allowCidrs: ['::1/128'] }],
    ['[::1]', { allowHosts: [], allowCidrs: ['::1/128'] }],
    ['FD00:0::/8', { allowHosts: [], allowCidrs: ['fd00::/8'] }],
  ])('%s', (value, guard) => {
    expect(options('--allow', value).guard).toEqual(guard);
  });

  test('can be repeated', () => {
    expect(options('--allow', 'a.example', '--allow', '::1', '--allow', 'b.example').guard).toEqual({
      allowHosts: ['a.example', 'b.example'],
      allowCidrs: ['::1/128'],
    });
  });

  const EXAMPLES = '--allow intranet.example or --allow 10.1.0.0/16';
  test.each([
    ['*.localhost', EXAMPLES],
    ['.localhost', EXAMPLES],
    ['a..localhost', EXAMPLES],
    ['http://localhost:8080/a', '--allow localhost'],
    ['localhost:8080', '--allow localhost'],
    ['127.0.0.1:80', '--allow 127.0.0.1'],
    ['http://[::1]/', '--allow ::1'],
    ['intranet.example/8', '--allow intranet.example'],
    ['10.1/16', EXAMPLES],
    ['10.0.0.0/33', EXAMPLES],
    ['10.0.0.0/8/8', EXAMPLES],
    ['10.0.0.0/', EXAMPLES],
    ['::/129', EXAMPLES],
    ['two words', EXAMPLES],
    ['[::1', EXAMPLES],
    ['', EXAMPLES],
  ])('%j is rejected with a correction', (value, correction) => {
    const message = `--allow takes a host, an address or a range, not "${value}". Write ${correction}.`;
    expect(() => options(`--allow=${value}`)).toThrow(new InputError(message));
  });
});

test.each([
  ['--store=', '--store requires a value: --store STORE.'],
  ['--user-agent= ', '--user-agent is empty. Identify your crawler, as in "ExampleBot/1.0 (+https://example.com/bot)".'],
  ['--user-agent=a\r\nb: c', '--user-agent contains a control character or a character outside Latin-1. Remove it.'],
  ['--user-agent=\u65e5', '--user-agent contains a control character or a character outside Latin-1. Remove it.'],
  ...['0', '-1', '3601', 'ten', '0x10', '', '1e3', 'Infinity'].map((value) => [
    `--timeout=${value}`,
    `--timeout must be more than 0 and at most 3600 seconds, not "${value}".`,
  ]),
])('%j is rejected with a correction', (arg = '', message) => {
  expect(() => options(arg)).toThrow(new InputError(message));
});
