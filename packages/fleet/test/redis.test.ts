import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { describeWithRedis } from '../../../test/support/with-redis.js';
import { openRedis, patiently } from '../src/redis.js';
import { startFleet } from './support/fleet.js';

test('an address that is none, and one where nobody answers, is a mistake', async () => {
  await expect(openRedis('10.0.0.1')).rejects.toThrow('write --redis redis://host:6379');
  await expect(openRedis('redis://127.0.0.1/abc')).rejects.toThrow('a database is a number');
  const nobody = openRedis('redis://:secret@127.0.0.1:1');
  await expect(nobody).rejects.toThrow(/^no Redis can be used at 127\.0\.0\.1:1: /);
  await expect(nobody).rejects.not.toThrow('secret');
});

test('work is done again while Redis is away, and not where it has other reasons to fail', async () => {
  const errors = [
    new Error('Connection is closed.'),
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    new Error('Redis is not connected (reconnecting).'),
    new Error('LOADING Redis is loading the dataset in memory'),
  ];
  let calls = 0;
  const work = async () => {
    const error = errors[calls++];
    if (error !== undefined) throw error;
    return 'done';
  };
  expect(await patiently(work)).toBe('done');
  const failing = (message: string) => async () => {
    throw new Error(message);
  };
  await expect(patiently(failing('WRONGTYPE'))).rejects.toThrow('WRONGTYPE');
  await expect(patiently(failing('OOM command'))).rejects.toThrow(InputError);
  await expect(patiently(failing('Connection is closed.'), 0)).rejects.toThrow('away for too long');
});

describeWithRedis('a server with few databases', () => {
  test('one that is not there is a mistake, and none of the others', async () => {
    const { server } = await startFleet();
    await expect(openRedis(`${server.url}/99`)).rejects.toThrow('DB index is out of range');
  });
});

describeWithRedis('a server that is started anew', () => {
  test('commands wait for it', async () => {
    const { server } = await startFleet();
    const redis = await openRedis(server.url);
    await server.kill();
    const answer = patiently(() => redis.ping());
    await server.restart();
    expect(await answer).toBe('PONG');
    redis.disconnect();
  });
});
