/** A client's transport that resolves names with the test's name server. */

import type { Transport } from '../../src/index.js';
import { createDispatcher } from '../../src/transport/dispatcher.js';
import type { DnsResolver } from '../../src/transport/dns-resolver.js';
import { FtpExchange } from '../../src/transport/ftp-exchange.js';
import type { GuardOptions } from '../../src/transport/guard.js';
import { HttpExchange } from '../../src/transport/http-exchange.js';
import type { LookupAddresses, TransportLimits } from '../../src/transport/options.js';
import { WebTransport } from '../../src/transport/web-transport.js';
import { transportOptions } from './transport-options.js';

/** The caller must close it. */
export function transportWith(
  lookup: LookupAddresses,
  { limits, guard }: { limits?: Partial<TransportLimits>; guard?: GuardOptions } = {},
): Transport {
  const options = transportOptions(limits, { guard });
  return new WebTransport(options, {
    web: new HttpExchange(createDispatcher(options, lookup), options),
    ftp: new FtpExchange(options, lookup),
  });
}

/** A client's transport with the test's resolver. */
export function named(names: Pick<DnsResolver, 'lookup' | 'close'>, limits: Partial<TransportLimits> = {}): Transport {
  const options = transportOptions(limits);
  return new WebTransport(options, {
    web: new HttpExchange(createDispatcher(options, names.lookup), options),
    ftp: new FtpExchange(options, names.lookup),
    names,
  });
}
