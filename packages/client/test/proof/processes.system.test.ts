/** Clients in several processes that share a store: one fetch for all, and a failing leader does not affect the others. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { startRedisServer } from '../../../../test/support/redis-server.js';
import { LOCK_MARGIN_MS } from '../../src/client/settings.js';
import type { ClientLimits } from '../../src/index.js';
import { ClientProcess } from '../support/client-process.js';
import { startHoldingSite } from '../support/holding-site.js';
import { proofClient, RULES } from '../support/proof.js';
import { startSite } from '../support/site.js';
import { openStore, type StoreLocation } from '../support/store-place.js';

const KINDS = ['sqlite', 'redis'] as const;

/** A busy machine may take longer than a crawler would wait. */
const PATIENT = { storeMs: 30_000, waitMs: 60_000 };

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

/** The first process fills the compile cache for the others. */
async function startProcesses(count: number, limits: Partial<ClientLimits>) {
  const first = await ClientProcess.start(limits);
  const others = Array.from({ length: count - 1 }, () => ClientProcess.start(limits));
  return [first, ...(await Promise.all(others))];
}

describeWith(['redis-server'], 'across processes', () => {
  /** For all tests but the last: a process takes most of a second to start. */
  let processes: readonly ClientProcess[] = [];

  beforeAll(async () => {
    processes = await startProcesses(8, PATIENT);
  });

  afterAll(() => Promise.all(processes.map((each) => each.kill())));

  describe.each(KINDS)('with %s', (kind) => {
    test('8 processes x 400 checks over 20 origins: exactly 20 fetches', async () => {
      const place = await newPlace(kind);
      const sites = await Promise.all(
        Array.from({ length: 20 }, () =>
          startSite({
            // The duration of a fetch, during which the others check URLs.
            '/robots.txt': (_, response) => void setTimeout(() => response.end(RULES), 100),
          }),
        ),
      );
      const urls = sites.flatMap(({ origin }) => [`${origin}/private`, `${origin}/open`]);
      // The first 40 checks of each process meet the others at the store, and the next ones are read from memory.
      const results = await Promise.all(processes.map((each) => each.run({ place, urls, checks: 400 })));
      expect(sites.flatMap(({ log }) => log)).toEqual(Array(20).fill('GET /robots.txt'));
      expect(results.map(({ outcomes }) => outcomes)).toEqual(Array(8).fill({ allowed: 200, disallowed: 200 }));
      expect(results.reduce((sum, { fetches }) => sum + fetches, 0)).toBe(20);
      expect(results.flatMap(({ rejected, storeErrors }) => [...rejected, ...storeErrors])).toEqual([]);
    });

    test('an entry invalidated by one client is not read by clients that start later', async () => {
      const place = await newPlace(kind);
      const site = await startSite({ '/robots.txt': RULES });
      const url = `${site.origin}/private`;
      const newClient = () => {
        const store = openStore(place);
        onTestFinished(() => store.close?.());
        return proofClient({ store });
      };
      const [client, second] = [newClient(), newClient()];
      for (const each of [client, second]) expect(await each.isAllowed(url)).toBe(false);
      site.answer('/robots.txt', 404);
      await Promise.all([client.invalidate(url), second.invalidate(url), client.invalidate(url)]);
      expect(await client.isAllowed(url)).toBe(true);
      expect((await newClient().check(url)).provenance).toMatchObject({
        source: 'store',
        status: 404,
      });
      expect(client.counters.errors).toEqual({});
    });

    test('turns of 4 processes keep their distance, at 100 turns per second', async () => {
      const place = await newPlace(kind);
      const rules = 'User-agent: *\nCrawl-delay: 0.01\n';
      const site = await startSite({ '/robots.txt': rules });
      const results = await Promise.all(
        processes.slice(0, 4).map((each) => each.run({ place, urls: [`${site.origin}/a`], turns: 50 })),
      );
      const turns = results.flatMap((result) => result.turns).sort((a, b) => a.at - b.at);
      expect(turns).toHaveLength(200);
      for (const [index, { at }] of turns.slice(1).entries()) {
        expect(at - (turns[index]?.at ?? 0)).toBeGreaterThan(9.9);
      }
      expect(results.flatMap(({ storeErrors }) => storeErrors)).toEqual([]);
      // 200 turns take two seconds. A busy machine may not need every turn in time.
      const first = turns[0]?.at ?? 0;
      expect((turns.at(-1)?.at ?? 0) - first).toBeLessThan(20_000);
    });
  });

  // Both stores at once, because the lock of 10 s passes in real time.
  test('a stopped or killed leader delays others only by its lock, and its late result is not stored', async () => {
    await Promise.all(KINDS.map(proveLocks));
  });
});

async function proveLocks(kind: StoreLocation['kind']): Promise<void> {
  const place = await newPlace(kind);
  // Long enough for a busy machine to make a request, and to stop the process that made it.
  const limits = { ...PATIENT, totalMs: 5000 };
  const lockMs = limits.totalMs + LOCK_MARGIN_MS;
  const [stopped, killed] = await Promise.all([ClientProcess.start(limits), ClientProcess.start(limits)]);
  for (const each of [stopped, killed]) onTestFinished(() => each.kill());
  const [siteOfStopped, siteOfKilled] = [await startHoldingSite(), await startHoldingSite()];
  const lateResult = stopped.run({ place, urls: [`${siteOfStopped.origin}/private`], checks: 1 });
  killed.run({ place, urls: [`${siteOfKilled.origin}/private`], checks: 1 }).catch(() => {});
  const requestCounts = () => [siteOfStopped.log.length, siteOfKilled.log.length];
  await expect.poll(requestCounts).toEqual([1, 1]);
  stopped.signal('SIGSTOP');
  await killed.kill();

  const store = openStore(place);
  onTestFinished(() => store.close?.());
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
  expect(performance.now() - began).toBeLessThan(lockMs);
  const fetchedAt: number[] = [];
  for (const url of urls) {
    // One takes over, and the others wait for it.
    const decisions = await Promise.all(patient.map((client) => client.check(url)));
    expect(decisions.map(({ outcome }) => outcome)).toEqual(patient.map(() => 'disallowed'));
    expect(decisions.map(({ provenance }) => provenance.store)).toEqual(patient.map(() => kind));
    const sources = decisions.map(({ provenance }) => provenance.source).sort();
    expect(sources).toEqual(['fetched', 'store', 'store', 'store']);
    fetchedAt.push(decisions[0]?.provenance.fetchedAt ?? 0);
  }
  // Far below `waitMs`, their maximum wait for a running leader.
  expect(performance.now() - began).toBeLessThan(lockMs + 30_000);

  stopped.signal('SIGCONT');
  siteOfStopped.release();
  // The stopped process fetched before the others, so that its result does not replace theirs.
  expect((await lateResult).storeErrors).toEqual([]);
  const newcomer = proofClient({ store, limits });
  const { outcome, provenance } = await newcomer.check(urls[0] ?? '');
  expect([outcome, provenance.source]).toEqual(['disallowed', 'store']);
  expect(provenance.fetchedAt).toBe(fetchedAt[0]);
  // The first leader, the impatient follower, and the next leader.
  expect(requestCounts()).toEqual([3, 3]);
}
