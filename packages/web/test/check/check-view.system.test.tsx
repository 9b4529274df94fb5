import { act } from 'preact/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type AnalysisRequest, analyze } from '../../src/analysis/analyze.js';
import { CheckView, useVerdicts } from '../../src/check/check-view.js';
import { download } from '../../src/check/verdict-export.js';
import { en } from '../../src/messages/en.js';
import { showInApp } from '../support/show-in-app.js';

test('shows a verdict per URL and crawler and updates them with the text', async () => {
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

test('the headline of a control token counts content that may not be used', async () => {
  const { root } = await showInApp(<CheckView />, {
    robotsTxt: 'User-agent: Google-Extended\nDisallow: /x\n',
    urls: '/x\n/y',
    productTokens: ['Google-Extended'],
  });
  await expect
    .poll(() => root.textContent)
    .toContain('content of 1 of 2 URLs may not be used for Gemini training and grounding');
  expect(root.textContent).not.toContain('URLs blocked');
});

test('highlights the lines of the chosen verdict while it is valid', async () => {
  const { root, store } = await showInApp(<CheckView />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\n',
    urls: '/x',
    productTokens: ['a'],
    chosen: { url: '/x', productToken: 'a' },
  });
  expect(store.state.highlighted).toEqual({
    ...{ deciding: 2, allows: false, lost: [], userAgentLines: [1] },
  });
  expect(root.querySelector('.explanation')?.textContent).toContain('a: disallowed');
  await act(() => store.change({ chosen: { url: 'nothing', productToken: 'a' } }));
  expect([store.state.highlighted, root.querySelector('.explanation')]).toEqual([undefined, null]);
});

test('hides the explanation after its crawler is removed', async () => {
  const { root, store } = await showInApp(<CheckView />, {
    urls: '/x',
    productTokens: ['a', 'b'],
    chosen: { url: '/x', productToken: 'a' },
  });
  await expect.poll(() => root.querySelector('.explanation')).not.toBeNull();
  await act(() => store.change({ productTokens: ['b'] }));
  await expect.poll(() => root.querySelector('.explanation')).toBeNull();
});

/** A worker that handles the first request and fails afterwards. */
class FailingWorker extends EventTarget {
  static requests = 0;
  postMessage(request: AnalysisRequest): void {
    const isFirst = FailingWorker.requests++ === 0;
    const event = isFirst
      ? new MessageEvent('message', { data: analyze(request) })
      : new Event('error');
    queueMicrotask(() => this.dispatchEvent(event));
  }
  terminate(): void {}
}

test('removes stale verdicts if the worker fails and keeps the URLs editable', async () => {
  vi.stubGlobal('Worker', FailingWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { root, store } = await showInApp(<CheckView />, { urls: '/x', productTokens: ['a'] });
  await expect.poll(() => root.querySelectorAll('.verdict').length).toBe(1);
  await act(() => store.change({ urls: '/y' }));
  await expect.poll(() => root.querySelector('.failed')?.textContent).toBe(en.failed);
  expect(root.querySelector('.verdict')).toBeNull();
  expect(root.querySelector('.url-editor')?.textContent).toContain('/y');
});

test('useVerdicts follows the state', async () => {
  const View = () => {
    const result = useVerdicts('User-agent: *\nDisallow: /x\n') ?? 'none yet';
    return <p>{typeof result === 'string' ? result : result.allowed.join('')}</p>;
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

test('downloads a file with its name', () => {
  const { click } = HTMLAnchorElement.prototype;
  onTestFinished(() => {
    HTMLAnchorElement.prototype.click = click;
  });
  const downloads: string[] = [];
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    downloads.push(this.download, new URL(this.href).protocol);
  };
  download('verdicts.csv', 'text/csv', 'url\r\n');
  expect(downloads).toEqual(['verdicts.csv', 'blob:']);
});
