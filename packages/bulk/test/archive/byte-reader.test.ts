import { expect, test } from 'vitest';
import { ByteReader } from '../../src/archive/warc-record.js';

const octets = (text: string) => new TextEncoder().encode(text);

test('takes octets away, of those at hand and those to come', async () => {
  const reader = new ByteReader(octets('ab'), [octets('cd'), octets('ef')]);
  expect(await reader.skip(3)).toBe(true);
  expect([reader.octets.toString(), reader.taken]).toEqual(['d', 3]);
  expect(await reader.fetch()).toBe(true);
  expect(reader.octets.toString()).toBe('def');
  expect(await reader.fetch()).toBe(false);
  expect(await reader.skip(4)).toBe(false);
  expect(reader.taken).toBe(6);
});

test('without more the octets are all', async () => {
  expect(await new ByteReader(octets('a')).fetch()).toBe(false);
});

test('what follows is let go when it is not wanted', async () => {
  let isLetGo = false;
  async function* more() {
    try {
      yield octets('a');
      yield octets('b');
    } finally {
      isLetGo = true;
    }
  }
  const reader = new ByteReader(octets(''), more());
  await reader.fetch();
  await reader.close();
  expect(isLetGo).toBe(true);
});
