import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { describeWithRedis } from '../../../test/support/with-redis.js';
import { openRedis, retryWhileDown } from '../src/redis.js';
import { startFleet } from './support/fleet.js';

test('an invalid or unreachable address is an InputError', async () => {
  await expect(openRedis('10.0.0.1')).rejects.toThrow('--redis must be a URL');
  await expect(openRedis('redis://127.0.0.1/abc')).rejects.toThrow('for database 1');
  const connecting = openRedis('redis://:secret@127.0.0.1:1');
  await expect(connecting).rejects.toThrow(/^Cannot connect to Redis at 127\.0\.0\.1:1: /);
  await expect(connecting).rejects.not.toThrow('secret');
});

test('retries while Redis is unavailable, but not after other errors', async () => {
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
  expect(await retryWhileDown(work)).toBe('done');
  const failing = (message: string) => async () => {
    throw new Error(message);
  };
  await expect(retryWhileDown(failing('WRONGTYPE'))).rejects.toThrow('WRONGTYPE');
  await expect(retryWhileDown(failing('OOM command'))).rejects.toThrow(InputError);
  await expect(retryWhileDown(failing('Connection is closed.'), 0)).rejects.toThrow(
    'unavailable for too long',
  );
});

describeWithRedis('a database number that is too high', () => {
  test('rejects a missing database', async () => {
    const { server } = await startFleet();
    await expect(openRedis(`${server.url}/99`)).rejects.toThrow('DB index is out of range');
  });
});

describeWithRedis('a server that restarts', () => {
  test('delays commands', async () => {
    const { server } = await startFleet();
    const redis = await openRedis(server.url);
    await server.kill();
    const answer = retryWhileDown(() => redis.ping());
    await server.restart();
    expect(await answer).toBe('PONG');
    redis.disconnect();
  });
});
