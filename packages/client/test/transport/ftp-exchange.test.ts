import { describe, expect, test } from 'vitest';
import { startDnsServer } from '../support/dns-server.js';
import { getByFtp as get } from '../support/ftp-exchange.js';

describe('connecting', () => {
  test('connection refused', async () => {
    const result = await get({ port: 1 });
    expect(result).toMatchObject({ failure: 'connect', code: 'ECONNREFUSED' });
  });

  test('the name does not exist, or the lookup times out', async () => {
    const { lookup } = await startDnsServer({ 'silent.example': 'silence' });
    for (const host of ['no.example', 'silent.example']) {
      const result = await get({ port: 21, host }, { lookupMs: 100 }, lookup);
      expect([host, result]).toMatchObject([host, { kind: 'failure', failure: 'dns' }]);
    }
  });
});
