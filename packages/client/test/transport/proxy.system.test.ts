import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { type Certificates, makeCertificates } from '../support/certificates.js';
import { startCountingServer } from '../support/counting-server.js';
import { environment, get, none } from '../support/proxied.js';
import { startProxy } from '../support/proxy-server.js';
import { respond, startRawServer } from '../support/raw-server.js';

beforeEach(() => {
  environment({});
  return () => void vi.unstubAllEnvs();
});

describeWith(['openssl'], 'TLS and a proxy', () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });

  test("https uses a tunnel, and the target's certificate is verified", async () => {
    const server = await startRawServer((socket) => respond(socket, 200), certificates.right);
    const other = await startRawServer((socket) => respond(socket, 200), certificates.otherHost);
    const proxy = await startProxy();
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const options = { proxy: proxy.url, ca: [certificates.ca] };
    expect(await get(options, `${server.origin}/robots.txt`)).toMatchObject({ status: 200 });
    const tls = { failure: 'tls' };
    expect(await get({ proxy: proxy.url }, `${server.origin}/robots.txt`)).toMatchObject(tls);
    expect(await get(options, `${other.origin}/robots.txt`)).toMatchObject(tls);
    expect(server.lines).toEqual(['GET /robots.txt']);
    expect(other.lines).toEqual([]);
    expect(proxy.log).toHaveLength(3);
  });

  test('the certificate of an https proxy is verified', async () => {
    const plain = await startRawServer((socket) => respond(socket, 200));
    const server = await startRawServer((socket) => respond(socket, 200), certificates.right);
    const proxy = await startProxy({ tls: certificates.right });
    const strange = await startProxy({ tls: certificates.expired });
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const ca = [certificates.ca];
    for (const { origin } of [plain, server]) {
      const url = `${origin}/robots.txt`;
      expect(await get({ proxy: proxy.url, ca }, url)).toMatchObject({ status: 200 });
      expect(await get({ proxy: strange.url, ca }, url)).toMatchObject({ failure: 'proxy' });
    }
    expect(strange.log).toEqual([]);
    expect(proxy.log).toHaveLength(2);
  });

  test('a hanging handshake with the proxy times out', async () => {
    const { port } = await startCountingServer({ answer: '' });
    const options = { proxy: `https://localhost:${port}` };
    const result = await get(options, 'https://site.example/robots.txt', none, { connectMs: 200 });
    expect(result).toMatchObject({ failure: 'proxy', code: 'UND_ERR_CONNECT_TIMEOUT' });
  });
});
