/** The measures of the tester and each of its tasks in Firefox and in WebKit. */
import { crawlersFor } from '@repkit/core/crawlers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { writeFragment } from '../../src/link/fragment.js';
import { initialValues } from '../../src/state/page-state.js';
import { firstAnswerTime, HANGS_MS, sidewaysScroll, sortingTime, visibleRows } from '../support/measures.js';
import { startFirefox, startWebKit } from '../support/remote-browsers.js';
import { ESCAPE, RemotePage } from '../support/remote-page.js';
import type { PageServer } from '../support/served-pages.js';
import { startWatchedService } from '../support/watched-service.js';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const FILE = 'User-agent: *\nDisallow: /cart\nDissallow: /private\nAllow: /cart/help\n';

const LOG = [
  ['Googlebot/2.1', '/cart'],
  ['Googlebot/2.1', '/'],
  ['bingbot/2.0', '/'],
]
  .map(([agent, target]) => `203.0.113.7 - - [21/Nov/2026:12:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "-" "${agent}"\n`)
  .join('');

const BROWSERS = [
  { name: 'Firefox', programs: ['firefox-esr'], start: startFirefox },
  { name: 'WebKit', programs: ['WebKitWebDriver', 'Xvfb'], start: startWebKit },
];

for (const { name, programs, start } of BROWSERS) {
  describeWith(programs, `the tester in ${name}`, () => {
    let server: PageServer;
    let stop: () => Promise<void>;
    let page: RemotePage;
    beforeAll(async () => {
      server = await startWatchedService();
      const browser = await start();
      stop = () => browser.stop();
      page = new RemotePage(browser, server.origin);
    });
    afterAll(() => Promise.all([stop(), server.stop()]));
    afterEach(async () => {
      expect(await page.evaluate(() => window.problems)).toEqual([]);
    });

    test('answers a paste, names the mistake, fixes it and explains a verdict', async () => {
      await page.open(WIDE);
      const took = await page.evaluate(firstAnswerTime, FILE);
      console.log(`${name}: first answer after ${took} ms (target: 700 ms)`);
      expect(took).toBeLessThan(HANGS_MS);
      await page.shows('.answer', 'allowed, except');
      await page.shows('.findings', 'Dissallow');
      await page.click('.findings button', 'Fix');
      await page.click('.findings button', 'Apply anyway');
      await page.shows('.findings', 'No problems found');
      await page.shows('.verdicts tbody', '/private');
      await page.click('.verdicts td.is-disallowed');
      await page.shows('.explanation', 'Googlebot: blocked');
      await page.press(ESCAPE);
      await expect.poll(() => page.evaluate(() => document.querySelector('.explanation'))).toBeNull();
    });

    test('opens a panel below its button', async () => {
      await page.open(WIDE);
      await page.evaluate(firstAnswerTime, FILE);
      await page.click('.opens', 'Crawlers');
      await page.shows('.popup', 'Googlebot');
      const offset = () => {
        const [button, panel] = ['.opens[aria-expanded=true]', '.popup:popover-open'].map((selector) =>
          document.querySelector(selector)?.getBoundingClientRect(),
        );
        return button && panel ? [panel.left - button.left, panel.top - button.bottom] : null;
      };
      expect(await page.evaluate(offset)).toEqual([0, 4]);
      await page.press(ESCAPE);
      await expect.poll(() => page.evaluate(offset)).toBeNull();
    });

    test('shows the answer, mistakes and rows at 390 px without scrolling sideways', async () => {
      await page.open(PHONE);
      await page.evaluate(firstAnswerTime, FILE);
      await page.shows('.findings', 'Dissallow');
      await page.shows('.verdicts tbody', '/cart');
      expect(await page.evaluate(sidewaysScroll)).toEqual([0, 0]);
    });

    test('shows at least 14 rows with ten crawlers, and sorts 5,000 x 23 (time printed)', async () => {
      const urls = Array.from({ length: 5000 }, (_, id) => `https://a.example/${(id * 7 + 3) % 5000}`);
      const seo = crawlersFor('seo').map((crawler) => crawler.name);
      const tokens = ['Googlebot', 'bingbot', 'GPTBot', '*', ...seo];
      const link = (productTokens: readonly string[]) =>
        writeFragment({
          ...initialValues('en'),
          isStarted: true,
          urlSource: 'own',
          robotsTxt: FILE,
          productTokens,
          urls: urls.join('\n'),
        });
      await page.open(WIDE, `/${await link(tokens.slice(0, 10))}`);
      await page.shows('.table-foot', '5,000 URLs');
      const rows = await page.evaluate(visibleRows);
      console.log(`${name}: ${rows} rows at 1440 x 900 with ten crawlers`);
      expect(rows).toBeGreaterThanOrEqual(14);
      await page.open(WIDE, `/${await link(tokens.slice(0, 23))}`);
      await page.shows('.table-foot', '5,000 URLs');
      const took = await page.evaluate(sortingTime);
      console.log(`${name}: 5,000 URLs x 23 crawlers sorted in ${took} ms (target: 100 ms)`);
      expect(took).toBeLessThan(HANGS_MS);
    });

    test('blocks AI training with a proof, and compares with the old version', async () => {
      await page.open(WIDE);
      await page.evaluate(firstAnswerTime, FILE);
      await page.click('[role=tab]', 'Block AI');
      await page.click('[role=switch]', 'Block all crawlers for AI training');
      await page.shows('.proof', 'Proved: not affected are Googlebot, bingbot');
      await page.shows('.file-text .added', '# repkit init --block');
      await page.click('button', 'Compare with the old version');
      await page.shows('.outcome h2', 'Blocks everything for');
      await page.shows('.crawler-lists', 'Not affected');
    });

    test('judges an access log', async () => {
      await page.open(WIDE);
      await page.evaluate(firstAnswerTime, FILE);
      await page.click('[role=tab]', 'Visits');
      await page.shows('.visits h2', 'Who visits your site?');
      await page.evaluate((text) => {
        const files = new DataTransfer();
        files.items.add(new File([text], 'access.log'));
        const input = document.querySelector<HTMLInputElement>('.visits input[type=file]');
        if (input === null) throw new Error('missing file input');
        input.files = files.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      }, LOG);
      await page.shows('.visits h2', 'would have turned away 1 of 2 requests of Googlebot.');
      await page.shows('.visitors', 'bingbot');
    });
  });
}
