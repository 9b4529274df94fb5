/** A real transport that is closed after the test. */
import { onTestFinished } from 'vitest';
import type { TransportOptions } from '../../src/transport/options.js';
import { type Exchanges, WebTransport } from '../../src/transport/web-transport.js';

export function webTransport(options: TransportOptions, exchanges?: Exchanges): WebTransport {
  const transport = new WebTransport(options, exchanges);
  onTestFinished(() => transport.close());
  return transport;
}
