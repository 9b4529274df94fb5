import { describe, expect, test } from 'vitest';
import { LatestWork, type WorkPort } from '../../src/analysis/latest-work.js';

/** A worker that answers when the test says so. */
class Port implements WorkPort<string> {
  readonly requests: string[] = [];
  isEnded = false;
  readonly #listeners = new Map<string, (event: { readonly data?: unknown }) => void>();
  postMessage(request: string) {
    this.requests.push(request);
  }
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void) {
    this.#listeners.set(type, listener);
  }
  terminate() {
    this.isEnded = true;
  }
  answer() {
    for (const request of this.requests.splice(0)) {
      this.#listeners.get('message')?.({ data: `${request}!` });
    }
  }
  fail() {
    this.#listeners.get('error')?.({});
  }
}

function workWithPorts(whenBusy: 'wait' | 'restart') {
  const ports: Port[] = [];
  const results: string[] = [];
  const start = () => {
    const port = new Port();
    ports.push(port);
    return port;
  };
  const work = new LatestWork<string, string>(start, (result) => results.push(result), whenBusy);
  return { work, ports, results };
}

describe.each(['wait', 'restart'] as const)('work that %ss when it is busy', (whenBusy) => {
  test('starts its worker with the first request, and keeps it when it is idle', () => {
    const { work, ports, results } = workWithPorts(whenBusy);
    expect(ports).toHaveLength(0);
    work.request('a');
    ports[0]?.answer();
    work.cancel();
    work.request('b');
    ports[0]?.answer();
    expect([ports.length, results]).toEqual([1, ['a!', 'b!']]);
  });

  test('reports a failure, and sends the next request to a new worker', () => {
    const { work, ports, results } = workWithPorts(whenBusy);
    work.request('a');
    ports[0]?.fail();
    work.request('b');
    ports[0]?.fail();
    ports[1]?.answer();
    expect([ports[0]?.isEnded, results]).toEqual([true, ['failed', 'b!']]);
  });

  test.each(['close', 'cancel'] as const)('after %s there is no result', (end) => {
    const { work, ports, results } = workWithPorts(whenBusy);
    work.request('a');
    work[end]();
    ports[0]?.answer();
    expect([ports[0]?.isEnded, results]).toEqual([true, []]);
  });
});

test('a busy worker is ended for a newer request', () => {
  const { work, ports, results } = workWithPorts('restart');
  work.request('old');
  work.request('new');
  expect(ports.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  for (const port of ports) port.answer();
  expect(results).toEqual(['new!']);
});

test('of the requests that wait for a busy worker, only the newest is sent', () => {
  const { work, ports, results } = workWithPorts('wait');
  for (const request of ['a', 'b', 'c']) work.request(request);
  expect(ports[0]?.requests).toEqual(['a']);
  ports[0]?.answer();
  ports[0]?.answer();
  expect([ports.length, results]).toEqual([1, ['a!', 'c!']]);
});

test('a request that waits when the worker fails is sent to a new one', () => {
  const { work, ports, results } = workWithPorts('wait');
  work.request('a');
  work.request('b');
  ports[0]?.fail();
  ports[1]?.answer();
  expect(results).toEqual(['b!']);
});
