/** Whom a TLS connection trusts. */
import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** Options of a TLS connection. */
interface Trust {
  readonly rejectUnauthorized: true;
  readonly secureContext?: SecureContext;
}

/**
 * The usual authorities (those of Node, of NODE_EXTRA_CA_CERTS, of the system where Node is told so) and `ca` beside them.
 * Certificates are verified whatever NODE_TLS_REJECT_UNAUTHORIZED says: a robots.txt of somebody else would be obeyed.
 * Throws a TypeError where one of `ca` is no certificate.
 */
export function trustedBy(ca: readonly string[]): Trust {
  const strict = { rejectUnauthorized: true } as const;
  if (ca.length === 0) return strict;
  ca.forEach(checkCertificate);
  // Made once: reading the authorities takes longer than a handshake.
  return {
    ...strict,
    secureContext: createSecureContext({ ca: [...getCACertificates('default'), ...ca] }),
  };
}

function checkCertificate(pem: string, index: number): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw new TypeError(
      `ca[${index}] is no certificate: give it in PEM, from "-----BEGIN CERTIFICATE-----" on.`,
      { cause },
    );
  }
}
