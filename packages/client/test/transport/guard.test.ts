import { describe, expect, test } from 'vitest';
import { Guard } from '../../src/transport/guard.js';
import { NOT_PUBLIC, PUBLIC } from '../support/addresses.js';

describe('the guard', () => {
  test('permits only public addresses', () => {
    const guard = new Guard({});
    const permits = (address: string) => guard.permits('host.example', address);
    expect(PUBLIC.filter((address) => !permits(address))).toEqual([]);
    expect(Object.values(NOT_PUBLIC).flat().filter(permits)).toEqual([]);
  });

  test('allowHosts: any address of these names, and no other name', () => {
    const guard = new Guard({
      allowHosts: ['Intranet.example', 'büro.example.', '127.0.0.1', '[::1]'],
    });
    const permits = (host: string) => guard.permits(host, '10.0.0.1');
    expect(permits('intranet.example')).toBe(true);
    expect(permits('intranet.example.')).toBe(true);
    expect(permits('xn--bro-hoa.example')).toBe(true);
    expect(permits('127.0.0.1')).toBe(true);
    expect(permits('::1')).toBe(true);
    for (const host of ['www.intranet.example', 'example', 'intranet.example.com', '127.0.0.2']) {
      expect([host, permits(host)]).toEqual([host, false]);
    }
  });

  test('allowCidrs: these addresses, including wrapped ones', () => {
    const guard = new Guard({ allowCidrs: ['10.1.0.0/16', '::1/128', '64:ff9b:1::/48'] });
    const permits = (address: string) => guard.permits('host.example', address);
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::10.1.2.3', '::1']) {
      expect([address, permits(address)]).toEqual([address, true]);
    }
    expect(permits('64:ff9b:1::7f00:1')).toBe(true);
    for (const address of ['10.2.0.0', '::ffff:10.2.0.0', '::2', '2002:a01:203::1', 'none']) {
      expect([address, permits(address)]).toEqual([address, false]);
    }
  });

  test('an invalid option throws', () => {
    for (const host of [
      '',
      'a b',
      'host.example:80',
      'http://host.example',
      'host/x',
      'u@host',
      '*.x?',
      '*.localhost',
      '.localhost',
      'a..localhost',
    ]) {
      expect(() => new Guard({ allowHosts: [host] })).toThrow(/guard\.allowHosts .*. Use only a host name/);
    }
    for (const cidr of ['', '10.0.0.1', '10/8', '10.0.0.0/40', 'host.example/8']) {
      expect(() => new Guard({ allowCidrs: [cidr] })).toThrow(/guard\.allowCidrs .*such as "10\.1/);
    }
  });
});
