import { expect, onTestFinished, test } from 'vitest';
import { Analyser } from '../../src/analysis/analyser.js';
import type { VerdictsAnswer } from '../../src/analysis/answer.js';
import type { Failed } from '../../src/analysis/latest-work.js';

test('a real worker answers', async () => {
  const answered = await new Promise<VerdictsAnswer | Failed>((resolve) => {
    const analyser = new Analyser<'verdicts'>(resolve);
    onTestFinished(() => analyser.close());
    const robotsTxt = 'User-agent: *\nDisallow: /x';
    const question = {
      robotsTxt,
      dialect: 'rfc9309',
      urls: '/x\n/y',
      productTokens: ['a'],
    } as const;
    analyser.ask({ kind: 'verdicts', ...question });
  });
  expect(answered).toMatchObject({ urls: ['/x', '/y'], allowed: Uint8Array.of(0, 1) });
});
