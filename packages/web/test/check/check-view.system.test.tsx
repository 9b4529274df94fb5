import { expect, onTestFinished, test, vi } from 'vitest';
import { CheckView } from '../../src/check/check-view.js';
import { download } from '../../src/check/verdict-export.js';
import { answer } from '../../src/worker/answer.js';
import type { Message } from '../../src/worker/requests.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

test('shows a verdict per URL and crawler and updates them with the text', async () => {
  const { root, change } = await showInApp(<CheckView />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\n',
    urls: '/x\n/y',
    productTokens: ['a', 'b'],
  });
  const verdicts = () => [...root.querySelectorAll('.verdict')].map((cell) => cell.textContent);
  await expect.poll(verdicts).toEqual(['disallowed', 'allowed', 'allowed', 'allowed']);
  await change({ robotsTxt: 'User-agent: *\nDisallow: /y\n' });
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
  const { root, state, change } = await showInApp(<CheckView />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\n',
    urls: '/x',
    productTokens: ['a'],
    chosen: { url: '/x', productToken: 'a' },
  });
  await expect
    .poll(() => state.highlighted.value)
    .toEqual({ deciding: 2, allows: false, lost: [], userAgentLines: [1] });
  expect(root.querySelector('.explanation')?.textContent).toContain('a: disallowed');
  await change({ chosen: { url: 'nothing', productToken: 'a' } });
  await expect
    .poll(() => [state.highlighted.value, root.querySelector('.explanation')])
    .toEqual([undefined, null]);
});

test('hides the explanation after its crawler is removed', async () => {
  const { root, change } = await showInApp(<CheckView />, {
    urls: '/x',
    productTokens: ['a', 'b'],
    chosen: { url: '/x', productToken: 'a' },
  });
  await expect.poll(() => root.querySelector('.explanation')).not.toBeNull();
  await change({ productTokens: ['b'] });
  await expect.poll(() => root.querySelector('.explanation')).toBeNull();
});

/** A worker that answers the requests about one list of URLs and fails afterwards. */
class FailingWorker extends EventTarget {
  postMessage(message: Message): void {
    const { request } = message;
    if (request.kind === 'check' && request.urls !== '/x') {
      queueMicrotask(() => this.dispatchEvent(new Event('error')));
    } else {
      void answer(message).then((data) =>
        this.dispatchEvent(new MessageEvent('message', { data })),
      );
    }
  }
  terminate(): void {}
}

test('removes stale verdicts if the worker fails and keeps the URLs editable', async () => {
  vi.stubGlobal('Worker', FailingWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { root, change } = await showInApp(<CheckView />, { urls: '/x', productTokens: ['a'] });
  await expect.poll(() => root.querySelectorAll('.verdict').length).toBe(1);
  await change({ urls: '/y' });
  await expect.poll(() => root.querySelector('.failed')?.textContent).toBe(en.failed);
  expect(root.querySelector('.verdict')).toBeNull();
  expect(root.querySelector('.url-editor')?.textContent).toContain('/y');
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
