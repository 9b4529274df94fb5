/** Tests that need the loopback of IPv6, which some containers are without. There they are skipped. */
import { networkInterfaces } from 'node:os';
import { test } from 'vitest';

const HAS_IPV6 = Object.values(networkInterfaces())
  .flat()
  .some((found) => found?.address === '::1');

export const testOverIpv6 = test.skipIf(!HAS_IPV6);
