import { connect } from 'node:net';
import { FTPContext } from 'basic-ftp';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Endpoint } from '../../src/transport/connector.js';
import { enterPassiveMode } from '../../src/transport/ftp-exchange.js';
import { testOverIpv6 } from '../support/ipv6.js';
import { startScriptedFtp } from '../support/scripted-ftp.js';

/** Returns the endpoint of the data connection after this reply of a server at `host`. */
async function endpointAfter(reply: string, host = '127.0.0.1'): Promise<Endpoint> {
  const script = { greeting: () => {}, PASV: reply, EPSV: reply };
  const server = await startScriptedFtp(script, host);
  const ftp = new FTPContext(5_000);
  onTestFinished(() => ftp.close());
  const open = (port: number) => {
    const socket = connect(port, host);
    return new Promise<typeof socket>((resolve) => socket.once('connect', () => resolve(socket)));
  };
  ftp.socket = await open(server.port);
  const opened: Endpoint[] = [];
  await enterPassiveMode(ftp, (endpoint) => {
    opened.push(endpoint);
    return open(server.port);
  });
  expect(ftp.dataSocket).toBeDefined();
  expect(server.commands).toEqual([host === '::1' ? 'EPSV' : 'PASV']);
  const [endpoint] = opened;
  if (endpoint === undefined) throw new Error('Nothing was opened.');
  return endpoint;
}

describe('RFC 959 4.1.2, PASV', () => {
  test.each([
    ['227 Entering Passive Mode (127,0,0,1,4,1).', 1025],
    ['227 =127,0,0,1,255,255', 65_535],
    ['227 Go to 127,0,0,1,0,21 now', 21],
    ['227-Two\r\n227 (10,0,0,1,200,10)', 51_210],
    ['227 (8,8,8,8,4,1)', 1025],
    ['227 (300,0,0,1,4,1)', 1025],
  ])('%s: the port, at the same host', async (reply, port) => {
    expect(await endpointAfter(reply)).toEqual({ host: '127.0.0.1', port });
  });

  test.each([
    '227 Passive',
    '227 (127,0,0,1,4)',
    '227 (127,0,0,1,256,1)',
    '227 (127,0,0,1,1,256)',
    '227 (127,0,0,1,0,0)',
    '227 (127,0,0,1,-4,1)',
    '227 (127,0,0,1,4,1111)',
    `227 ${'1'.repeat(60_000)}`,
    `227 ${'1,'.repeat(30_000)}`.slice(0, 60_000).replaceAll('1,', '1111,').slice(0, 60_000),
  ])('%.60s: no port', async (reply) => {
    await expect(endpointAfter(reply)).rejects.toMatchObject({
      failure: 'protocol',
      message: 'the reply to PASV has no valid port',
    });
  });
});

describe('RFC 2428 3, EPSV', () => {
  testOverIpv6.each([
    ['229 Extended (|||6446|)', 6446],
    ['229 (!!!21!)', 21],
    ['229 (|||65535|) go', 65_535],
  ])('%s: the port, at the same host', async (reply, port) => {
    expect(await endpointAfter(reply, '::1')).toEqual({ host: '::1', port });
  });

  testOverIpv6.each(['229 Extended', '229 (|||0|)', '229 (|||65536|)', '229 (|1|::1|80|)', '229 (||!80|)'])(
    '%s: no port',
    async (reply) => {
      const error = { failure: 'protocol', message: 'the reply to EPSV has no valid port' };
      await expect(endpointAfter(reply, '::1')).rejects.toMatchObject(error);
    },
  );
});
