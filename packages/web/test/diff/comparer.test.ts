import { describe, expect, test } from 'vitest';
import { Comparer, type ComparisonPort } from '../../src/diff/comparer.js';
import { type Comparison, type ComparisonRequest, compare } from '../../src/diff/comparison.js';

/** A worker that answers when it is told to. */
class Port implements ComparisonPort {
  readonly requests: ComparisonRequest[] = [];
  isEnded = false;
  #listener: (event: { readonly data: unknown }) => void = () => {};
  postMessage(request: ComparisonRequest) {
    this.requests.push(request);
  }
  addEventListener(_type: 'message', listener: (event: { readonly data: unknown }) => void) {
    this.#listener = listener;
  }
  terminate() {
    this.isEnded = true;
  }
  answer() {
    for (const request of this.requests.splice(0)) this.#listener({ data: compare(request) });
  }
}

function comparerWithPorts() {
  const ports: Port[] = [];
  const answers: Comparison[] = [];
  const comparer = new Comparer(
    (answer) => answers.push(answer),
    () => {
      const port = new Port();
      ports.push(port);
      return port;
    },
  );
  const ask = (after: string) => comparer.ask({ before: '', after, dialect: 'rfc9309' });
  return { comparer, ports, answers, ask };
}

describe('the comparer', () => {
  test('starts no worker before it is asked, and keeps the one that is done', () => {
    const { ports, answers, ask } = comparerWithPorts();
    expect(ports).toHaveLength(0);
    ask('a');
    ports[0]?.answer();
    ask('b');
    ports[0]?.answer();
    expect([ports.length, answers.length]).toEqual([1, 2]);
  });

  test('a newer question ends the work on the older one, whose answer is not heard', () => {
    const { ports, answers, ask } = comparerWithPorts();
    ask('User-agent: *\nDisallow: /old');
    ask('User-agent: *\nDisallow: /new');
    expect(ports.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    for (const port of ports) port.answer();
    expect(answers.map(({ changes }) => changes[0]?.pattern)).toEqual(['/new']);
  });

  test('closed, it is silent', () => {
    const { comparer, ports, answers, ask } = comparerWithPorts();
    ask('a');
    comparer.close();
    ports[0]?.answer();
    expect([ports[0]?.isEnded, answers]).toEqual([true, []]);
  });
});
