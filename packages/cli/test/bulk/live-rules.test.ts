import { expect, test } from 'vitest';
import { liveRules } from '../../src/bulk/live-rules.js';
import { fakeIo } from '../support/fake-io.js';
import { nobodyThere, siteWith } from '../support/site.js';

function live() {
  const warnings: string[] = [];
  return liveRules(
    { policy: 'rfc9309', dialect: 'rfc9309' },
    {
      refresh: false,
      store: { kind: 'none' },
      guard: { allowHosts: ['127.0.0.1'], allowCidrs: [] },
      userAgent: 'repkit-test/1.0',
      timeoutMs: 5000,
    },
    ['a', 'b'],
    { ...fakeIo(), warn: (sentence) => warnings.push(sentence) },
  );
}

test('rules, none, and nobody there (RFC 9309 2.3.1)', async () => {
  const rules = await live();
  const withRules = await siteWith(200, 'User-agent: a\nDisallow: /p\n');
  const without = await siteWith(404);
  const nobody = await nobodyThere();
  const outcome = async (url: string, token = 0) => (await rules.load(url)).outcome(url, token);
  try {
    expect(await outcome(`${withRules.origin}/p`)).toBe('disallowed');
    expect(await outcome(`${withRules.origin}/p`, 1)).toBe('allowed');
    expect(withRules.log).toEqual(['/robots.txt']);
    expect(await outcome(`${without.origin}/p`)).toBe('allowed');
    expect(await outcome(`${nobody}/p`)).toBe('unreachable');
    expect(await outcome(`${nobody}/robots.txt?x`)).toBe('allowed');
    expect(await outcome(`${nobody}/a/robots.txt`)).toBe('unreachable');
  } finally {
    await rules.close();
  }
});

test.each(['/p', 'nothing', 'mailto:a@b.example', 'http://'])('%s is of no site', async (url) => {
  const rules = await live();
  await expect(rules.load(url)).rejects.toThrow(TypeError);
  await rules.close();
});
