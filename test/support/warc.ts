/** WARC files as crawlers write them. */
import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';

export interface Response {
  readonly url: string;
  readonly status?: number;
  /** HTTP header fields, each with its line end. */
  readonly fields?: string;
  readonly body?: string | Uint8Array;
  readonly type?: string;
  readonly httpVersion?: string;
  readonly version?: string;
  /** Additional WARC fields, each with its line end. */
  readonly warcFields?: string;
}

export function warcRecord(response: Response): Buffer {
  const { url, status = 200, fields = '', body = '', type = 'response', httpVersion = 'HTTP/1.1' } = response;
  const http = Buffer.concat([Buffer.from(`${httpVersion} ${status} OK\r\n${fields}\r\n`), Buffer.from(body as string)]);
  const head =
    `WARC/${response.version ?? '1.0'}\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${url}\r\n` +
    `${response.warcFields ?? ''}Content-Type: application/http; msgtype=response\r\n` +
    `Content-Length: ${http.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), http, Buffer.from('\r\n\r\n')]);
}

/** Compresses each record as a gzip member, like Common Crawl. */
export function warcGz(responses: readonly Response[]): Buffer {
  return Buffer.concat(responses.map((response) => gzipSync(warcRecord(response))));
}
