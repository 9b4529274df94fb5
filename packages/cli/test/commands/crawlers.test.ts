import { knownCrawlers } from '@repkit/core/crawlers';
import { expect, test } from 'vitest';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

async function crawlers(...argv: string[]) {
  const io = fakeIo();
  return { code: await run(['crawlers', ...argv], io), ...io.written };
}

test('one line per crawler, with what differs from RFC 9309', async () => {
  const { code, out } = await crawlers();
  expect(code).toBe(0);
  const lines = out.trimEnd().split('\n');
  expect(lines).toHaveLength(knownCrawlers.length);
  expect(out).toMatch(/^Applebot +Apple; search; looks for Applebot, then Googlebot$/m);
  expect(out).toMatch(
    /^AdsBot-Google +Google; advertising; ignores the \* group\. It ignores the group of "\*", so name it\.$/m,
  );
  expect(out).toMatch(
    /^Google-Extended .*; Google-Extended sends no requests; its rules decide about Gemini training and grounding\. It governs .*\.$/m,
  );
  expect(out).toMatch(
    /^CCBot .*; archive, ai-training\. Its copies are also used to train models\.$/m,
  );
});

test('--format json has all facts with their sources', async () => {
  const { version, crawlers: all } = JSON.parse((await crawlers('--format', 'json')).out);
  expect(version).toBe(1);
  const applebot = all.find(({ name }: { name: string }) => name === 'Applebot');
  expect(applebot).toMatchObject({
    governed: true,
    productTokens: ['Applebot', 'Googlebot'],
    note: null,
  });
  expect(applebot.facts.productTokens.checked).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('takes no arguments', async () => {
  expect(await crawlers('GPTBot')).toMatchObject({
    code: 2,
    err: 'repkit crawlers: Unexpected argument "GPTBot". Write "repkit crawlers".\n',
  });
});
