import { expect, onTestFinished, test } from 'vitest';
import { SITE_KINDS, startLoadSites } from '../src/load-sites.js';

test('each site behaves as its name says', async () => {
  const { sites, close } = await startLoadSites();
  onTestFinished(close);
  const site = (kind: string) => {
    const found = sites.find((one) => one.kind === kind);
    if (found === undefined) throw new Error(`there is no site ${kind}`);
    return found;
  };
  const get = (kind: string, signal?: AbortSignal) =>
    fetch(`${site(kind).origin}/robots.txt`, { redirect: 'manual', ...(signal && { signal }) });
  expect(sites.map(({ kind }) => kind)).toEqual(SITE_KINDS);
  expect(await (await get('good')).text()).toContain('Disallow: /private/');
  expect((await get('looping')).status).toBe(302);
  await expect(get('silent', AbortSignal.timeout(100))).rejects.toThrow();
  const endless = (await get('endless')).body?.getReader();
  let bytes = 0;
  while (bytes < 1e6) bytes += (await endless?.read())?.value?.length ?? 0;
  await endless?.cancel();
  await site('dying').die();
  await expect(get('dying')).rejects.toThrow();
  await site('dying').revive();
  expect((await get('dying')).status).toBe(200);
});
