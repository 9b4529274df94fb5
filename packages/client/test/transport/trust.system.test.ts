import { once } from 'node:events';
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { trustedBy } from '../../src/transport/dispatcher.js';
import { type Certificates, makeCertificates } from '../support/certificates.js';
import { type RawServer, startRawServer } from '../support/raw-server.js';

/** Verification of server certificates. */
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

describeWith(['openssl'], 'trusted certificate authorities', () => {
  let ours: Certificates;
  let other: Certificates;
  beforeAll(() => {
    ours = makeCertificates();
    other = makeCertificates();
  });

  test('a CA passed as `ca` is trusted', async () => {
    const server = await startRawServer(() => {}, ours.right);
    expect(await isTrusted(server, [])).toBe(false);
    expect(await isTrusted(server, [other.ca])).toBe(false);
    expect(await isTrusted(server, [other.ca, ours.ca])).toBe(true);
    expect(await isTrusted(server, [`${other.ca}\n${ours.ca}`])).toBe(true);
  });

  test('the default CAs remain trusted', async () => {
    const usual = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(usual));
    setDefaultCACertificates([ours.ca]);
    const server = await startRawServer(() => {}, ours.right);
    expect(await isTrusted(server, [])).toBe(true);
    expect(await isTrusted(server, [other.ca])).toBe(true);
  });

  test('NODE_TLS_REJECT_UNAUTHORIZED=0 does not disable verification', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await startRawServer(() => {}, ours.selfSigned);
    const unverified = connect({ port: server.port, host: 'localhost' });
    await once(unverified, 'secureConnect');
    unverified.destroy();
    expect(await isTrusted(server, [])).toBe(false);
    expect(await isTrusted(server, [ours.ca])).toBe(false);
  });

  test('an invalid certificate throws', () => {
    expect(() => trustedBy([ours.ca, 'no certificate'])).toThrow(/^ca\[1\] is not a certificate\. Pass/);
    expect(() => trustedBy([ours.right.key])).toThrow(TypeError);
  });
});
