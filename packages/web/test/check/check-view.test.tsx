import { act } from 'preact/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type AnalysisRequest, answer } from '../../src/analysis/answer.js';
import { CheckView, useVerdicts } from '../../src/check/check-view.js';
import { download } from '../../src/check/rows.js';
import { en } from '../../src/messages/en.js';
import { showInApp } from '../support/show-in-app.js';

test('each URL has a verdict for each crawler, which follows the text', async () => {
  const { root, store } = await showInApp(<CheckView />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\n',
    urls: '/x\n/y',
    productTokens: ['a', 'b'],
  });
  const verdicts = () => [...root.querySelectorAll('.verdict')].map((cell) => cell.textContent);
  await expect.poll(verdicts).toEqual(['disallowed', 'allowed', 'allowed', 'allowed']);
  await act(() => store.change({ robotsTxt: 'User-agent: *\nDisallow: /y\n' }));
  await expect.poll(verdicts).toEqual(['allowed', 'allowed', 'disallowed', 'disallowed']);
});

test('the chosen verdict lights its lines, and the view that goes puts them out', async () => {
  const { root, store } = await showInApp(<CheckView />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\n',
    urls: '/x',
    productTokens: ['a'],
    chosen: { url: '/x', productToken: 'a' },
  });
  expect(store.state.lit).toEqual({ deciding: 2, lost: [], userAgentLines: [1] });
  expect(root.querySelector('.explanation')?.textContent).toContain('a may not fetch it');
  await act(() => store.change({ chosen: { url: 'nothing', productToken: 'a' } }));
  expect([store.state.lit, root.querySelector('.explanation')]).toEqual([undefined, null]);
});

test('what is chosen and not asked about any longer is not explained', async () => {
  const { root, store } = await showInApp(<CheckView />, {
    urls: '/x',
    productTokens: ['a', 'b'],
    chosen: { url: '/x', productToken: 'a' },
  });
  await expect.poll(() => root.querySelector('.explanation')).not.toBeNull();
  await act(() => store.change({ productTokens: ['b'] }));
  await expect.poll(() => root.querySelector('.explanation')).toBeNull();
});

/** A worker that answers the first question, and meets an error at the others. */
class FailingWorker extends EventTarget {
  static asked = 0;
  postMessage(request: AnalysisRequest): void {
    const isFirst = FailingWorker.asked++ === 0;
    const event = isFirst
      ? new MessageEvent('message', { data: answer(request) })
      : new Event('error');
    queueMicrotask(() => this.dispatchEvent(event));
  }
  terminate(): void {}
}

test('where there is no answer no verdict is left standing, and the URLs can still be mended', async () => {
  vi.stubGlobal('Worker', FailingWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { root, store } = await showInApp(<CheckView />, { urls: '/x', productTokens: ['a'] });
  await expect.poll(() => root.querySelectorAll('.verdict').length).toBe(1);
  await act(() => store.change({ urls: '/y' }));
  await expect.poll(() => root.querySelector('.failed')?.textContent).toBe(en.failed);
  expect(root.querySelector('.verdict')).toBeNull();
  expect(root.querySelector('.url-editor')?.textContent).toContain('/y');
});

test('the verdicts follow what the page shows', async () => {
  const View = () => {
    const answer = useVerdicts('User-agent: *\nDisallow: /x\n') ?? 'none yet';
    return <p>{typeof answer === 'string' ? answer : answer.allowed.join('')}</p>;
  };
  const { root, store } = await showInApp(<View />, {
    urls: '/x\n/y',
    productTokens: ['a', 'b'],
  });
  expect(root.textContent).toBe('none yet');
  await expect.poll(() => root.textContent).toBe('0011');
  await act(() => store.change({ productTokens: ['a'] }));
  await expect.poll(() => root.textContent).toBe('01');
});

test('a file is offered under its name', () => {
  const { click } = HTMLAnchorElement.prototype;
  onTestFinished(() => {
    HTMLAnchorElement.prototype.click = click;
  });
  const offered: string[] = [];
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    offered.push(this.download, new URL(this.href).protocol);
  };
  download('verdicts.csv', 'text/csv', 'url\r\n');
  expect(offered).toEqual(['verdicts.csv', 'blob:']);
});
