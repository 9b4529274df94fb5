import { expect, test } from 'vitest';
import { describeWithRedis } from '../../../test/support/with-redis.js';
import type { RunIdentity } from '../src/fleet-run.js';
import { startFleet } from './support/fleet.js';

const IDENTITY: RunIdentity = {
  digest: 'd'.repeat(64),
  bytes: 10,
  pieceUrls: 2,
  policy: 'rfc9309',
  dialect: 'rfc9309',
  productTokens: ['*'],
};

function piece(index: number) {
  return { index, compressed: Buffer.from([0xff, index]) };
}

describeWithRedis('a run in Redis', () => {
  test('rejects other input or options for an existing run', async () => {
    const run = (await startFleet()).run();
    expect(await run.read()).toBeUndefined();
    await run.begin(IDENTITY, 5);
    await run.begin(IDENTITY, 5);
    await expect(run.begin({ ...IDENTITY, bytes: 11 }, 5)).rejects.toThrow('Choose another --name');
    expect(await run.read()).toEqual({
      ...IDENTITY,
      urls: 5,
      pieces: undefined,
      submittedPieces: 0,
      donePieces: 0,
      doneUrls: 0,
    });
    await run.setSubmittedPieces(1);
    await run.endSubmission(3);
    expect(await run.read()).toMatchObject({ submittedPieces: 3, pieces: 3 });
  });

  test('a piece is counted once and not stored again when it is done', async () => {
    const run = (await startFleet()).run();
    await run.begin(IDENTITY, 4);
    await run.storePieces([piece(0), piece(9)]);
    expect(await run.piece(9)).toEqual({ kind: 'open', compressed: piece(9).compressed });
    expect(await run.piece(1)).toEqual({ kind: 'lost' });
    for (let times = 0; times < 2; times++) {
      await run.markDone(9, 2);
      await run.storePieces([piece(9)]);
      expect(await run.piece(9)).toEqual({ kind: 'done' });
      expect(await run.read()).toMatchObject({ donePieces: 1, doneUrls: 2 });
    }
    const isDone = await run.doneBits();
    expect([0, 8, 9, 10, 1000].map(isDone)).toEqual([false, false, true, false, false]);
    await run.reopen([9, 10], 0);
    expect(await run.read()).toMatchObject({ donePieces: 0, doneUrls: 0 });
    expect(await run.piece(9)).toEqual({ kind: 'lost' });
  });

  test('lists only workers with a recent heartbeat', async () => {
    const { run: named, redis } = await startFleet();
    const run = named();
    const figures = { name: 'host:1', urls: 3, urlsPerSecond: 1 };
    await run.heartbeat('a', figures);
    await run.heartbeat('b', figures);
    await run.leave('b');
    await redis.hset(`${run.prefix}:workers`, 'c', `1000000000 ${JSON.stringify(figures)}`);
    expect(await run.workers()).toEqual([figures]);
  });

  test('the server run id changes on restart', async () => {
    const { run: named, server } = await startFleet();
    const run = named();
    const before = await run.serverRun();
    expect(await run.serverRun()).toBe(before);
    await server.kill();
    await server.restart();
    expect(await run.serverRun()).not.toBe(before);
  });
});
