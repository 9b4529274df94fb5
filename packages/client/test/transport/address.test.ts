import { describe, expect, test } from 'vitest';
import { formsOfAddress, isPublicAddress, isWithin, readCidr } from '../../src/transport/guard.js';
import { NOT_PUBLIC, PUBLIC } from '../support/addresses.js';

describe('RFC 6890: the special-purpose address registries of IANA', () => {
  test.each(Object.entries(NOT_PUBLIC))('%s', (_, addresses) => {
    for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });

  test('neighboring addresses are public', () => {
    for (const address of PUBLIC) expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });

  test('an invalid address is not public', () => {
    for (const text of ['', 'example.com', '0x7f.1', '2130706433', '127.1', '[::1]', '8.8.8.8/32']) {
      expect([text, isPublicAddress(text), formsOfAddress(text)]).toEqual([text, false, []]);
    }
  });
});

describe('address forms', () => {
  const forms = (text: string) => formsOfAddress(text).map((form) => form.toString());

  test('RFC 4291 2.5.5.2, RFC 6052 2.2: the IPv4 address that is finally reached', () => {
    expect(forms('10.0.0.1')).toEqual(['10.0.0.1']);
    expect(forms('2000::1')).toEqual(['2000::1']);
    expect(forms('::ffff:10.0.0.1')).toEqual(['::ffff:a00:1', '10.0.0.1']);
    expect(forms('64:ff9b::a00:1')).toEqual(['64:ff9b::a00:1', '10.0.0.1']);
    expect(forms('64:ff9b:1::a00:1')).toEqual(['64:ff9b:1::a00:1']);
  });
});

describe('CIDR, RFC 4632 3.1 and RFC 4291 2.3', () => {
  const within = (address: string, text: string) => {
    const [form] = formsOfAddress(address);
    return isWithin(form, readCidr(text));
  };

  test('an address matches only networks of its family', () => {
    expect(within('10.1.2.3', '10.1.0.0/16')).toBe(true);
    expect(within('10.2.0.0', '10.1.0.0/16')).toBe(false);
    expect(within('127.0.0.1', '127.0.0.1/32')).toBe(true);
    expect(within('::1', '::1/128')).toBe(true);
    expect(within('fd00::2', 'fd00::/8')).toBe(true);
    expect(within('10.1.2.3', '::/0')).toBe(false);
    expect(within('::1', '0.0.0.0/0')).toBe(false);
  });

  test('invalid CIDRs', () => {
    for (const text of ['', '10.0.0.1', '10/8', '10.0.0.0/33', '::1/129', '10.0.0.0/', 'a/8', '/8']) {
      expect(() => readCidr(text), text).toThrow(TypeError);
    }
  });
});
