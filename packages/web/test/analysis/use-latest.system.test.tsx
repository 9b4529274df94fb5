import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, onTestFinished, test } from 'vitest';
import type { VerdictsResult } from '../../src/analysis/analyze.js';
import { analysis, type Failed, useLatest, type WorkPort } from '../../src/analysis/latest-work.js';
import { showInApp } from '../support/show-in-app.js';

interface Request {
  readonly number: number;
}

test('returns the result of the current request and terminates the worker on unmount', async () => {
  const requests: number[] = [];
  let terminations = 0;
  let respond = (_event: { readonly data: unknown }) => {};
  const start = (): WorkPort<Request> => ({
    postMessage: (request) => requests.push(request.number),
    addEventListener: (type, listener) => {
      if (type === 'message') respond = listener;
    },
    terminate: () => terminations++,
  });
  const View = ({ number }: { readonly number: number }) => (
    <p>{String(useLatest<Request, string>({ number }, start) ?? '…')}</p>
  );
  const { root } = await showInApp(<View number={1} />);
  await act(() => render(<View number={2} />, root));
  await expect.poll(() => requests).toEqual([2]);
  await act(() => respond({ data: 'two' }));
  expect(root.textContent).toBe('two');
  await act(() => render(<View number={3} />, root));
  expect(root.textContent).toBe('…');
  await expect.poll(() => requests).toEqual([2, 3]);
  await act(() => render(null, root));
  expect(terminations).toBe(1);
});

test('runs in a real worker', async () => {
  const result = await new Promise<VerdictsResult | Failed>((resolve) => {
    const work = analysis<'verdicts'>(resolve);
    onTestFinished(() => work.close());
    const robotsTxt = 'User-agent: *\nDisallow: /x';
    const request = {
      robotsTxt,
      dialect: 'rfc9309',
      urls: '/x\n/y',
      productTokens: ['a'],
    } as const;
    work.request({ kind: 'verdicts', ...request });
  });
  expect(result).toMatchObject({ urls: ['/x', '/y'], allowed: Uint8Array.of(0, 1) });
});
