import { EventEmitter } from 'node:events';
import type { RobotsTxtResult, Transport } from '@repkit/client';
import { decider } from '@repkit/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Clients } from '../../src/clients.js';
import { FairSlots } from '../../src/http/fair-slots.js';
import type { OperationRequest } from '../../src/http/operation.js';
import { abortInSlice, isPauseDue } from '../../src/http/pause.js';
import { Deadlines, HeldMemory, RequestWork } from '../../src/http/request-work.js';
import { DEFAULT_LIMITS } from '../../src/options.js';
import { sitemapOperation } from '../../src/routes/sitemap.js';
import { AnalysisPool } from '../../src/work/analysis-pool.js';
import { checkStream } from '../../src/work/check-stream.js';
import { Checker } from '../../src/work/checker.js';
import { startInProcess } from '../support/threads.js';

vi.mock('@repkit/core', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  decider: vi.fn(),
}));
// Other files of the process may have loaded the modules with the real function, or may do so later.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('@repkit/core');
  vi.resetModules();
});

const { signal } = new AbortController();
let order: string[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  order = [];
});
afterEach(async () => {
  // Ends the last slice, which began in fake time.
  await new Promise(setImmediate);
  vi.useRealTimers();
});

/** Uses up the slice of this turn, and notes its end. */
function work(name: string): void {
  order.push(name);
  isPauseDue();
  vi.advanceTimersByTime(11);
  setImmediate(() => order.push('turn'));
}

test('a sample of a sitemap takes a turn per step', async () => {
  const robotsTxt = {
    get sitemaps() {
      work('list');
      return [];
    },
  };
  const provenance = { origin: 'https://a.example', url: 'https://a.example/robots.txt' };
  const client = {
    robotsTxt: async () => {
      work('parse');
      return { robotsTxt, provenance } as unknown as RobotsTxtResult;
    },
    check: async () => {
      work('check');
      return { outcome: 'disallowed' };
    },
  };
  const clients = { client } as unknown as Clients;
  const operation = sitemapOperation({ clients, transport: {} as Transport });
  const query = { origin: 'https://a.example' };
  await operation.handle({ query, work: { signal } } as OperationRequest<unknown, unknown>);
  expect(order).toEqual(['parse', 'turn', 'list', 'turn', 'check']);
});

test('reading the groups of a site and the check take a turn each', async () => {
  vi.mocked(decider).mockImplementation(() => {
    work('groups');
    const decide = () => {
      work('check');
      return { crawler: 'Bot', outcome: 'allowed', reason: 'unavailable' };
    };
    return { decide } as unknown as ReturnType<typeof decider>;
  });
  const clients = {
    access: async () => {
      work('parse');
      return { provenance: {} };
    },
    report: () => {},
    slots: new FairSlots(1),
  };
  const checker = new Checker(
    clients as unknown as Clients,
    new AnalysisPool(DEFAULT_LIMITS, startInProcess),
  );
  await checker.live('https://a.example/', 'Bot', {}, { client: '', signal, fetches: signal });
  expect(order).toEqual(['parse', 'turn', 'groups', 'turn', 'check']);
});

test('the checks of a stream begin in a turn each', async () => {
  const checker: Pick<Checker, 'inlineFile' | 'validate' | 'live'> = {
    inlineFile: () => undefined,
    validate: () => {},
    live: () => {
      work('check');
      return new Promise(() => {});
    },
  };
  const line = '{"url":"https://a.example/","productToken":"a"}\n';
  const chunks = (async function* () {
    yield Buffer.from(line + line);
  })();
  const streamWork = { client: '', signal, hold: () => {}, moved: () => {} };
  // Never settles, because the checks do not.
  checkStream(chunks, checker as Checker, 1000, streamWork).next();
  await expect.poll(() => order).toEqual(['check', 'turn', 'check', 'turn']);
});

function workOf(raw: EventEmitter): RequestWork {
  const deadlines = new Deadlines(1000);
  onTestFinished(() => deadlines.close());
  const bounds = { limits: DEFAULT_LIMITS, deadlines, memory: new HeldMemory(DEFAULT_LIMITS) };
  const reply = { raw, statusCode: 200 } as unknown as FastifyReply;
  return new RequestWork({} as FastifyRequest, reply, bounds);
}

test('the fetches of streams whose clients disconnect in one turn are canceled in a turn each', async () => {
  const responses = ['a', 'b'].map((name) => {
    const raw = new EventEmitter();
    abortInSlice(workOf(raw)).addEventListener('abort', () => work(name));
    return raw;
  });
  for (const raw of responses) raw.emit('close');
  await expect.poll(() => order).toEqual(['a', 'turn', 'b', 'turn']);
});

test('a disconnect frees the place of an analysis in the queue even if slices are used up', async () => {
  const pool = new AnalysisPool(DEFAULT_LIMITS, startInProcess);
  onTestFinished(() => pool.close());
  const input = { robotsTxt: 'user-agent: *' };
  const first = pool.run('format', input, { signal, hold: () => {} });
  const raw = new EventEmitter();
  const canceled = expect(pool.run('format', input, workOf(raw))).rejects.toThrow(
    'The request has ended.',
  );
  expect(pool.waiting).toBe(1);
  work('other');
  raw.emit('close');
  await canceled;
  expect(order).toEqual(['other']);
  expect(pool.waiting).toBe(0);
  await first;
});
