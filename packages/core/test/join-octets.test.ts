import { expect, test } from 'vitest';
import { joinOctets } from '../src/join-octets.js';
import { octets } from './support/make.js';

test('pieces become one array, in their order', () => {
  expect(joinOctets([])).toEqual(octets(''));
  expect(joinOctets([octets('a\xFF'), octets(''), octets('b')])).toEqual(octets('a\xFFb'));
});
