/** A site whose first answer comes when a test says so. */
import { RULES } from './proof.js';
import { type Site, startSite } from './site.js';

/** Its later answers come at once. It ends with the test. */
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
