/** Skips tests that need the IPv6 loopback address if it is missing, as in some containers. */
import { networkInterfaces } from 'node:os';
import { test } from 'vitest';

const HAS_IPV6 = Object.values(networkInterfaces())
  .flat()
  .some((found) => found?.address === '::1');

export const testOverIpv6 = test.skipIf(!HAS_IPV6);
