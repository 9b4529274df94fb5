import { expect, test } from 'vitest';
import { sharedService } from '../support/service.js';

const service = sharedService();

const SHOP = 'User-agent: *\nDisallow: /cart\n';

test('init blocks by purpose and proves that no other crawler is affected', async () => {
  const request = { robotsTxt: SHOP, block: ['archive'], except: ['CCBot'] };
  const response = await service().post('/v1/init', request);
  expect(response.status).toBe(200);
  const body = (await response.json()) as { robotsTxt: string; unaffected: string[] };
  expect(body).toMatchObject({
    robotsTxt: expect.stringContaining('Disallow: /\n# end of repkit init\n'),
    blocked: [{ name: 'archive.org_bot', changed: true, mixed: false }, {}, {}, {}],
    named: [],
    notes: [],
    diff: { complete: true, changes: [{ effect: 'newly-blocked', witness: '/' }] },
  });
  expect(body.unaffected).toEqual(expect.arrayContaining(['Googlebot', 'CCBot']));
  const update = await service().post('/v1/init', { robotsTxt: body.robotsTxt, update: true });
  expect(await update.json()).toMatchObject({
    robotsTxt: body.robotsTxt,
    diff: { equivalent: true },
  });
});

test.each([
  [
    { block: ['archive'], keep: ['ai-training'] },
    { status: 422, type: '/docs#problem-not-written', errors: [{ pointer: '#/block' }] },
  ],
  [
    { robotsTxt: SHOP, update: true },
    { status: 422, errors: [{ pointer: '#/robotsTxt' }] },
  ],
  [{ robotsTxt: SHOP }, { status: 400, detail: 'Send either block or update.', errors: [{ pointer: '#' }] }],
  [
    { block: ['seo'], update: true },
    { status: 400, errors: [{ pointer: '#/update' }] },
  ],
  [
    { robotsTxt: SHOP, update: false },
    { status: 400, detail: '#/update: Must be true.' },
  ],
  [
    { robotsTxt: SHOP, update: true, except: ['CCBot'] },
    {
      status: 400,
      detail: 'update takes the options of the block in robotsTxt. Omit except.',
      errors: [{ pointer: '#/except' }],
    },
  ],
  [
    { update: true, signals: false },
    { status: 400, errors: [{ pointer: '#/signals' }] },
  ],
  [
    { block: ['seo'], keep: ['seo'] },
    { status: 400, detail: expect.stringContaining('both blocked and kept'), errors: [{ pointer: '#/keep/0' }] },
  ],
  [
    { block: ['seo'], except: ['CCBot', 'Nobody'] },
    { status: 400, errors: [{ pointer: '#/except/1' }] },
  ],
  [
    { block: ['seo'], sitemap: '/s.xml' },
    { status: 400, errors: [{ pointer: '#/sitemap' }] },
  ],
  [{ block: ['sales'] }, { status: 400 }],
])('init: %j is a problem', async (request, problem) => {
  const response = await service().post('/v1/init', request);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(await response.json()).toMatchObject(problem);
});
