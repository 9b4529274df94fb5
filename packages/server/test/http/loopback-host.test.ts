import { request } from 'node:http';
import { expect, test } from 'vitest';
import { sharedService, startService } from '../support/service.js';

/** Sends a custom Host header, which fetch cannot. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

test('DNS rebinding: without a token only loopback hosts are accepted; with a token, any host', async () => {
  const open = await startService();
  expect(await statusFor(`${open.url}/healthz`, 'rebound.example:80')).toBe(421);
  expect(await statusFor(`${open.url}/`, 'rebound.example')).toBe(421);
  expect(await statusFor(`${open.url}/healthz`, 'localhost:1')).toBe(200);
  const guarded = await startService({ token: 'a-token-of-the-tests' });
  expect(await statusFor(`${guarded.url}/healthz`, 'repkit.example')).toBe(200);
});

const service = sharedService();

test.each(['localhost', 'localhost:9309', 'LOCALHOST', '127.0.0.1:9309', '127.1.2.3', '[::1]:9309', 'app.localhost'])(
  '%s is this machine',
  async (host) => {
    expect(await statusFor(`${service().url}/healthz`, host)).toBe(200);
  },
);

test.each([
  'example.com',
  'localhost.example.com',
  'example.com:9309',
  '10.0.0.1',
  '[::2]',
  'localhost/a',
  'localhost@example.com',
  'a@localhost',
  '0.0.0.0',
])('%s is not', async (host) => {
  expect(await statusFor(`${service().url}/healthz`, host)).toBe(421);
});
