import { expect, test } from 'vitest';
import { parseAddressList } from '../../src/audit/address-list.js';

const listOf = (prefixes: readonly unknown[], members: object = {}) =>
  JSON.stringify({ creationTime: '2026-11-28T00:00:00.000000', ...members, prefixes });

test.each([
  ['66.249.64.0/27', '66.249.64.31', true],
  ['66.249.64.0/27', '66.249.64.32', false],
  ['66.249.64.0/27', '::ffff:66.249.64.1', true],
  ['66.249.64.0/27', '::ffff:42f9:4001', true],
  ['192.0.2.7/32', '192.0.2.7', true],
  ['192.0.2.7/24', '192.0.2.200', true],
  ['0.0.0.0/0', '203.0.113.9', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['2001:4860:4801:10::/64', '2001:4860:4801:10:ffff::1', true],
  ['2001:4860:4801:10::/64', '2001:4860:4801:11::1', false],
  ['2001:4860:4801:10::/64', '2001:4860:4801:0010:0000:0000:0000:0001', true],
  ['2001:4860:4801:10::/64', '-', false],
  ['2001:4860:4801:10::/64', '', false],
  ['fe80::/10', 'fe80::1%eth0', false],
])('%s: %s is %s', (prefix, address, expected) => {
  const member = prefix.includes(':') ? 'ipv6Prefix' : 'ipv4Prefix';
  const list = parseAddressList(listOf([{ [member]: prefix }]), 'x');
  expect(list.prefixOf(address) !== undefined).toBe(expected);
  expect([list.size, list.skipped]).toEqual([1, 0]);
});

test('the most specific prefix decides, in both families', () => {
  const list = parseAddressList(
    listOf(
      [
        { ipv4Prefix: '198.51.100.0/22', service: 'cloud' },
        { ipv4Prefix: '198.51.100.128/25', service: 'ExampleBot' },
        { ipv4Prefix: '198.51.100.0/24' },
        { ipv6Prefix: '2001:db8::/32', service: 'cloud' },
        { ipv6Prefix: '2001:db8:1::/48', service: 'ExampleBot' },
      ],
      { formatVersion: '1.7', synctoken: 'x', notes: 'y' },
    ),
    'x',
  );
  const serviceOf = (address: string) => list.prefixOf(address)?.service;
  expect(serviceOf('198.51.101.1')).toBe('cloud');
  expect(serviceOf('198.51.100.200')).toBe('ExampleBot');
  expect(list.prefixOf('198.51.100.1')).toMatchObject({ service: undefined });
  expect(serviceOf('2001:db8:2::1')).toBe('cloud');
  expect(serviceOf('2001:db8:1::1')).toBe('ExampleBot');
});

test('entries that are not a prefix are skipped', () => {
  const entries = [
    { ipv4Prefix: '192.0.2.0/24', ipv6Prefix: '2001:db8::/32' },
    {},
    null,
    7,
    '192.0.2.0/24',
    { ipv4Prefix: '192.0.2.0' },
    { ipv4Prefix: '192.0.2.0/33' },
    { ipv4Prefix: '192.0.2.0/24/1' },
    { ipv4Prefix: '192.0.2/24' },
    { ipv4Prefix: '2001:db8::/32' },
    { ipv6Prefix: '192.0.2.0/24' },
    { ipv6Prefix: '2001:db8::/129' },
    { ipv6Prefix: 'fe80::1%eth0/64' },
  ];
  const list = parseAddressList(listOf([...entries, { ipv4Prefix: '203.0.113.0/24' }]), 'x');
  expect([list.size, list.skipped]).toEqual([1, entries.length]);
  expect(list.prefixOf('192.0.2.1')).toBeUndefined();
});

test.each([
  ['<html>', 'x is not an address list: it has no "prefixes".'],
  ['null', 'x is not an address list: it has no "prefixes".'],
  ['{"prefixes":{}}', 'x is not an address list: it has no "prefixes".'],
  [listOf([], { formatVersion: '2.0' }), 'x has the format 2.0, which is not supported. Update repkit.'],
  [listOf([], { formatVersion: 'new' }), 'x has the format new, which is not supported. Update repkit.'],
  [listOf(Array(20_001).fill({})), 'x has 20001 prefixes; at most 20000 are read.'],
])('%.30s', (text, message) => {
  expect(() => parseAddressList(text, 'x')).toThrow(message);
});

test('an empty list, and a byte-order mark', () => {
  expect(parseAddressList(`\ufeff${listOf([], { formatVersion: '1.0' })}`, 'x').size).toBe(0);
});
