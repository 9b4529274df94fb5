/**
 * Counts the walk of one edit, from the state to the results; test/support/walks.ts defines the figures. The worker runs in this
 * process; core, which parses, lints and decides, is not counted, and neither is CodeMirror's way to the state.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TracedSources, traceSources } from '../../../test/support/walks.js';
import type { Message } from '../src/worker/reply.js';

let sources: TracedSources;

beforeAll(async () => {
  sources = await traceSources();
});

afterAll(async () => {
  await sources.close();
});

test('one edit', async () => {
  const load = <Module>(file: string) => sources.load<Module>(`packages/web/src/${file}`);
  const { initialValues, pageState } = await load<typeof import('../src/state/page-state.js')>('state/page-state.ts');
  const { keepResults } = await load<typeof import('../src/state/results.js')>('state/results.ts');
  const { WorkerClient } = await load<typeof import('../src/worker/client.js')>('worker/client.ts');
  const { reply } = await load<typeof import('../src/worker/reply.js')>('worker/reply.ts');
  const worker = new WorkerClient(() => {
    let onReply = (_event: { readonly data?: unknown }) => {};
    return {
      addEventListener: (type, listener) => {
        if (type === 'message') onReply = listener;
      },
      postMessage: (message: Message) => {
        void reply(message, (data) => setTimeout(() => onReply({ data: structuredClone(data) })));
      },
      terminate() {},
    };
  });
  const state = pageState({ ...initialValues('en'), isStarted: true });
  const stop = keepResults(state, worker);
  await expect.poll(() => state.findings.value).toBeDefined();

  const robotsTxt = 'User-agent: *\nDisallow: /private/\n';
  const { files, returns } = await sources.walkOf(
    async () => {
      state.robotsTxt.value = robotsTxt;
      await expect.poll(() => state.findings.value).toMatchObject({ robotsTxt });
    },
    (path) => path.startsWith('packages/web/'),
  );
  stop();
  expect(state.checked.value).toMatchObject({ urls: expect.any(Array) });
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(14);
  console.log(`one edit: ${files.length} files, ${returns} returns`);
  // Two of them are the second reply: verdicts do not wait for lint, which can take seconds.
  expect(returns).toBeLessThanOrEqual(6);
});
