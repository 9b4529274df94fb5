import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { change, initialValues, type PageState, pageState } from '../../src/state/page-state.js';
import { keepResults, SETTLED_MS } from '../../src/state/results.js';
import { showFile } from '../../src/state/url-lines.js';
import { WorkerClient, type WorkPort } from '../../src/worker/client.js';
import type { Message, WorkRequest } from '../../src/worker/reply.js';
import { reply } from '../../src/worker/reply.js';

type Listener = (event: { readonly data?: unknown }) => void;

/** A worker that answers its oldest request when the test says so. */
class Port implements WorkPort {
  readonly waiting: Message[] = [];
  readonly #listeners = new Map<string, Listener>();

  postMessage(message: Message): void {
    this.waiting.push(message);
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener);
  }

  terminate(): void {}

  async answerAll(): Promise<void> {
    for (const message of this.waiting.splice(0)) {
      await reply(message, (data) => this.#listeners.get('message')?.({ data }));
    }
    // The page receives the results.
    await Promise.resolve();
  }

  fail(): void {
    this.#listeners.get('error')?.({});
  }
}

let ports: Port[] = [];
let state: PageState;
let stop = () => {};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  ports = [];
  const worker = new WorkerClient(() => {
    const port = new Port();
    ports.push(port);
    return port;
  });
  state = pageState({
    ...initialValues('en'),
    isStarted: true,
    robotsTxt: '#',
    urls: '/x',
    productTokens: ['a'],
  });
  stop = keepResults(state, worker);
  await ports[0]?.answerAll();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const edit = (robotsTxt: string) => change(state, { robotsTxt });
const settle = () => vi.advanceTimersByTime(SETTLED_MS);

/** Returns the texts of the waiting requests of a kind. */
function waiting(kind: WorkRequest['kind']): string[] {
  return ports.flatMap((port) =>
    port.waiting.flatMap(({ request }) => (request.kind === kind && 'robotsTxt' in request ? [request.robotsTxt] : [])),
  );
}

test('an edit is checked and linted once typing pauses', async () => {
  edit('User-agent: *');
  settle();
  edit('User-agent: *\nDisallow: /x');
  vi.advanceTimersByTime(SETTLED_MS - 1);
  edit('User-agent: *\nDisallow: /x\n');
  expect(waiting('check')).toEqual(['User-agent: *']);
  await ports[0]?.answerAll();
  settle();
  expect(waiting('check')).toEqual(['User-agent: *\nDisallow: /x\n']);
  await ports[0]?.answerAll();
  expect(state.checked.value).toMatchObject({ lines: Uint32Array.of(2) });
  expect(state.findings.value).toMatchObject({ robotsTxt: 'User-agent: *\nDisallow: /x\n' });
});

test.each(['', 'User-agent: *\n'])('a fetched file is never explained by the previous one: %j', async (before) => {
  edit(before);
  settle();
  await ports[0]?.answerAll();
  const robotsTxt = 'User-agent: *\nDisallow: /x\n';
  change(state, {
    robotsTxt,
    fetchedFrom: {
      url: 'https://a.example/robots.txt',
      status: 200,
      effect: 'rules',
      fetchedAt: 0,
    },
    urls: '/x',
    chosen: { url: '/x', productToken: 'a' },
  });
  expect([...waiting('check'), ...waiting('explain')]).toEqual([robotsTxt, robotsTxt]);
});

test('the paths of a pasted file are checked by that file', async () => {
  edit('User-agent: *\nDisallow: /old\n');
  settle();
  await ports[0]?.answerAll();
  state.urlSource.value = 'rules';
  const robotsTxt = 'User-agent: *\nDisallow: /new\n';
  showFile(state, robotsTxt);
  expect(waiting('check')).toEqual([robotsTxt]);
  expect(state.urls.value).toBe('/\n/new\n');
});

test('while the worker is busy, only the newest request waits', async () => {
  change(state, { urls: '/1' });
  change(state, { urls: '/2' });
  change(state, { urls: '/3' });
  expect(waiting('check')).toHaveLength(1);
  await ports[0]?.answerAll();
  expect(waiting('check')).toHaveLength(1);
  await ports[0]?.answerAll();
  expect(state.checked.value).toMatchObject({ urls: ['/3'] });
  expect(waiting('check')).toEqual([]);
});

test('a failure replaces the results, and the next change asks a new worker', async () => {
  change(state, { urls: '/1' });
  ports[0]?.fail();
  await vi.waitFor(() => expect(state.checked.value).toBe('failed'));
  change(state, { urls: '/2' });
  await ports[1]?.answerAll();
  expect(state.checked.value).toMatchObject({ urls: ['/2'] });
});

test('a newer request that waits is sent to a new worker after a failure', async () => {
  change(state, { urls: '/1' });
  change(state, { urls: '/2' });
  ports[0]?.fail();
  await vi.waitFor(() => expect(ports).toHaveLength(2));
  await ports[1]?.answerAll();
  expect(state.checked.value).toMatchObject({ urls: ['/2'] });
});

test('without a chosen verdict there is no explanation', async () => {
  change(state, { chosen: { url: '/x', productToken: 'a' } });
  await ports[0]?.answerAll();
  expect(state.explanation.value?.check).toEqual({ url: '/x', productToken: 'a' });
  change(state, { chosen: undefined });
  expect(state.explanation.value).toBeUndefined();
});

test('nothing is asked before there is something to answer', () => {
  const opened: unknown[] = [];
  const client = new WorkerClient(() => {
    opened.push('worker');
    return new Port();
  });
  keepResults(pageState(initialValues('en')), client)();
  expect(opened).toEqual([]);
});
