import { describe, expect, test } from 'vitest';
import { Analyser, type AnalysisPort } from '../../src/analysis/analyser.js';
import { type AnalysisRequest, answer, type LintAnswer } from '../../src/analysis/answer.js';

/** A worker that answers when it is told to. */
class ManualPort implements AnalysisPort {
  readonly requests: AnalysisRequest[] = [];
  readonly #listeners = new Map<string, (event: { readonly data?: unknown }) => void>();
  isEnded = false;

  postMessage(request: AnalysisRequest): void {
    this.requests.push(request);
  }

  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void {
    this.#listeners.set(type, listener);
  }

  terminate(): void {
    this.isEnded = true;
  }

  answerNext(): void {
    const request = this.requests.shift();
    if (request !== undefined) this.#listeners.get('message')?.({ data: answer(request) });
  }

  fail(): void {
    this.requests.length = 0;
    this.#listeners.get('error')?.({});
  }
}

function lintRequest(robotsTxt: string) {
  return { kind: 'lint', robotsTxt, dialect: 'rfc9309' } as const;
}

describe('the analyser', () => {
  test('asks one at a time, and of those that wait only the newest', () => {
    const port = new ManualPort();
    const answers: (LintAnswer | 'failed')[] = [];
    const analyser = new Analyser<'lint'>(
      (answered) => answers.push(answered),
      () => port,
    );
    for (const text of ['a', 'b', 'c']) analyser.ask(lintRequest(text));
    expect(port.requests).toHaveLength(1);
    port.answerNext();
    port.answerNext();
    port.answerNext();
    expect(answers).toMatchObject([{ robotsTxt: 'a' }, { robotsTxt: 'c' }]);
  });

  test('says nothing after it was closed, and ends its worker', () => {
    const port = new ManualPort();
    const answers: (LintAnswer | 'failed')[] = [];
    const analyser = new Analyser<'lint'>(
      (answered) => answers.push(answered),
      () => port,
    );
    analyser.ask(lintRequest('a'));
    analyser.close();
    port.answerNext();
    expect([answers, port.isEnded]).toEqual([[], true]);
  });

  test('tells of a failure in place of an answer, and asks a new worker from then on', () => {
    const ports: ManualPort[] = [];
    const answers: (LintAnswer | 'failed')[] = [];
    const analyser = new Analyser<'lint'>(
      (answered) => answers.push(answered),
      () => {
        const port = new ManualPort();
        ports.push(port);
        return port;
      },
    );
    analyser.ask(lintRequest('a'));
    ports[0]?.fail();
    expect([answers, ports[0]?.isEnded]).toEqual([['failed'], true]);
    analyser.ask(lintRequest('b'));
    analyser.ask(lintRequest('c'));
    ports[1]?.fail();
    // The newer request may fare better: of the older one nobody needs to know.
    ports[2]?.answerNext();
    expect(answers).toMatchObject(['failed', { robotsTxt: 'c' }]);
  });
});
