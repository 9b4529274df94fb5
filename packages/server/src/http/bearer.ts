/** The bearer token (RFC 6750 2.1), compared in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from './problem.js';

/** Gives a check of the Authorization header, which throws a Problem where it does not bear the token. */
export function bearerCheck(token: string): (authorization: string | undefined) => void {
  const wanted = digest(token);
  return (authorization = '') => {
    const given = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization)?.[1];
    // Digests have one length, so that nothing is told of the token's.
    if (given !== undefined && timingSafeEqual(digest(given), wanted)) return;
    throw new Problem('unauthorized', 'Send the token as Authorization: Bearer TOKEN.', {
      headers: { 'www-authenticate': 'Bearer realm="repkit"' },
    });
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
