import { describe, expect, test } from 'vitest';
import { LatestWork, type WorkPort } from '../../src/analysis/latest-work.js';

/** A worker that answers when it is told to. */
class Port implements WorkPort<string> {
  readonly questions: string[] = [];
  isEnded = false;
  readonly #listeners = new Map<string, (event: { readonly data?: unknown }) => void>();
  postMessage(question: string) {
    this.questions.push(question);
  }
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void) {
    this.#listeners.set(type, listener);
  }
  terminate() {
    this.isEnded = true;
  }
  answer() {
    for (const question of this.questions.splice(0)) {
      this.#listeners.get('message')?.({ data: `${question}!` });
    }
  }
  fail() {
    this.#listeners.get('error')?.({});
  }
}

function workWithPorts() {
  const ports: Port[] = [];
  const answers: string[] = [];
  const start = () => {
    const port = new Port();
    ports.push(port);
    return port;
  };
  const work = new LatestWork<string, string>(start, (answer) => answers.push(answer));
  return { work, ports, answers };
}

describe('the latest work', () => {
  test('starts no worker before it is asked, and keeps the one that is done', () => {
    const { work, ports, answers } = workWithPorts();
    expect(ports).toHaveLength(0);
    work.ask('a');
    ports[0]?.answer();
    work.forget();
    work.ask('b');
    ports[0]?.answer();
    expect([ports.length, answers]).toEqual([1, ['a!', 'b!']]);
  });

  test('a newer question ends the work on the older one, whose answer is not heard', () => {
    const { work, ports, answers } = workWithPorts();
    work.ask('old');
    work.ask('new');
    expect(ports.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    for (const port of ports) port.answer();
    expect(answers).toEqual(['new!']);
  });

  test('a failure is told, and the next question goes to a new worker', () => {
    const { work, ports, answers } = workWithPorts();
    work.ask('a');
    ports[0]?.fail();
    work.ask('b');
    ports[0]?.fail();
    ports[1]?.answer();
    expect([ports[0]?.isEnded, answers]).toEqual([true, ['failed', 'b!']]);
  });

  test.each(['close', 'forget'] as const)('after %s no answer is heard', (end) => {
    const { work, ports, answers } = workWithPorts();
    work.ask('a');
    work[end]();
    ports[0]?.answer();
    expect([ports[0]?.isEnded, answers]).toEqual([true, []]);
  });
});
