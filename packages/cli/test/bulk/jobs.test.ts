import { expect, test } from 'vitest';
import { parseArguments } from '../../src/arguments.js';
import type { FixedWork } from '../../src/bulk/answering.js';
import { answeringWith, askedJobs, Jobs } from '../../src/bulk/jobs.js';
import { CommandError } from '../../src/command-error.js';
import { fakeIo, threadOf } from '../support/fake-io.js';

const WORK: FixedWork = {
  rules: {
    kind: 'robots',
    octets: Buffer.from('User-agent: *\nDisallow: /p\n'),
    dialect: 'rfc9309',
  },
  shape: { format: { name: 'tsv' }, productTokens: ['*'], only: undefined },
};

/** Octets that have their memory to themselves. */
function octets(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function counting(cores = 2) {
  const io = { ...fakeIo(), cores: () => cores };
  let started = 0;
  const startThread: typeof io.startThread = (work) => {
    started++;
    return io.startThread(work);
  };
  return { io: { ...io, startThread }, started: () => started };
}

test('each block is answered, whichever thread it went to', async () => {
  const jobs = new Jobs(WORK, 2, fakeIo());
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, n) => jobs.answer(octets(n % 2 ? '/p\n' : `/${n}\nbad\n`))),
  );
  await jobs.close();
  expect(Buffer.from(answers[3].octets).toString()).toBe('/p\t*\tdisallowed\n');
  expect(answers[4]).toMatchObject({ bad: [{ line: 2 }], lines: 2 });
});

test('a mistake of the user is one in a thread too, and a fault is one', async () => {
  const rules = {
    kind: 'archive',
    archive: 'a',
    missing: 'allowed',
    policy: 'rfc9309',
    dialect: 'rfc9309',
  } as const;
  const failing = (error: Error) => {
    const openFile = () => {
      throw error;
    };
    return new Jobs({ ...WORK, rules }, 1, { startThread: (work) => threadOf(work, openFile) });
  };
  const denied = failing(Object.assign(new Error('EACCES'), { code: 'EACCES' }));
  await expect(denied.answer(octets('http://a.example/\n'))).rejects.toThrow(CommandError);
  await denied.close();
  const broken = failing(new RangeError('a bug'));
  await expect(broken.answer(octets('http://a.example/\n'))).rejects.toThrow('a bug');
  await broken.close();
});

test('when a thread ends by itself nobody waits for it', async () => {
  let fail = (_error: unknown): void => {};
  const thread = {
    postMessage() {},
    on(event: string, listener: (value: unknown) => void) {
      if (event === 'error') fail = listener;
    },
    terminate() {},
  };
  const jobs = new Jobs(WORK, 1, { startThread: () => thread });
  const waiting = jobs.answer(octets('/a\n'));
  fail(new Error('out of memory'));
  await expect(waiting).rejects.toThrow('out of memory');
  await expect(jobs.answer(octets('/b\n'))).rejects.toThrow('out of memory');
});

test('without --jobs little is done alone, and much on all cores', async () => {
  const { io, started } = counting();
  const answering = await answeringWith(WORK, undefined, io);
  await answering.answer(octets('/a\n'));
  expect(started()).toBe(0);
  const much = octets('/a\n'.repeat(3 * 1024 * 1024));
  expect((await answering.answer(much)).lines).toBe(3 * 1024 * 1024);
  expect(started()).toBe(2);
  await answering.close();
});

test('one job, or one core, needs no thread', async () => {
  const one = counting();
  expect((await answeringWith(WORK, 1, one.io)).ahead).toBe(1);
  const core = counting(1);
  expect((await answeringWith(WORK, undefined, core.io)).ahead).toBe(1);
});

test('--jobs', () => {
  const asked = (...argv: string[]) =>
    askedJobs(parseArguments(argv, [{ name: 'jobs', value: 'N', description: '' }]));
  expect(asked()).toBeUndefined();
  expect(asked('--jobs', '16')).toBe(16);
  for (const wrong of ['0', '257', 'x', '1.5']) {
    expect(() => asked('--jobs', wrong)).toThrow('from 1 to 256');
  }
});
