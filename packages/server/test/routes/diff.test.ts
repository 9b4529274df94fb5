import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

test('diff lists 1,000 changes and counts the others', async () => {
  const service = await startService();
  const rules = Array.from({ length: 1100 }, (_, at) => `Disallow: /x${at}/\n`);
  const response = await service.post('/v1/diff', {
    before: 'User-agent: *\nDisallow:\n',
    after: `User-agent: *\n${rules.join('')}`,
  });
  const { changes, omittedChanges } = (await response.json()) as {
    changes: unknown[];
    omittedChanges: number;
  };
  expect(changes).toHaveLength(1000);
  expect(omittedChanges).toBe(100);
});

test('diff says which files exceed the parsing limit, beyond which nothing is compared', async () => {
  const service = await startService();
  const before = 'User-agent: *\nDisallow: /a\n';
  const after = `${before}#${'x'.repeat(512_000)}\nDisallow: /\n`;
  const response = await service.post('/v1/diff', { before, after });
  expect(await response.json()).toMatchObject({ equivalent: true, truncated: { before: false, after: true } });
});

test('each rule that blocks has a change, although one rule allowed its URLs', async () => {
  const service = await startService();
  const paths = ['/cart', '/checkout', '/products'];
  const open = 'User-agent: *\nAllow: /\n';
  const shop = `User-agent: *\n${paths.map((path) => `Disallow: ${path}\n`).join('')}`;
  for (const [before, after, effect] of [
    [open, shop, 'newly-blocked'],
    [shop, open, 'newly-allowed'],
  ]) {
    const response = await service.post('/v1/diff', { before, after });
    const { changes, complete } = (await response.json()) as {
      changes: readonly unknown[];
      complete: boolean;
    };
    expect(complete).toBe(true);
    expect(changes).toHaveLength(3);
    expect(changes).toMatchObject(paths.map((path) => ({ effect, pattern: path, witness: path, productTokens: ['*'] })));
  }
});

test('diff lists changed records, within the limits', async () => {
  const service = await startService();
  const before = 'User-agent: *\nDisallow: /a\nCrawl-delay: 2\n';
  const diff = async (after: string) => await (await service.post('/v1/diff', { before, after })).json();
  expect(await diff(before.replace('2', '5'))).toMatchObject({
    equivalent: false,
    accessEquivalent: true,
    changes: [],
    recordChanges: [
      {
        field: 'crawl-delay',
        productTokens: ['*'],
        removed: [{ value: '2', line: 3 }],
        added: [{ value: '5', line: 3 }],
      },
    ],
  });
  const fields = Array.from({ length: 1100 }, (_, at) => `field${at}: x\n`).join('');
  const { recordChanges, omittedRecordChanges } = (await diff(before + fields)) as {
    recordChanges: unknown[];
    omittedRecordChanges: number;
  };
  expect([recordChanges.length, omittedRecordChanges]).toEqual([1000, 100]);
});

test('a list of product tokens must name one, because nothing differs for no crawler', async () => {
  const service = await startService();
  const files = { before: 'User-agent: *\nDisallow: /a\n', after: 'User-agent: *\nDisallow: /\n' };
  for (const more of [{}, { crawlers: ['Googlebot'] }]) {
    const response = await service.post('/v1/diff', { ...files, productTokens: [], ...more });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '#/productTokens', detail: 'Must not be empty.' }] });
  }
});

test('without a dialect, each known crawler is compared in the one that it documents', async () => {
  const service = await startService();
  const after = 'User-agent: *\nDisallow: /wiki/Special:\n';
  const files = { before: `${after}Disallow: /wiki/Special%3A\n`, after };
  const diff = async (more: object) => await (await service.post('/v1/diff', { ...files, ...more })).json();
  expect(await diff({})).toMatchObject({
    equivalent: false,
    dialects: ['rfc9309', 'google', 'yandex'],
    changes: [
      {
        productTokens: expect.arrayContaining(['Googlebot']),
        effect: 'newly-allowed',
        witness: '/wiki/Special%3A',
      },
    ],
  });
  for (const given of [{ dialect: 'rfc9309' }, { productTokens: ['Googlebot'] }]) {
    expect(await diff(given)).toMatchObject({ equivalent: true, dialects: ['rfc9309'] });
  }
});

test('crawlers are compared as their operators document them', async () => {
  const service = await startService();
  const files = {
    before: 'User-agent: Googlebot\nDisallow:\n\nUser-agent: *\nDisallow: /x\n',
    after: 'User-agent: Googlebot\nDisallow: /shop/\n\nUser-agent: *\nDisallow: /x\n',
  };
  const diff = async (more: object) => await (await service.post('/v1/diff', { ...files, ...more })).json();
  const change = { effect: 'newly-blocked', witness: '/shop/' };
  // Applebot follows the group of Googlebot; as a product token, it would follow that of "*".
  expect(await diff({ crawlers: ['applebot'] })).toMatchObject({
    changes: [{ ...change, productTokens: ['Applebot'] }],
  });
  expect(await diff({ productTokens: ['Applebot'] })).toMatchObject({ changes: [] });
  expect(await diff({ crawlers: ['Googlebot'], productTokens: ['CCBot'] })).toMatchObject({
    dialects: ['rfc9309', 'google'],
    changes: [{ ...change, productTokens: ['Googlebot'] }],
  });
  expect(await diff({ crawlers: ['Googlebot'], dialect: 'rfc9309' })).toMatchObject({
    dialects: ['rfc9309'],
  });
  // Of the crawlers for a purpose, those that robots.txt does not govern are left out.
  expect(await diff({ crawlers: ['ai-user', 'search'] })).toMatchObject({
    changes: [
      { ...change, productTokens: ['Applebot', 'ImagesiftBot', 'Kagibot'] },
      { ...change, productTokens: expect.arrayContaining(['Googlebot', 'Googlebot-News']) },
    ],
  });
});

test.each([
  ['Gogglebot', 'Unknown crawler "Gogglebot". Did you mean "Googlebot"?'],
  ['ChatGPT-User', 'robots.txt does not govern ChatGPT-User, so there is nothing to compare.'],
])('the crawler %s is rejected with its location', async (name, detail) => {
  const service = await startService();
  const crawlers = ['GPTBot', name];
  const response = await service.post('/v1/diff', { before: '', after: '', crawlers });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    detail,
    errors: [{ pointer: '#/crawlers/1' }],
  });
});
