import { describe, expect, test } from 'vitest';
import { LatestWork, type WorkPort } from '../../src/analysis/latest-work.js';

/** A worker that the test controls. */
class Port implements WorkPort<string> {
  readonly requests: string[] = [];
  isTerminated = false;
  readonly #listeners = new Map<string, (event: { readonly data?: unknown }) => void>();
  postMessage(request: string) {
    this.requests.push(request);
  }
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void) {
    this.#listeners.set(type, listener);
  }
  terminate() {
    this.isTerminated = true;
  }
  respond() {
    for (const request of this.requests.splice(0)) {
      this.#listeners.get('message')?.({ data: `${request}!` });
    }
  }
  fail() {
    this.#listeners.get('error')?.({});
  }
}

function workWithPorts() {
  const ports: Port[] = [];
  const results: string[] = [];
  const start = () => {
    const port = new Port();
    ports.push(port);
    return port;
  };
  const work = new LatestWork<string, string>(start, (result) => results.push(result));
  return { work, ports, results };
}

describe('latest work', () => {
  test('starts the worker with the first request and reuses it', () => {
    const { work, ports, results } = workWithPorts();
    expect(ports).toHaveLength(0);
    work.request('a');
    ports[0]?.respond();
    work.cancel();
    work.request('b');
    ports[0]?.respond();
    expect([ports.length, results]).toEqual([1, ['a!', 'b!']]);
  });

  test('reports a failure and sends the next request to a new worker', () => {
    const { work, ports, results } = workWithPorts();
    work.request('a');
    ports[0]?.fail();
    work.request('b');
    ports[0]?.fail();
    ports[1]?.respond();
    expect([ports[0]?.isTerminated, results]).toEqual([true, ['failed', 'b!']]);
  });

  test.each(['close', 'cancel'] as const)('reports no result after %s', (end) => {
    const { work, ports, results } = workWithPorts();
    work.request('a');
    work[end]();
    ports[0]?.respond();
    expect([ports[0]?.isTerminated, results]).toEqual([true, []]);
  });
});

test('replaces canceled work', () => {
  const { work, ports, results } = workWithPorts();
  work.request('old');
  work.cancel();
  work.request('new');
  expect(ports.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  for (const port of ports) port.respond();
  expect(results).toEqual(['new!']);
});

test('sends only the newest of the waiting requests', () => {
  const { work, ports, results } = workWithPorts();
  for (const request of ['a', 'b', 'c']) work.request(request);
  expect(ports[0]?.requests).toEqual(['a']);
  ports[0]?.respond();
  ports[0]?.respond();
  expect([ports.length, results]).toEqual([1, ['a!', 'c!']]);
});

test('sends a waiting request to a new worker after a failure', () => {
  const { work, ports, results } = workWithPorts();
  work.request('a');
  work.request('b');
  ports[0]?.fail();
  ports[1]?.respond();
  expect(results).toEqual(['b!']);
});
