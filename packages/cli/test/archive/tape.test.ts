import { expect, test } from 'vitest';
import { Tape } from '../../src/archive/tape.js';

const octets = (text: string) => new TextEncoder().encode(text);

test('takes octets away, of those at hand and those to come', async () => {
  const tape = new Tape(octets('ab'), [octets('cd'), octets('ef')]);
  expect(await tape.skip(3)).toBe(true);
  expect([tape.octets.toString(), tape.taken]).toEqual(['d', 3]);
  expect(await tape.fetch()).toBe(true);
  expect(tape.octets.toString()).toBe('def');
  expect(await tape.fetch()).toBe(false);
  expect(await tape.skip(4)).toBe(false);
  expect(tape.taken).toBe(6);
});

test('without more the octets are all', async () => {
  expect(await new Tape(octets('a')).fetch()).toBe(false);
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
  const tape = new Tape(octets(''), more());
  await tape.fetch();
  await tape.close();
  expect(isLetGo).toBe(true);
});
