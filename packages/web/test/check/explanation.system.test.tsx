import type { DialectName } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { ChosenExplanation, ExplanationCard } from '../../src/check/explanation.js';
import { explain as explainCheck } from '../../src/worker/check.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

async function explain(body: string, url: string, productToken: string, dialect?: DialectName) {
  const site = { robotsTxt: body, dialect, isBlocked: false };
  const explanation = explainCheck({ ...site, check: { url, productToken } });
  if (explanation === undefined) throw new Error('no explanation');
  return showInApp(<ExplanationCard {...explanation} />);
}

describe('an explanation', () => {
  test('names the deciding rule and why others are overridden (RFC 9309 2.2.2)', async () => {
    const body = 'User-agent: Googlebot\nDisallow: /x\nAllow: /x/y\nDisallow: /x/y\n';
    const { root } = await explain(body, '/x/y', 'Googlebot');
    expect(root.querySelector('h2')?.textContent).toContain('Googlebot: allowed');
    const rules = [...root.querySelectorAll('.matched li')].map(({ textContent }) => textContent);
    expect(rules).toEqual([
      `line 3Allow: /x/y${en.check.decides} · 4 bytes`,
      `line 4Disallow: /x/y${en.check.lost['allow-wins-tie']} · 4 bytes`,
      `line 2Disallow: /x${en.check.lost['fewer-bytes']} · 2 bytes`,
    ]);
    expect(root.querySelector('a')?.href).toMatch(/^https:/);
  });

  test('says that the first rule decides in the 1996 draft (3.2.2)', async () => {
    const body = 'User-agent: *\nDisallow: /x\nAllow: /x/y\n';
    const { root } = await explain(body, '/x/y', '*', 'koster1996');
    expect(root.textContent).toContain(en.check.reason['rule-in-order']);
    expect(root.textContent).toContain(en.check.lost['later-in-file']);
    expect(root.querySelector('h2')?.textContent).toContain('all other crawlers: blocked');
  });

  test('shows the first 20 of 50,000 matching rules and 60 user-agent lines', async () => {
    const body = 'User-agent: a\n'.repeat(60) + 'Allow:/\n'.repeat(50_000);
    const { root } = await explain(body, '/x', 'a');
    expect(root.querySelectorAll('.matched li').length).toBe(20);
    expect(root.textContent).toContain('and 49,980 more');
    expect(root.querySelector('.facts')?.textContent).toContain('20 and 40 more');
  });

  test.each([
    ['koster1996', 'Other dialects decide differently (allowed): RFC 9309, 2019 draft, Google'],
    ['rfc9309', 'Other dialects decide differently (blocked): 1996 draft'],
  ] as const)('names the dialects that decide differently than %s', async (dialect, sentence) => {
    const body = 'User-agent: *\nDisallow: /x\nAllow: /x/y\n';
    const { root } = await explain(body, '/x/y', '*', dialect);
    expect(root.textContent).toContain(sentence);
    const agreed = await explain(body, '/x/z', '*', dialect);
    expect(agreed.root.textContent).not.toContain('Other dialects');
  });

  test.each([
    ['no-rule', 'User-agent: *\nDisallow: /x\n', '/y'],
    ['no-group', '', '/y'],
    ['robots-txt', 'User-agent: *\nDisallow: /\n', '/robots.txt'],
  ] as const)('gives the reason if no rule decides: %s', async (reason, body, url) => {
    const { root } = await explain(body, url, 'a');
    expect(root.textContent).toContain(en.check.reason[reason]);
    expect(root.querySelector('.matched')).toBeNull();
  });
});

const SITE = { robotsTxt: 'User-agent: a\nDisallow: /x\n', urls: '/x', productTokens: ['a'] };

test('explains the chosen verdict', async () => {
  const chosen = { url: '/x', productToken: 'a' };
  const { root } = await showInApp(<ChosenExplanation />, { ...SITE, chosen });
  await expect.poll(() => root.querySelector('.explanation')?.textContent).toContain('a: blocked');
});

test('is absent if no verdict is chosen or the choice is invalid', async () => {
  const { root, state, change } = await showInApp(<ChosenExplanation />, {
    ...SITE,
    chosen: undefined,
  });
  expect(root.textContent).toBe('');
  await change({ chosen: { url: 'nothing', productToken: 'a' } });
  await expect.poll(() => state.checked.value).toBeDefined();
  expect(root.textContent).toBe('');
});

describe('a known crawler', () => {
  const BODY = 'User-agent: Googlebot\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n';

  test.each([
    ['Applebot', 'is-disallowed', 'follows the Googlebot group, because no group names Applebot.'],
    ['bingbot', 'is-disallowed', 'bingbot follows the "*" group, because no group names it.'],
    ['AdsBot-Google', 'is-allowed', 'No group names AdsBot-Google, and it ignores the "*" group.'],
    ['ChatGPT-User', 'is-not-governed', en.check.notGoverned.user],
    ['Google-Safety', 'is-not-governed', en.check.notGoverned.no],
    ['Google-Extended', 'is-disallowed', 'only about this use of content: Gemini training and grounding.'],
  ])('%s: says why, with its source', async (name, look, sentence) => {
    const { root } = await explain(BODY, '/x', name);
    expect([...(root.querySelector('.explanation')?.classList ?? [])]).toContain(look);
    expect(root.textContent).toContain(sentence);
    expect(root.querySelector<HTMLAnchorElement>('.reason a')?.href).toMatch(/^https:/);
    expect(root.textContent).toMatch(/, checked 20\d\d-\d\d-\d\d/);
  });

  test.each(['Googlebot', 'GPTBot', 'Applebot-Clone'])('%s follows RFC 9309', async (name) => {
    const { root } = await explain(BODY, '/x', name);
    expect(root.querySelectorAll('.reason')).toHaveLength(1);
  });
});
