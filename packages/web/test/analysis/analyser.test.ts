import { describe, expect, test } from 'vitest';
import { Analyser, type AnalysisPort } from '../../src/analysis/analyser.js';
import { type AnalysisRequest, answer, type LintAnswer } from '../../src/analysis/answer.js';

/** A worker that answers when it is told to. */
class ManualPort implements AnalysisPort {
  readonly requests: AnalysisRequest[] = [];
  #listener: (event: { readonly data: unknown }) => void = () => {};
  isEnded = false;

  postMessage(request: AnalysisRequest): void {
    this.requests.push(request);
  }

  addEventListener(_type: 'message', listener: (event: { readonly data: unknown }) => void): void {
    this.#listener = listener;
  }

  terminate(): void {
    this.isEnded = true;
  }

  answerNext(): void {
    const request = this.requests.shift();
    if (request !== undefined) this.#listener({ data: answer(request) });
  }
}

function lintRequest(robotsTxt: string) {
  return { kind: 'lint', robotsTxt, dialect: 'rfc9309' } as const;
}

describe('the analyser', () => {
  test('asks one at a time, and of those that wait only the newest', () => {
    const port = new ManualPort();
    const answers: LintAnswer[] = [];
    const analyser = new Analyser<'lint'>(
      (answered) => answers.push(answered),
      () => port,
    );
    for (const text of ['a', 'b', 'c']) analyser.ask(lintRequest(text));
    expect(port.requests).toHaveLength(1);
    port.answerNext();
    port.answerNext();
    port.answerNext();
    expect(answers.map(({ robotsTxt }) => robotsTxt)).toEqual(['a', 'c']);
  });

  test('says nothing after it was closed, and ends its worker', () => {
    const port = new ManualPort();
    const answers: LintAnswer[] = [];
    const analyser = new Analyser<'lint'>(
      (answered) => answers.push(answered),
      () => port,
    );
    analyser.ask(lintRequest('a'));
    analyser.close();
    port.answerNext();
    expect([answers, port.isEnded]).toEqual([[], true]);
  });
});
