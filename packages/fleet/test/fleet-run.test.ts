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
  return { index, urls: 2, packed: Buffer.from([0xff, index]) };
}

describeWithRedis('a run in Redis', () => {
  test('a run is one input with one set of options', async () => {
    const run = (await startFleet()).run();
    expect(await run.read()).toBeUndefined();
    await run.begin(IDENTITY, 5);
    await run.begin(IDENTITY, 5);
    await expect(run.begin({ ...IDENTITY, bytes: 11 }, 5)).rejects.toThrow('choose another --name');
    expect(await run.read()).toEqual({
      ...IDENTITY,
      urls: 5,
      pieces: undefined,
      submittedPieces: 0,
      donePieces: 0,
      doneUrls: 0,
    });
    await run.submitted(1);
    await run.ended(3);
    expect(await run.read()).toMatchObject({ submittedPieces: 3, pieces: 3 });
  });

  test('a piece is open until it is done, is counted once, and is not put again', async () => {
    const run = (await startFleet()).run();
    await run.begin(IDENTITY, 4);
    await run.put([piece(0), piece(9)]);
    expect(await run.piece(9)).toEqual({ kind: 'open', packed: piece(9).packed });
    expect(await run.piece(1)).toEqual({ kind: 'lost' });
    for (let times = 0; times < 2; times++) {
      await run.done(9, 2);
      await run.put([piece(9)]);
      expect(await run.piece(9)).toEqual({ kind: 'done' });
      expect(await run.read()).toMatchObject({ donePieces: 1, doneUrls: 2 });
    }
    const isDone = await run.doneBits();
    expect([0, 8, 9, 10, 1000].map(isDone)).toEqual([false, false, true, false, false]);
    await run.reopen([9, 10], 0);
    expect(await run.read()).toMatchObject({ donePieces: 0, doneUrls: 0 });
    expect(await run.piece(9)).toEqual({ kind: 'lost' });
  });

  test('workers are those that have spoken of late', async () => {
    const { run: named, redis } = await startFleet();
    const run = named();
    const figures = { name: 'host:1', urls: 3, urlsPerSecond: 1 };
    await run.beat('a', figures);
    await run.beat('b', figures);
    await run.leave('b');
    await redis.hset(`${run.prefix}:workers`, 'c', `1000000000 ${JSON.stringify(figures)}`);
    expect(await run.workers()).toEqual([figures]);
  });

  test('a server that was started anew is another one', async () => {
    const { run: named, server } = await startFleet();
    const run = named();
    const before = await run.serverRun();
    expect(await run.serverRun()).toBe(before);
    await server.kill();
    await server.restart();
    expect(await run.serverRun()).not.toBe(before);
  });
});
