import { expect, test } from 'vitest';
import { ByteReader } from '../../src/archive/warc-record.js';

const bytes = (text: string) => new TextEncoder().encode(text);

test('takes bytes away, of those at hand and those to come', async () => {
  const reader = new ByteReader(bytes('ab'), [bytes('cd'), bytes('ef')]);
  expect(await reader.skip(3)).toBe(true);
  expect([reader.bytes.toString(), reader.taken]).toEqual(['d', 3]);
  expect(await reader.fetch()).toBe(true);
  expect(reader.bytes.toString()).toBe('def');
  expect(await reader.fetch()).toBe(false);
  expect(await reader.skip(4)).toBe(false);
  expect(reader.taken).toBe(6);
});

test('without more the bytes are all', async () => {
  expect(await new ByteReader(bytes('a')).fetch()).toBe(false);
});

test('what follows is let go when it is not wanted', async () => {
  let isLetGo = false;
  async function* more() {
    try {
      yield bytes('a');
      yield bytes('b');
    } finally {
      isLetGo = true;
    }
  }
  const reader = new ByteReader(bytes(''), more());
  await reader.fetch();
  await reader.close();
  expect(isLetGo).toBe(true);
});
