import { act } from 'preact/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CheckView } from '../../src/check/check-view.js';
import { shownFor } from '../../src/check/rows.js';
import { download } from '../../src/controls/download.js';
import { SiteField } from '../../src/frame/site-field.js';
import type { Message } from '../../src/worker/reply.js';
import { reply } from '../../src/worker/reply.js';
import { HeldWorker } from '../support/held-worker.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

test('shows a verdict per URL and crawler and updates them with the text', async () => {
  const { root, change } = await showInApp(<CheckView />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\n',
    urls: '/x\n/y',
    productTokens: ['a', 'b'],
  });
  const verdicts = () => [...root.querySelectorAll('.verdicts .verdict')].map((cell) => cell.textContent);
  await expect.poll(verdicts).toEqual(['blocked', 'allowed', 'allowed', 'allowed']);
  await change({ robotsTxt: 'User-agent: *\nDisallow: /y\n' });
  await expect.poll(verdicts).toEqual(['allowed', 'allowed', 'blocked', 'blocked']);
});

test('shows no results while the site in the field cannot be tested', async () => {
  const { root, change } = await showInApp(
    <>
      <SiteField />
      <CheckView />
    </>,
    { liveUrl: 'not a host' },
  );
  const results = () => root.querySelectorAll('.source, .answer, .verdicts').length;
  await expect.poll(results).toBe(3);
  await act(() => root.querySelector('form')?.requestSubmit());
  await expect.poll(results).toBe(0);
  await change({ urls: '/x\n', urlSource: 'own' });
  await expect.poll(results).toBe(3);
});

test('shows no results about another site while a new one is checked', async () => {
  vi.stubGlobal('Worker', HeldWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { root, change } = await showInApp(<CheckView />, { urls: '/x\n' });
  const results = () => root.querySelectorAll('.answer, .findings, .verdicts').length;
  await act(() => HeldWorker.latest.answer('check'));
  await expect.poll(results).toBe(3);
  const fetchedFrom = { url: 'https://a.example/robots.txt', status: 200, effect: 'rules', fetchedAt: 0 } as const;
  await change({ robotsTxt: 'User-agent: *\n', fetchedFrom });
  expect([root.querySelector('.source code')?.textContent, results()]).toEqual([fetchedFrom.url, 0]);
  await act(() => HeldWorker.latest.answer('check'));
  await expect.poll(results).toBe(3);
});

test('answers in sentences by purpose, and names a status that was received', async () => {
  const { root, change } = await showInApp(<CheckView />, {
    robotsTxt: 'User-agent: *\nDisallow: /cart\n\nUser-agent: GPTBot\nDisallow: /\n',
    urls: '/cart\n/',
    urlSource: 'rules',
  });
  const sentences = () => [...root.querySelectorAll('.answer li')].map((line) => line.textContent);
  await expect
    .poll(sentences)
    .toEqual([
      'Google and Bing allowed, except /cart',
      'AI search allowed, except /cart',
      expect.stringMatching(/^AI training 1 of \d+ crawlers blocked \(lines 4–5\)$/),
      'All others allowed, except /cart',
    ]);
  // Only URLs of the site say how much of it is blocked.
  await change({ urlSource: 'own' });
  await expect.poll(() => sentences()[0]).toBe('Google and Bing allowed, except 1 of 2 URLs');
  // The start page of a site without a sitemap says nothing about it.
  await change({ urlSource: 'site' });
  await expect.poll(() => sentences()[0]).toBe('Google and Bing allowed, except /cart');
  const fetchedFrom = { url: 'https://a.example/robots.txt', status: 404, fetchedAt: 0 };
  await change({ robotsTxt: '', fetchedFrom: { ...fetchedFrom, effect: 'allow-all' } });
  await expect
    .poll(() => root.querySelector('.answer h2')?.textContent)
    .toBe('There is no robots.txt (404), so everything may be read.');
  expect(sentences()).toEqual([]);
});

test('counts the lines and paths that a sentence does not name', async () => {
  const groups = ['GPTBot', 'CCBot', 'ClaudeBot', 'Bytespider'].map((token) => `User-agent: ${token}\nDisallow: /\n`);
  const { root } = await showInApp(<CheckView />, {
    robotsTxt: `User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /c\nDisallow: /d\n${groups.join('')}`,
  });
  const sentences = () => [...root.querySelectorAll('.answer li')].map((line) => line.textContent);
  await expect
    .poll(sentences)
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^AI training 4 of \d+ .* \(lines 6–7, 8–9, 10–11 and 1 more\)$/),
        'All others allowed, except /a, /b, /c and 1 more',
      ]),
    );
});

test('shortens a path that would fill the screen', async () => {
  const path = `/${'long/'.repeat(900)}`;
  const { root } = await showInApp(<CheckView />, {
    robotsTxt: `User-agent: *\nDisallow: ${path}\n`,
  });
  const line = () => root.querySelector<HTMLElement>('.answer li:last-child');
  await expect.poll(() => line()?.textContent).toMatch(/^All others allowed, except .{80}…$/);
  expect(line()?.title).toBe(path);
});

test('highlights the lines of the chosen verdict in the editor while it is valid', async () => {
  const { root, change } = await showInApp(<CheckView />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\n',
    urls: '/x',
    productTokens: ['a'],
    chosen: { url: '/x', productToken: 'a' },
    isEditing: true,
  });
  const marked = () => [...root.querySelectorAll('.line-blocks, .line-user-agent')].map((line) => line.textContent);
  await expect.poll(marked).toEqual(['User-agent: a', 'Disallow: /x']);
  expect(root.querySelector('.explanation')?.textContent).toContain('a: blocked');
  await change({ chosen: { url: 'nothing', productToken: 'a' } });
  await expect.poll(() => [marked(), root.querySelector('.explanation')]).toEqual([[], null]);
});

test('shows all rows again after the crawler whose rows are shown is removed', async () => {
  const { root, change } = await showInApp(<CheckView />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\n',
    urls: '/x\n/y\n',
    productTokens: ['a', 'b'],
  });
  const rows = () => root.querySelectorAll('.verdicts tbody tr').length;
  await expect.poll(rows).toBe(2);
  const select = [...root.querySelectorAll('select')].at(-1);
  if (select === undefined) throw new Error('no choice of rows');
  await act(() => {
    select.value = shownFor('a');
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(rows()).toBe(1);
  await change({ productTokens: ['b'] });
  await expect.poll(rows).toBe(2);
  expect(select.value).toBe('all');
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
      void reply(message, (data) => this.dispatchEvent(new MessageEvent('message', { data })));
    }
  }
  terminate(): void {}
}

test('removes stale verdicts if the worker fails', async () => {
  vi.stubGlobal('Worker', FailingWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { root, change } = await showInApp(<CheckView />, { urls: '/x', productTokens: ['a'] });
  await expect.poll(() => root.querySelectorAll('.verdicts .verdict').length).toBe(1);
  await change({ urls: '/y' });
  await expect.poll(() => root.querySelector('.answers > .failed')?.textContent).toBe(en.failed);
  expect([root.querySelector('.verdicts'), root.querySelectorAll('[role=alert]').length]).toEqual([null, 1]);
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
