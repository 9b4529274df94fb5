/** A site that sends its first response on demand. */
import { RULES } from './proof.js';
import { type Site, startSite } from './site.js';

/** Later responses are immediate. Stops with the test. */
export async function startHoldingSite(): Promise<Site & { release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const site: Site = await startSite({
    '/robots.txt': async (_, response) => {
      if (site.log.length === 1) await promise;
      response.end(RULES);
    },
  });
  return { ...site, release: resolve };
}
