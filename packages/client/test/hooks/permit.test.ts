import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { provenanceOf, viewOf } from '../../src/client/cached-entry.js';
import { permit, permitInTurn, RobotsDisallowedError } from '../../src/hooks/permit.js';
import { RobotsClient } from '../../src/index.js';
import { policies } from '../../src/policy/policy.js';
import { DAY } from '../support/clock.js';
import { http } from '../support/outcomes.js';
import { proofClient } from '../support/proof.js';
import { ScriptedTransport } from '../support/scripted-transport.js';
import { ORIGIN, type Situated, situated } from '../support/situations.js';

function refused(where: Situated, url = `${ORIGIN}/private/a`): RobotsDisallowedError {
  const situation = situated(where);
  const view = viewOf(situation);
  const decision = situation.cached.deciderFor(view.state, 'ExampleBot', {}).decide(url);
  const checked = { url, provenance: provenanceOf(situation, view) };
  const nextTryAt = view.entry.refreshAt;
  if (decision.outcome === 'allowed') throw new Error('It is allowed.');
  return new RobotsDisallowedError(
    decision.outcome === 'unreachable' ? { ...decision, ...checked, nextTryAt } : { ...decision, ...checked },
  );
}

test('the message names the rule and its line, and the error carries the decision', () => {
  const error = refused({ attempts: [[0, http(200, 'User-agent: *\nDisallow: /private\n')]] });
  expect(error.message).toBe(
    'https://example.com/robots.txt does not allow ExampleBot to fetch https://example.com/private/a (line 2: disallow /private).',
  );
  expect(error).toMatchObject({
    name: 'RobotsDisallowedError',
    code: 'ERR_ROBOTS_DISALLOWED',
    decision: { outcome: 'disallowed' },
  });
});

test('the message says why robots.txt is unreachable and when the next try is', () => {
  const answer = http(503, undefined, { 'retry-after': '3600' });
  expect(refused({ attempts: [[0, answer]] }).message).toBe(
    'https://example.com/robots.txt is unreachable (status 503), so ExampleBot may not fetch ' +
      'https://example.com/private/a. Next try: 2026-11-21T13:00:00.000Z.',
  );
});

test('Koster 1996 3.1: the message names the status that restricts the site', () => {
  const policy = policies.koster1996;
  expect(refused({ policy, attempts: [[0, http(403)]] }).message).toContain('(status 403)');
});

test('the message omits user name and password', () => {
  const url = 'https://user:secret@example.com/private/a';
  const disallowed = refused({ attempts: [[0, http(200, 'User-agent: *\nDisallow: /private\n')]] }, url);
  const unreachable = refused({ attempts: [[0, http(503)]] }, url);
  for (const { message } of [disallowed, unreachable]) {
    expect(message).toContain('fetch https://example.com/private/a');
    expect(message).not.toMatch(/user|secret/);
  }
});

describe('obeyCrawlDelay', () => {
  test('turns that a busy event loop missed are reserved again', async () => {
    const transport = new ScriptedTransport(() => http(200, 'User-agent: *\nCrawl-delay: 1\n'));
    const client = proofClient({ transport });
    const reserved: number[] = [];
    const used: number[] = [];
    const permitted = Array.from({ length: 4 }, async () => {
      let turn = 0;
      const check = (url: string | URL) => client.check(url);
      const schedule = async (url: string | URL) => {
        const scheduled = await client.schedule(url);
        turn = scheduled.at;
        reserved.push(turn);
        return scheduled;
      };
      await permitInTurn({ check, schedule }, `${ORIGIN}/a`, { obeyCrawlDelay: true });
      used.push(turn);
    });
    await expect.poll(() => reserved.length).toBe(4);
    const busyFrom = Date.now();
    const until = busyFrom + 2500;
    while (Date.now() < until);
    await Promise.all(permitted);
    // A tenth of the delay is tolerated.
    const isMissed = (turn: number) => turn > busyFrom && turn < until - 100;
    expect(reserved.filter(isMissed).length).toBeGreaterThan(0);
    expect(used.filter(isMissed)).toEqual([]);
    expect(used).toHaveLength(4);
  });

  test('a turn that has passed when the store responds is reserved again', async () => {
    const client = proofClient({ transport: new ScriptedTransport(() => http(200, '')) });
    const check = (url: string | URL) => client.check(url);
    const passed = [200, 0, 0];
    const schedule = async () => {
      const at = Date.now() - (passed.shift() ?? 0);
      return { at, intervalMs: 1000, from: 'crawl-delay' as const };
    };
    await permitInTurn({ check, schedule }, `${ORIGIN}/a`, { obeyCrawlDelay: true });
    expect(passed).toEqual([0]);
  });

  test.each([new Error('enough'), 'enough', undefined])(
    'an abort ends the wait for a turn with the reason of the signal: %s',
    async (reason) => {
      const client = proofClient({ transport: new ScriptedTransport(() => http(200, '')) });
      const check = (url: string | URL) => client.check(url);
      const abort = new AbortController();
      const schedule = async () => {
        setTimeout(() => abort.abort(reason), 20);
        return { at: Date.now() + DAY, intervalMs: DAY, from: 'crawl-delay' as const };
      };
      const obeying = { obeyCrawlDelay: true };
      const waiting = permitInTurn({ check, schedule }, `${ORIGIN}/a`, obeying, abort.signal);
      const error = await waiting.catch((thrown: unknown) => thrown);
      expect(error).toBe(abort.signal.reason);
      expect(abort.signal.aborted).toBe(true);
    },
  );

  test('a turn that is further away than the longest timer is awaited', async () => {
    const client = proofClient({ transport: new ScriptedTransport(() => http(200, '')) });
    const check = (url: string | URL) => client.check(url);
    const sleep = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
    syncBuiltinESMExports();
    onTestFinished(() => {
      sleep.mockRestore();
      syncBuiltinESMExports();
    });
    const at = Date.now() + 100 * DAY;
    const schedule = async () => ({ at, intervalMs: 1000, from: 'crawl-delay' as const });
    await permitInTurn({ check, schedule }, `${ORIGIN}/a`, { obeyCrawlDelay: true });
    const waits = sleep.mock.calls.map(([ms = 0]) => ms);
    // Node.js fires a timer with a longer delay after 1 ms.
    expect(Math.max(...waits)).toBeLessThan(2 ** 31);
    expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(99 * DAY);
  });

  test('a process that is late for every turn is not delayed forever', async () => {
    const client = proofClient({ transport: new ScriptedTransport(() => http(200, '')) });
    const check = (url: string | URL) => client.check(url);
    const schedule = vi.fn(async () => ({
      at: Date.now() - 20,
      intervalMs: 1,
      from: 'crawl-delay' as const,
    }));
    await permitInTurn({ check, schedule }, `${ORIGIN}/a`, { obeyCrawlDelay: true });
    expect(schedule).toHaveBeenCalledTimes(11);
  });
});

test.each(['Google-Extended', 'Applebot-Extended'])(
  'throws a TypeError for %s, whose rules permit uses of content and no requests',
  async (crawler) => {
    const transport = new ScriptedTransport(() => http(200, 'User-agent: *\nAllow: /\n'));
    const client = new RobotsClient({ userAgent: 'ExampleBot/1.0', crawler, transport });
    await expect(permit(client, `${ORIGIN}/a`)).rejects.toThrow(
      new TypeError(`${crawler} sends no requests, so its rules permit none. Create the client with the crawler that fetches.`),
    );
    await client.close();
  },
);
