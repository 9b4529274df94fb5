import { expect, test } from 'vitest';
import { answeringBy, fixedAnswering } from '../../src/filter/answering.js';
import { rulesWithout } from '../../src/rules/rules.js';
import { fakeSystem } from '../support/system.js';

const SHAPE = { format: { name: 'tsv' }, productTokens: ['a'], only: undefined } as const;

test('bytes in, bytes out, in memory that can be given away', async () => {
  let closed = false;
  const answering = answeringBy(
    {
      answer: (block, filter) => filter.filter(block, () => rulesWithout('allowed')),
      close: async () => {
        closed = true;
      },
    },
    SHAPE,
  );
  const { bytes, bad, lines } = await answering.run(Buffer.from('/é\xff\n\n'));
  expect(Buffer.from(bytes).toString()).toBe('/éÿ\ta\tallowed\n\ta\tinvalid\n');
  expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
  expect({ bad: bad.length, lines }).toEqual({ bad: 1, lines: 2 });
  await answering.close();
  expect(closed).toBe(true);
});

test('one robots.txt, from plain data', async () => {
  const bytes = Buffer.from('User-agent: *\nDisallow: /\n');
  const rules = { kind: 'robots', bytes, dialect: 'rfc9309' } as const;
  const answering = await fixedAnswering({ rules, shape: SHAPE }, fakeSystem());
  const answered = await answering.run(Buffer.from('/a'));
  expect(Buffer.from(answered.bytes).toString()).toBe('/a\ta\tdisallowed\n');
});
