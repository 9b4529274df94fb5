import { knownCrawlers } from '@repkit/core/crawlers';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

async function crawlers(...argv: string[]) {
  const io = fakeIo();
  return { code: await run(['crawlers', ...argv], io), ...io.written };
}

describe('text', () => {
  test('has a block per crawler, with what differs from RFC 9309, what blocking costs, and the source', async () => {
    const { code, out } = await crawlers();
    expect(code).toBe(0);
    const blocks = out.split('\n\n');
    expect(blocks).toHaveLength(knownCrawlers.length + 1);
    for (const block of [
      `Applebot  Apple; search
  It looks for Applebot, then Googlebot.
  If blocked: The content does not appear in search results of Spotlight, Siri
  and Safari.
  Checked 2026-11-29: https://support.apple.com/en-us/119829`,
      `AdsBot-Google  Google; advertising; ignores the * group
  It ignores the group of "*", so name it.
  If blocked: It affects how Google Ads checks the quality of pages that
  advertisements link to.
  Checked 2026-11-29: https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers`,
      `AI2Bot  Ai2; ai-training
  https://allenai.org/crawler`,
    ]) {
      expect(blocks).toContain(block);
    }
    expect(out).toMatch(/^ChatGPT-User {2}OpenAI; ai-user; may ignore robots\.txt$/m);
    expect(out).toMatch(/^iTMS {2}Apple; other; does not apply robots\.txt$/m);
    expect(out).toMatch(/^ {2}Google-Extended sends no requests; its rules decide about Gemini/m);
  });

  test('fits into 80 columns, except for URLs', async () => {
    const lines = (await crawlers()).out.split('\n');
    expect(lines.filter((line) => line.length > 80 && !line.includes('https://'))).toEqual([]);
  });

  test('ends with the names that no crawler has today', async () => {
    const { out } = await crawlers();
    expect(out).toMatch(/^ {2}Claude-Web: ClaudeBot$/m);
    expect((await crawlers('--purpose', 'ai')).out).not.toContain('Claude-Web');
  });
});

describe('--purpose', () => {
  async function namesFor(...purposes: string[]): Promise<string[]> {
    const options = purposes.flatMap((purpose) => ['--purpose', purpose]);
    const { out } = await crawlers('--format', 'json', ...options);
    return JSON.parse(out).crawlers.map(({ name }: { name: string }) => name);
  }

  test('lists the crawlers for it, and merges repeated options in alphabetical order', async () => {
    expect(await namesFor('archive')).toContain('CCBot');
    expect(await namesFor('archive')).not.toContain('GPTBot');
    const both = await namesFor('monitoring', 'Archive', 'archive');
    expect(both).toEqual(
      knownCrawlers
        .filter(({ purposes }) => purposes.includes('archive') || purposes.includes('monitoring'))
        .map(({ name }) => name),
    );
    expect(await namesFor('all')).toHaveLength(knownCrawlers.length);
  });

  test.each([
    ['serch', 'Unknown purpose "serch". Did you mean "search"?'],
    ['GPTBot', 'Unknown purpose "gptbot". Use one of search, ai-training, '],
  ])('%s is an error', async (purpose, message) => {
    const { code, out, err } = await crawlers('--purpose', purpose);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(message);
  });
});

test('--format json has all facts with their sources', async () => {
  const { version, crawlers: all, formerNames } = JSON.parse((await crawlers('--format', 'json')).out);
  expect(version).toBe(1);
  const applebot = all.find(({ name }: { name: string }) => name === 'Applebot');
  expect(applebot).toMatchObject({
    governed: true,
    productTokens: ['Applebot', 'Googlebot'],
    addresses: { hostDomains: ['applebot.apple.com'] },
    note: null,
  });
  expect(applebot.facts.productTokens.checked).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(applebot.facts.blocking.source).toBe(applebot.source);
  expect(formerNames).toContainEqual({ name: 'anthropic-ai', replacedBy: ['ClaudeBot'] });
});

test('--format csv has a line per crawler (RFC 4180)', async () => {
  const { out } = await crawlers('--format', 'csv', '--purpose', 'ai-training');
  const lines = out.split('\r\n');
  expect(lines[0]).toBe('name,operator,purposes,blocking,source,checked');
  expect(lines).toContain(
    'bingbot,Microsoft,search ai-training,"Bing and Copilot rely on the same crawl, so the content may be less visible in both, or missing.",https://www.bing.com/webmasters/help/webmaster-guidelines-30fba23a,2026-11-29',
  );
  expect(lines).toContain('AI2Bot,Ai2,ai-training,,https://allenai.org/crawler,');
  expect(lines.at(-1)).toBe('');
});

test('takes no other argument than update', async () => {
  expect(await crawlers('GPTBot')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Unknown action "GPTBot". Use update.'),
  });
});
