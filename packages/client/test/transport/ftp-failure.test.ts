import { FTPError } from 'basic-ftp';
import { describe, expect, test } from 'vitest';
import { TransportError } from '../../src/transport/failure.js';
import { ftpFailureOf, refusedEarly } from '../../src/transport/ftp-exchange.js';

const reply = (code: number, message: string) => new FTPError({ code, message });

describe('FTP errors', () => {
  test('a server reply: its code, and its text on one line', () => {
    const of = (message: string) => ftpFailureOf(reply(550, message));
    expect(of('550 No such file')).toEqual({
      kind: 'ftp',
      code: 550,
      detail: 'No such file',
      body: undefined,
    });
    expect(of('550-No such\n550 file\x1b[1m\xe9')).toMatchObject({
      detail: 'No such 550 file [1m',
    });
    expect(of('550')).toMatchObject({ detail: '' });
    expect(of(`550 ${'x'.repeat(60_000)}`)).toMatchObject({ detail: 'x'.repeat(200) });
  });

  test.each([
    ['Timeout (control socket)', 'timeout'],
    ['Timeout (data socket)', 'timeout'],
    ['Server sent FIN packet unexpectedly, closing connection.', 'reset'],
    ['Server closed connection unexpectedly.', 'reset'],
    ['Socket closed due to transmission error (data socket)', 'reset'],
    ['Client is closed because Server closed connection unexpectedly.', 'reset'],
    ['FTP control response exceeded maximum allowed size', 'protocol'],
    ['Unexpected FTP response is requesting an answer: 331 Who?', 'protocol'],
  ])('errors of basic-ftp, which have no codes: %s', (message, failure) => {
    expect(ftpFailureOf(new Error(message))).toMatchObject({ kind: 'failure', failure });
  });

  test('the code "0", which basic-ftp uses for none, is not reported', () => {
    const error = new Error('Client is closed because Server closed connection unexpectedly.');
    expect(ftpFailureOf(Object.assign(error, { code: '0' }))).toEqual({
      kind: 'failure',
      failure: 'reset',
      detail: 'the connection was lost before the response was complete',
    });
  });

  test('errors common to all transports', () => {
    const refused = Object.assign(new Error('connect (control socket)'), { code: 'ECONNREFUSED' });
    expect(ftpFailureOf(refused)).toMatchObject({ failure: 'connect', code: 'ECONNREFUSED' });
    const own = new TransportError('refused-address', 'the address of the host is not public');
    expect(ftpFailureOf(own)).toMatchObject({ failure: 'refused-address', detail: own.message });
  });
});

test('RFC 959 4.2.2: 550 means a missing file only in reply to RETR', () => {
  expect(() => refusedEarly(reply(550, '550 No'))).toThrow(TransportError);
  for (const error of [reply(530, '530 No'), new Error('lost')]) {
    expect(() => refusedEarly(error)).toThrow(error);
  }
});
