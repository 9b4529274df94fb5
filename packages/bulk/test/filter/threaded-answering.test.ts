import { expect, test } from 'vitest';
import type { FixedWork } from '../../src/filter/answering.js';
import { answeringWith } from '../../src/filter/threaded-answering.js';
import { fakeSystem } from '../support/system.js';

const WORK: FixedWork = {
  rules: {
    kind: 'robots',
    bytes: Buffer.from('User-agent: *\nDisallow: /p\n'),
    dialect: 'rfc9309',
  },
  shape: { format: { name: 'tsv' }, productTokens: ['*'], only: undefined },
};

/** Bytes that have their memory to themselves. */
function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function counting(cores = 2) {
  const io = { ...fakeSystem(), cores: () => cores };
  let started = 0;
  const startThread: typeof io.startThread = (work) => {
    started++;
    return io.startThread(work);
  };
  return { io: { ...io, startThread }, started: () => started };
}

test('the answers are the same on threads', async () => {
  const { io, started } = counting();
  const answering = await answeringWith(WORK, 2, io);
  expect(started()).toBe(1);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => answering.run(bytes(n % 2 ? '/p\n' : `/${n}\nbad\n`))),
  );
  await answering.close();
  expect(Buffer.from(answers[39]?.bytes ?? []).toString()).toBe('/p\t*\tdisallowed\n');
  expect(answers[4]).toMatchObject({ bad: [{ line: 2 }], lines: 2 });
});

test('without --jobs little is done alone, and much on all cores, this one among them', async () => {
  const { io, started } = counting();
  const answering = await answeringWith(WORK, undefined, io);
  await answering.run(bytes('/a\n'));
  expect(started()).toBe(0);
  const much = bytes('/a\n'.repeat(3 * 1024 * 1024));
  expect((await answering.run(much)).lines).toBe(3 * 1024 * 1024);
  expect(started()).toBe(1);
  await answering.close();
});

test('one job, or one core, needs no thread', async () => {
  const one = counting();
  expect((await answeringWith(WORK, 1, one.io)).ahead).toBe(1);
  const core = counting(1);
  expect((await answeringWith(WORK, undefined, core.io)).ahead).toBe(1);
});
