/** Registers tests that need the IPv6 loopback address only if there is one. It is missing in some containers. */
import { networkInterfaces } from 'node:os';
import { test } from 'vitest';

const HAS_IPV6 = Object.values(networkInterfaces())
  .flat()
  .some((found) => found?.address === '::1');

const unregistered = Object.assign(() => {}, { each: () => () => {} });

export const testOverIpv6 = (HAS_IPV6 ? test : unregistered) as typeof test;
