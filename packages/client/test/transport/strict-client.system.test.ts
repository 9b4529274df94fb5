/** RFC 9112 8: a close-delimited body is complete if the connection was closed, and incomplete if it was lost. */
import { connect as connectTcp, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { type Certificates, makeCertificates } from '../support/certificates.js';
import { get, textOf } from '../support/exchange.js';
import { type RawServer, startRawServer } from '../support/raw-server.js';
import { transportOptions } from '../support/transport-options.js';

const CLOSING = 'HTTP/1.1 200 OK\r\nConnection: close\r\n';

describeWith(['openssl'], 'a close-delimited body over TLS', () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });

  /** A site and a forwarder: only the connection under TLS can be reset. */
  async function setUp(isCut: boolean) {
    const near = new Set<Socket>();
    const site = await startRawServer((socket) => {
      if (!isCut) return socket.end(`${CLOSING}\r\nabc`);
      socket.write(`${CLOSING}\r\nabc`);
      return setTimeout(() => near.forEach((each) => void each.resetAndDestroy()), 50);
    }, certificates.right);
    const handOn = (socket: Socket) => {
      near.add(socket);
      const far = connectTcp(site.port, '127.0.0.1');
      socket.on('close', () => far.destroy());
      far.on('error', () => {});
      far.pipe(socket).pipe(far);
    };
    return { site, handOn };
  }
  const options = (proxy = 'none') => transportOptions({}, { ca: [certificates.ca], proxy });
  const urlOf = ({ port }: RawServer) => `https://localhost:${port}/robots.txt`;

  test.each([true, false])('fails if it is lost: %s', async (isCut) => {
    const { handOn } = await setUp(isCut);
    const relay = await startRawServer(() => {}, undefined, handOn);
    const result = await get(options(), urlOf(relay));
    if (isCut) expect(result).toMatchObject({ failure: 'reset', code: 'ECONNRESET' });
    else expect(textOf(result)).toBe('abc');
  });

  test.each([true, false])('fails if it is lost, in a tunnel: %s', async (isCut) => {
    const { site, handOn } = await setUp(isCut);
    const proxy = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      handOn(socket);
    });
    const result = await get(options(proxy.origin), urlOf(site));
    if (isCut) expect(result).toMatchObject({ failure: 'reset', code: 'ECONNRESET' });
    else expect(textOf(result)).toBe('abc');
  });
});
