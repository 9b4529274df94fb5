import { expect, test } from 'vitest';
import { readHost, readProxy } from '../../src/commands/serve.js';

test('a host is a name or an address; IPv6 may have brackets', () => {
  expect(['localhost', '0.0.0.0', '::1', '[::]'].map(readHost)).toEqual([...['localhost', '0.0.0.0', '::1', '::']]);
  for (const wrong of ['', 'http://localhost', 'localhost:80', 'a b', 'localhost/a', 'a@b']) {
    expect(() => readHost(wrong), wrong).toThrow(/--host takes a name or an address/);
  }
});

test('a proxy is an address or a range', () => {
  for (const right of ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']) {
    expect(readProxy(right)).toBe(right);
  }
  for (const wrong of ['', 'proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/0', '::/0', '*']) {
    expect(() => readProxy(wrong), wrong).toThrow(/--trusted-proxy takes an address/);
  }
});
