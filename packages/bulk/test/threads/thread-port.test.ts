import { policies } from '@repkit/client/access';
import { expect, test } from 'vitest';
import type { FilterResult } from '../../src/filter/block-filter.js';
import { openFilterRunner } from '../../src/filter/filter-runner.js';
import { buffersOf, type Reply, serveTasks } from '../../src/threads/thread-port.js';
import { fakeSystem } from '../support/system.js';

const SPEC = { format: { name: 'tsv' }, crawlers: ['*'], only: undefined } as const;

test('replies to tasks in order, including failures', async () => {
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
  const replies: Reply<FilterResult>[] = [];
  const done = new Promise<void>((resolve) => {
    const port = {
      postMessage(reply: Reply<unknown>) {
        if (replies.push(reply as Reply<FilterResult>) === 4) resolve();
      },
      on(_event: 'message', add: (task: unknown) => void) {
        listener = add;
      },
    };
    serveTasks(openFilterRunner({ rules, spec: SPEC }, { openFile }), port);
  });
  for (const host of ['a', 'bug', 'denied', 'b']) {
    listener(new TextEncoder().encode(`http://${host}.example/\n`));
  }
  await done;
  const results = replies.map((reply) =>
    reply.kind === 'done'
      ? Buffer.from(reply.result.bytes).toString()
      : reply.kind === 'input-error'
        ? reply.message
        : reply.detail,
  );
  expect(results).toEqual([
    'http://a.example/\t*\tdisallowed\n',
    expect.stringContaining('a bug'),
    expect.stringContaining('permission denied'),
    'http://b.example/\t*\tallowed\n',
  ]);
});

test('transfers the memory of bytes and of objects with bytes', () => {
  const bytes = new Uint8Array(1);
  expect(buffersOf(bytes)).toEqual([bytes.buffer]);
  expect(buffersOf({ bytes })).toEqual([bytes.buffer]);
  expect([buffersOf({ text: '' }), buffersOf(undefined)]).toEqual([[], []]);
});
