import { expect, test } from 'vitest';
import { permit } from '../../src/hooks/permit.js';
import { startCrawledSites } from '../support/crawled-sites.js';

test('an allowed URL passes', async () => {
  const { client, site } = await startCrawledSites();
  await expect(permit(client, `${site.origin}/page`)).resolves.toBeUndefined();
});

test('the robots.txt itself passes (RFC 9309 2.2.2)', async () => {
  const { client, site } = await startCrawledSites();
  await expect(permit(client, `${site.origin}/robots.txt`)).resolves.toBeUndefined();
});

test('a disallowed URL throws the error that carries the decision', async () => {
  const { client, site } = await startCrawledSites();
  await expect(permit(client, `${site.origin}/private`)).rejects.toMatchObject({
    name: 'RobotsDisallowedError',
    decision: { outcome: 'disallowed', reason: 'rule', url: `${site.origin}/private` },
  });
});

test('while the robots.txt is unreachable nothing passes (RFC 9309 2.3.1.4)', async () => {
  const { client, broken } = await startCrawledSites();
  await expect(permit(client, `${broken.origin}/page`)).rejects.toMatchObject({
    name: 'RobotsDisallowedError',
    decision: { outcome: 'unreachable' },
  });
});

test('a URL without a robots.txt does not pass', async () => {
  const { client } = await startCrawledSites();
  await expect(permit(client, 'gopher://example.com/')).rejects.toThrow(TypeError);
});

test('a question that is called off rejects with the reason', async () => {
  const { client, site } = await startCrawledSites();
  const reason = new Error('enough');
  await expect(permit(client, `${site.origin}/page`, AbortSignal.abort(reason))).rejects.toBe(
    reason,
  );
});
