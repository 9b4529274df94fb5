import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RedisProcess, startRedisServer } from '../../../../scripts/lib/redis-server.mjs';
import { describeWith } from '../../../../test/support/program.js';
import {
  ACQUIRE,
  COMMIT,
  HAS_LEADER,
  runScript,
  TAKE_TURN,
} from '../../src/store/redis-scripts.js';

describeWith(['redis-server'], 'scripts', () => {
  let server: RedisProcess;
  let client: Redis;

  beforeAll(async () => {
    server = await startRedisServer();
    client = new Redis(server.port);
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  const run = async (
    script: string,
    key: string,
    ...args: (string | number | Buffer)[]
  ): Promise<unknown> => plain(await runScript(client, script, key, args));

  test('are sent to a connection once, then called by hash', async () => {
    await client.config('RESETSTAT');
    for (let at = 0; at < 5; at += 1) await run(HAS_LEADER, 'sent');
    const stats = await client.info('commandstats');
    const calls = (name: string) =>
      Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1]);
    expect([calls('eval'), calls('evalsha')]).toEqual([1, 4]);
  });

  test('script errors are reported', async () => {
    await client.set('text', 'a');
    await expect(run(COMMIT, 'text', '1', 'release')).rejects.toThrow('WRONGTYPE');
    await expect(run('return nothing.at_all', 'text')).rejects.toThrow('nothing');
  });

  test.each(['refresh', 'from', 'until', 'fence'])(
    'an invalid value counts as missing: %s',
    async (field) => {
      const key = `broken ${field}`;
      const acquire = () => list(run(ACQUIRE, key, 'when-due', 60_000, '', 60_000));
      const [, , fence] = await acquire();
      const put = ['put', '{}', Date.now() + 600_000, 700_000, 'drop'];
      expect(await run(COMMIT, key, String(fence), ...put)).toBe(1);
      expect((await acquire())[1]).toBe('reader');
      await client.hset(key, 'refresh', '0', 'from', '0', 'until', '1');
      await client.hset(key, field, 'soon');
      const [, role, next] = await acquire();
      expect(role).toBe('leader');
      expect(await run(HAS_LEADER, key)).toBe(1);
      expect(await run(COMMIT, key, String(next), ...put)).toBe(1);
      expect((await acquire())[1]).toBe('reader');
    },
  );

  test('a value of another type is deleted', async () => {
    await client.set('entry', 'a');
    expect((await list(run(ACQUIRE, 'entry', 'when-due', 60_000, '', 60_000)))[1]).toBe('leader');
    expect(await run(HAS_LEADER, 'entry')).toBe(1);
    await client.set('turn', 'a');
    expect(await run(TAKE_TURN, 'turn', '', 1000, 60_000)).toBe('0');
    await client.hset('turn', 'at', 'soon');
    expect(await run(TAKE_TURN, 'turn', '', 600_000, 60_000)).toBe('0');
    expect(Number(await run(TAKE_TURN, 'turn', '', 600_000, 60_000))).toBeGreaterThan(300_000);
  });

  test("acquire returns exact times and fences, using the server's clock by default", async () => {
    const began = Date.now() - 1;
    const [now, role, fence, facts, body] = await list(
      run(ACQUIRE, 'a', 'now', 60_000, '', 60_000),
    );
    expect(Number(now)).toBeGreaterThan(began);
    expect(Number(fence)).toBeGreaterThan(began * 1000);
    expect(Number.isSafeInteger(Number(fence))).toBe(true);
    expect([role, facts, body]).toEqual(['leader', null, null]);
    const following = await list(run(ACQUIRE, 'a', 'now', 60_000, 1.5, 60_000));
    const left = following.at(-1);
    expect(following.slice(0, 3)).toEqual(['1.5', 'follower', fence]);
    expect(Number(left)).toBeLessThanOrEqual(60_000);
    expect(await client.pttl('a')).toBeGreaterThan(0);
  });

  test('commit ends a lease once, and stores bytes exactly', async () => {
    const [, , fence] = await list(run(ACQUIRE, 'b', 'now', 60_000, '', 60_000));
    expect(await run(COMMIT, 'b', Number(fence) - 1, 'release')).toBe(0);
    expect(await run(HAS_LEADER, 'b')).toBe(1);
    const bytes = Buffer.from([0, 255, 10]);
    const put = [String(fence), 'put', '{}', 12.5, 70_000, 'replace', bytes];
    expect(await run(COMMIT, 'b', ...put)).toBe(1);
    expect(await run(HAS_LEADER, 'b')).toBe(0);
    expect(await run(COMMIT, 'b', ...put)).toBe(0);
    expect(await client.hgetBuffer('b', 'body')).toEqual(bytes);
    expect(await client.hmget('b', 'facts', 'refresh')).toEqual(['{}', '12.5']);
  });

  test('a turn is returned as the wait until then', async () => {
    expect(await run(TAKE_TURN, 'c', 1000, 250, 60_000)).toBe('0');
    expect(await run(TAKE_TURN, 'c', 1000, 250, 60_000)).toBe('250');
    expect(await run(TAKE_TURN, 'c', 1300.5, 250, 60_000)).toBe('199.5');
    expect(await client.pttl('c')).toBeGreaterThan(0);
  });
});

async function list(answer: Promise<unknown>): Promise<unknown[]> {
  const value = await answer;
  return Array.isArray(value) ? value : [];
}

/** A reply with its Buffers as text. */
function plain(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(plain);
  return Buffer.isBuffer(answer) ? answer.toString() : answer;
}
