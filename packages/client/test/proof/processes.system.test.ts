/** Clients in several processes that share a store: one fetch for all, and a failing leader does not affect the others. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startRedisServer } from '../../../../scripts/lib/redis-server.mjs';
import { describeWith } from '../../../../test/support/program.js';
import { LEASE_MARGIN_MS } from '../../src/client/settings.js';
import { ClientProcess } from '../support/client-process.js';
import { startHoldingSite } from '../support/holding-site.js';
import { proofClient, RULES } from '../support/proof.js';
import { startSite } from '../support/site.js';
import { openStore, type StoreLocation } from '../support/store-place.js';

const KINDS = ['sqlite', 'redis'] as const;

/** A busy machine may take longer than a crawler would wait. */
const PATIENT = { storeMs: 30_000, waitMs: 60_000 };
const MINUTES = 120_000;

async function newPlace(kind: StoreLocation['kind']): Promise<StoreLocation> {
  if (kind === 'redis') {
    const redis = await startRedisServer();
    onTestFinished(() => redis.stop());
    return { kind, url: redis.url };
  }
  const folder = mkdtempSync(join(tmpdir(), 'repkit-proof-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { kind, path: join(folder, 'robots.sqlite') };
}

describeWith(['redis-server'], 'across processes', () => {
  test.each(KINDS)(
    '8 processes x 2,000 checks over 20 origins: exactly 20 fetches, %s',
    {
      timeout: MINUTES,
    },
    async (kind) => {
      const place = await newPlace(kind);
      const sites = await Promise.all(
        Array.from({ length: 20 }, () =>
          startSite({
            // The duration of a fetch, during which the others check URLs.
            '/robots.txt': (_, response) => void setTimeout(() => response.end(RULES), 100),
          }),
        ),
      );
      const processes = await Promise.all(
        Array.from({ length: 8 }, () => ClientProcess.start(place, PATIENT)),
      );
      const urls = sites.flatMap(({ origin }) => [`${origin}/private`, `${origin}/open`]);
      const results = await Promise.all(processes.map((each) => each.run({ urls, checks: 2000 })));
      expect(sites.flatMap(({ log }) => log)).toEqual(Array(20).fill('GET /robots.txt'));
      expect(results.map(({ outcomes }) => outcomes)).toEqual(
        Array(8).fill({ allowed: 1000, disallowed: 1000 }),
      );
      const fetches = results.reduce((sum, { counters }) => sum + counters.fetches, 0);
      expect(fetches).toBe(20);
      expect(results.flatMap(({ rejected, storeErrors }) => [...rejected, ...storeErrors])).toEqual(
        [],
      );
    },
  );

  test.each(KINDS)(
    'an entry invalidated by one client is removed from all that share the store, %s',
    async (kind) => {
      const place = await newPlace(kind);
      const site = await startSite({ '/robots.txt': RULES });
      const url = `${site.origin}/private`;
      const [one, other] = [1, 2].map(() => {
        const store = openStore(place);
        onTestFinished(() => store.close());
        return proofClient({ store });
      });
      for (const client of [one, other]) expect(await client?.isAllowed(url)).toBe(false);
      // Two at once: both succeed, and the others learn of it within about a second.
      for (let round = 1; round <= 3; round++) {
        site.answer('/robots.txt', round % 2 ? 404 : RULES);
        await Promise.all([one?.invalidate(url), other?.invalidate(url), one?.invalidate(url)]);
        expect(await one?.isAllowed(url)).toBe(round % 2 === 1);
        await one?.invalidate(url);
        site.answer('/robots.txt', round % 2 ? RULES : 404);
        await expect.poll(() => other?.isAllowed(url)).toBe(round % 2 === 0);
      }
      expect(other?.counters.errors).toEqual({});
    },
  );

  // Both stores at once, because the lease of 10 s passes in real time.
  test('a stopped or killed leader delays others only by its lease, and its late commit is rejected', {
    timeout: MINUTES,
  }, async () => {
    await Promise.all(KINDS.map(proveLeases));
  });
});

async function proveLeases(kind: StoreLocation['kind']): Promise<void> {
  const place = await newPlace(kind);
  // Long enough for a busy machine to make a request, and to stop the process that made it.
  const limits = { ...PATIENT, totalMs: 5000 };
  const leaseMs = limits.totalMs + LEASE_MARGIN_MS;
  const [stopped, killed] = await Promise.all([
    ClientProcess.start(place, limits),
    ClientProcess.start(place, limits),
  ]);
  const [siteOfStopped, siteOfKilled] = [await startHoldingSite(), await startHoldingSite()];
  const lateResult = stopped.run({ urls: [`${siteOfStopped.origin}/private`], checks: 1 });
  killed.run({ urls: [`${siteOfKilled.origin}/private`], checks: 1 }).catch(() => {});
  const requestCounts = () => [siteOfStopped.log.length, siteOfKilled.log.length];
  await expect.poll(requestCounts).toEqual([1, 1]);
  stopped.signal('SIGSTOP');
  await killed.kill();

  const store = openStore(place);
  onTestFinished(() => store.close());
  const began = performance.now();
  const impatient = proofClient({ store, limits: { ...limits, waitMs: 100 } });
  const patient = Array.from({ length: 4 }, () => proofClient({ store, limits }));
  const urls = [siteOfStopped, siteOfKilled].map(({ origin }) => `${origin}/private`);
  // The follower with a short wait fetches without the store, and reports it.
  for (const url of urls) {
    const { outcome, provenance } = await impatient.check(url);
    expect([outcome, provenance.store, provenance.storeError]).toEqual([
      'disallowed',
      'none',
      'another process took too long to fetch',
    ]);
  }
  expect(performance.now() - began).toBeLessThan(leaseMs);
  for (const url of urls) {
    // One takes over, and the others wait for it.
    const decisions = await Promise.all(patient.map((client) => client.check(url)));
    expect(decisions.map(({ outcome }) => outcome)).toEqual(patient.map(() => 'disallowed'));
    expect(decisions.map(({ provenance }) => provenance.store)).toEqual(patient.map(() => kind));
    const sources = decisions.map(({ provenance }) => provenance.source).sort();
    expect(sources).toEqual(['fetched', 'store', 'store', 'store']);
  }
  // Far below `waitMs`, their maximum wait for a running leader.
  expect(performance.now() - began).toBeLessThan(leaseMs + 30_000);

  stopped.signal('SIGCONT');
  siteOfStopped.release();
  expect((await lateResult).storeErrors).toEqual(['late-commit']);
  // The late result is not in the store, which has the newer one.
  const newcomer = proofClient({ store, limits });
  const { outcome, provenance } = await newcomer.check(urls[0] ?? '');
  expect([outcome, provenance.source]).toEqual(['disallowed', 'store']);
  // The first leader, the impatient follower, and the next leader.
  expect(requestCounts()).toEqual([3, 3]);
}
