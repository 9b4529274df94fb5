import { policies } from '@repkit/client/access';
import { expect, test } from 'vitest';
import { type Answered, fixedAnswering } from '../../src/filter/answering.js';
import { buffersOf, type Reply, workOn } from '../../src/threads/thread-port.js';
import { fakeSystem } from '../support/system.js';

const SHAPE = { format: { name: 'tsv' }, productTokens: ['*'], only: undefined } as const;

test('blocks are answered one after the other, and failures are told in their place', async () => {
  const rules = {
    kind: 'archive',
    archive: 'arc',
    missing: 'allowed',
    policy: policies.rfc9309,
    dialect: 'rfc9309',
  } as const;
  const io = fakeSystem({ 'arc/a.example': 'User-agent: *\nDisallow: /\n' });
  const openFile: typeof io.openFile = (path) => {
    if (path.startsWith('arc/bug')) throw new RangeError('a bug');
    if (path.startsWith('arc/denied')) throw Object.assign(new Error(), { code: 'EACCES' });
    return io.openFile(path);
  };
  let listener = (_task: unknown): void => {};
  const replies: Reply<Answered>[] = [];
  const done = new Promise<void>((resolve) => {
    const port = {
      postMessage(reply: Reply<unknown>) {
        if (replies.push(reply as Reply<Answered>) === 4) resolve();
      },
      on(_event: 'message', told: (task: unknown) => void) {
        listener = told;
      },
    };
    workOn(fixedAnswering({ rules, shape: SHAPE }, { openFile }), port);
  });
  for (const host of ['a', 'bug', 'denied', 'b']) {
    listener(new TextEncoder().encode(`http://${host}.example/\n`));
  }
  await done;
  const told = replies.map((reply) =>
    reply.kind === 'done'
      ? Buffer.from(reply.result.bytes).toString()
      : reply.kind === 'mistake'
        ? reply.sentence
        : reply.detail,
  );
  expect(told).toEqual([
    'http://a.example/\t*\tdisallowed\n',
    expect.stringContaining('a bug'),
    expect.stringContaining('permission denied'),
    'http://b.example/\t*\tallowed\n',
  ]);
});

test('memory goes over with bytes, and with what has bytes', () => {
  const bytes = new Uint8Array(1);
  expect(buffersOf(bytes)).toEqual([bytes.buffer]);
  expect(buffersOf({ bytes })).toEqual([bytes.buffer]);
  expect([buffersOf({ text: '' }), buffersOf(undefined)]).toEqual([[], []]);
});
