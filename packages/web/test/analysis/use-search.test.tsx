import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, onTestFinished, test } from 'vitest';
import type { VerdictsAnswer } from '../../src/analysis/answer.js';
import { analysis, type Failed, useSearch, type WorkPort } from '../../src/analysis/latest-work.js';
import { showInApp } from '../support/show-in-app.js';

const request = { kind: 'disagreements', robotsTxt: '' } as const;

type Request = typeof request & { readonly productToken: string };

test('the question that stands is answered, and no older one; what goes ends the worker', async () => {
  const asked: number[] = [];
  let ended = 0;
  let tell = (_event: { readonly data: unknown }) => {};
  const start = (): WorkPort<Request> => ({
    postMessage: ({ productToken }) => asked.push(Number(productToken)),
    addEventListener: (type, listener) => {
      if (type === 'message') tell = listener;
    },
    terminate: () => ended++,
  });
  const View = ({ number }: { readonly number: number }) => (
    <p>{String(useSearch<Request>({ ...request, productToken: `${number}` }, start) ?? '…')}</p>
  );
  const { root } = await showInApp(<View number={1} />);
  await act(() => render(<View number={2} />, root));
  await expect.poll(() => asked).toEqual([2]);
  await act(() => tell({ data: 'two' }));
  expect(root.textContent).toBe('two');
  await act(() => render(<View number={3} />, root));
  expect(root.textContent).toBe('…');
  await expect.poll(() => asked).toEqual([2, 3]);
  await act(() => render(null, root));
  expect(ended).toBe(1);
});

test('a real worker answers', async () => {
  const answered = await new Promise<VerdictsAnswer | Failed>((resolve) => {
    const work = analysis<'verdicts'>(resolve);
    onTestFinished(() => work.close());
    const robotsTxt = 'User-agent: *\nDisallow: /x';
    const question = {
      robotsTxt,
      dialect: 'rfc9309',
      urls: '/x\n/y',
      productTokens: ['a'],
    } as const;
    work.request({ kind: 'verdicts', ...question });
  });
  expect(answered).toMatchObject({ urls: ['/x', '/y'], allowed: Uint8Array.of(0, 1) });
});
