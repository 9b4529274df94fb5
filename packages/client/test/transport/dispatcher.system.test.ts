import { once } from 'node:events';
import { createServer } from 'node:tls';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { type Certificates, makeCertificates } from '../support/certificates.js';
import { fetchBy } from '../support/dispatched.js';
import { respond, startRawServer } from '../support/raw-server.js';
import { lookupBySystem, transportOptions } from '../support/transport-options.js';

describeWith(['openssl'], 'TLS', () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });

  test('certificates are verified regardless of the environment', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await startRawServer((socket) => respond(socket, 200), certificates.right);
    const url = `${server.origin}/robots.txt`;
    const strange = await fetchBy(transportOptions(), lookupBySystem, url);
    expect(strange).toMatchObject({ kind: 'failure', failure: 'tls' });
    expect(server.requests).toEqual([]);
    const options = transportOptions({}, { ca: [certificates.ca] });
    expect(await fetchBy(options, lookupBySystem, url)).toMatchObject({ status: 200 });
  });

  test('HTTP/1.1 is used even if HTTP/2 is offered', async () => {
    const protocols: (string | false | null)[] = [];
    const server = createServer({ ...certificates.right, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
      protocols.push(socket.alpnProtocol);
      respond(socket, 200);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const options = transportOptions({}, { ca: [certificates.ca] });
    const url = `https://localhost:${port}/robots.txt`;
    expect(await fetchBy(options, lookupBySystem, url)).toMatchObject({ status: 200 });
    expect(protocols).toEqual(['http/1.1']);
  });
});
