/** Size and load time of the first view, and the time to compute 50,000 verdicts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { crawlersFor } from '@repkit/core/crawlers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFragment } from '../../src/link/fragment.js';
import { initialValues } from '../../src/state/page-state.js';
import { firstAnswerTime, HANGS_MS, sidewaysScroll, sortingTime, visibleRows } from '../support/measures.js';
import { crawlerField, showExample, urlField } from '../support/page-states.js';
import { describeInChromium, PAGES, ServedPages } from '../support/served-pages.js';

const FILE = {
  isStarted: true,
  urlSource: 'own' as const,
  robotsTxt: 'User-agent: *\nDisallow: /1\nDissallow: /a\nAllow: /b\nFoo: x\nBar: y\n',
};

/** Bytes with gzip. If a change needs a higher limit, raise it in the same commit. */
const MAX_ARRIVAL = 70_000;
const MAX_ANSWER = 117_500;

describeInChromium('the first view', () => {
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await ServedPages.start();
  });
  afterAll(() => pages.stop());

  test('and the first answer stay below their weight (gzip), with worker and styles', async () => {
    const { page } = await pages.open({}, '/');
    await page.reload();
    const loaded = new Set<string>(['/index.html']);
    page.context().on('request', (request) => loaded.add(new URL(request.url()).pathname));
    await page.reload();
    await page.locator('h1').waitFor();
    const weigh = async () => {
      const paths = [...loaded].filter((path) => path !== '/');
      const files = await Promise.all(paths.map((path) => readFile(join(PAGES, path))));
      return files.reduce((bytes, file) => bytes + gzipSync(file).length, 0);
    };
    const arrival = await weigh();
    expect([...loaded].filter((path) => path.includes('worker'))).toEqual([]);
    await showExample(page);
    await page.locator('.findings li').first().waitFor();
    const answer = await weigh();
    console.log(`first view: ${arrival} bytes in gzip; with the first answer: ${answer} bytes`);
    expect([...loaded].filter((path) => path.includes('worker'))).toHaveLength(1);
    expect(arrival).toBeLessThan(MAX_ARRIVAL);
    expect(answer).toBeLessThan(MAX_ANSWER);
  });

  test('answers a paste within 0.7 s (time printed)', async () => {
    const { page } = await pages.open();
    const took = await page.evaluate(firstAnswerTime, 'User-agent: *\nDisallow: /cart\n');
    console.log(`first answer after ${took} ms (target: 700 ms)`);
    expect(took).toBeLessThan(HANGS_MS);
  });

  test('shows at least 14 rows with ten crawlers, and sorts 5,000 x 23 quickly (time printed)', async () => {
    const urls = Array.from({ length: 5000 }, (_, id) => `https://a.example/${(id * 7 + 3) % 5000}`);
    const seo = crawlersFor('seo').map(({ name }) => name);
    const tokens = ['Googlebot', 'bingbot', 'GPTBot', '*', ...seo];
    const open = async (productTokens: readonly string[]) => {
      const values = { ...initialValues('en'), ...FILE, urls: urls.join('\n'), productTokens };
      const opened = await pages.open({ viewport: { width: 1440, height: 900 } }, `/${await writeFragment(values)}`);
      await opened.page.getByText(/^5,000 URLs,/).waitFor();
      return opened;
    };
    const { page } = await open(tokens.slice(0, 10));
    const rows = await page.evaluate(visibleRows);
    console.log(`${rows} rows at 1440 x 900 with ten crawlers`);
    expect(rows).toBeGreaterThanOrEqual(14);
    const many = await open(tokens.slice(0, 23));
    const sorted = await many.page.evaluate(sortingTime);
    console.log(`5,000 URLs x 23 crawlers sorted in ${sorted} ms (target: 100 ms)`);
    expect(sorted).toBeLessThan(HANGS_MS);
    expect(many.problems).toEqual([]);
  });

  test('needs no scrolling sideways at 390 px', async () => {
    const { page } = await pages.open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await showExample(page);
    await page.locator('.findings li').first().waitFor();
    const rows = page.locator('.verdicts tbody tr');
    expect(await rows.count()).toBeGreaterThanOrEqual(4);
    expect(await page.evaluate(sidewaysScroll)).toEqual([0, 0]);
  });

  test('is interactive quickly (time printed)', async () => {
    const { page } = await pages.open();
    const interactive = await page.evaluate(async () => {
      const [{ domContentLoadedEventEnd = 0 } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return Math.round(domContentLoadedEventEnd);
    });
    const paint = await page.evaluate(() =>
      Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
    );
    console.log(`interactive after ${interactive} ms, painted after ${paint} ms (target: 1,000 ms)`);
    expect(interactive).toBeLessThan(HANGS_MS);
  });

  test('shows verdicts for 10,000 URLs x 5 product tokens (time printed)', async () => {
    const { page, problems } = await pages.open();
    await showExample(page);
    const field = await crawlerField(page);
    for (const token of ['Bingbot', 'CCBot']) {
      await field.fill(token);
      await field.press('Enter');
      // Typing again before the list of crawlers is loaded would cancel the Enter.
      await page.getByRole('columnheader', { name: token }).waitFor();
    }
    const urls = Array.from({ length: 10_000 }, (_, index) => `https://example.com/shop/${index}?q=${index}`);
    urls[9_999] = 'https://example.com/search?q=last';
    const list = await urlField(page);
    const paste = async (text: string, foot: string) => {
      await list.press('ControlOrMeta+a');
      return await list.evaluate(
        async (field, [pasted = '', awaited = '']) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', pasted);
          const began = performance.now();
          const options = { clipboardData, bubbles: true, cancelable: true };
          field.dispatchEvent(new ClipboardEvent('paste', options));
          await new Promise<void>((resolve) => {
            const look = () => {
              const shown = document.querySelector('.table-foot')?.textContent ?? '';
              if (shown.startsWith(awaited)) resolve();
              else requestAnimationFrame(look);
            };
            look();
          });
          return Math.round(performance.now() - began);
        },
        [text, foot],
      );
    };
    const rounds: number[] = [];
    for (let round = 0; round < 3; round++) {
      await paste('/', '1 URL');
      rounds.push(await paste(urls.join('\n'), '10,000 URLs'));
    }
    console.log(`10,000 URLs x 5 product tokens: ${rounds.join(', ')} ms from paste to table (target: 300 ms)`);
    // GPTBot and CCBot are blocked from all URLs; Bingbot and * from the last.
    await page.getByText('10,000 URLs, 20,002 verdicts are “blocked”').waitFor();
    expect(await page.locator('.verdicts tbody tr').count()).toBeLessThan(120);
    expect(Math.min(...rounds)).toBeLessThan(HANGS_MS);
    expect(problems).toEqual([]);
  });
});
