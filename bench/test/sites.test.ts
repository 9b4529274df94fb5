import { expect, test } from 'vitest';
import { startSites } from '../src/sites.js';

test('each site is a separate origin, and only robots.txt requests are counted', async () => {
  const sites = await startSites(3, 'Disallow: /');
  try {
    expect(new Set(sites.origins).size).toBe(3);
    for (const origin of sites.origins) {
      expect(await (await fetch(`${origin}/robots.txt`)).text()).toBe('Disallow: /');
      await (await fetch(`${origin}/a`)).text();
    }
    expect(sites.takeRequests()).toBe(3);
    expect(sites.takeRequests()).toBe(0);
  } finally {
    await sites.close();
  }
});
