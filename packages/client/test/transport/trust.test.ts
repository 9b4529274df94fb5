import { once } from 'node:events';
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { trustedBy } from '../../src/transport/dispatcher.js';
import { type Certificates, makeCertificates } from '../support/certificates.js';
import { type RawServer, startRawServer } from '../support/raw-server.js';

/** Whether a server is believed to be who it is. */
async function isTrusted({ port }: RawServer, ca: readonly string[]): Promise<boolean> {
  const socket = connect({ port, host: 'localhost', ...trustedBy(ca) });
  try {
    await once(socket, 'secureConnect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describeWith(['openssl'], 'whom a TLS connection trusts', () => {
  let ours: Certificates;
  let other: Certificates;
  beforeAll(() => {
    ours = makeCertificates();
    other = makeCertificates();
  });

  test('an authority is trusted where it is named', async () => {
    const server = await startRawServer(() => {}, ours.right);
    expect(await isTrusted(server, [])).toBe(false);
    expect(await isTrusted(server, [other.ca])).toBe(false);
    expect(await isTrusted(server, [other.ca, ours.ca])).toBe(true);
    expect(await isTrusted(server, [`${other.ca}\n${ours.ca}`])).toBe(true);
  });

  test('the usual authorities are trusted beside it', async () => {
    const usual = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(usual));
    setDefaultCACertificates([ours.ca]);
    const server = await startRawServer(() => {}, ours.right);
    expect(await isTrusted(server, [])).toBe(true);
    expect(await isTrusted(server, [other.ca])).toBe(true);
  });

  test('NODE_TLS_REJECT_UNAUTHORIZED=0 does not turn it off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await startRawServer(() => {}, ours.selfSigned);
    const unverified = connect({ port: server.port, host: 'localhost' });
    await once(unverified, 'secureConnect');
    unverified.destroy();
    expect(await isTrusted(server, [])).toBe(false);
    expect(await isTrusted(server, [ours.ca])).toBe(false);
  });

  test('what is no certificate is a mistake of the caller', () => {
    expect(() => trustedBy([ours.ca, 'no certificate'])).toThrow(
      /^ca\[1\] is not a certificate\. Pass/,
    );
    expect(() => trustedBy([ours.right.key])).toThrow(TypeError);
  });
});
