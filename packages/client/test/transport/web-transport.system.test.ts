import { expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { BODY, ETAG, fetch, redirecting } from '../support/fetch-url.js';
import { startPyftpdlib } from '../support/ftp-servers.js';

describeWith(['/usr/lib/python3/dist-packages/pyftpdlib'], 'over FTP', () => {
  test('redirects and the first URL select the exchange; validators are not sent elsewhere', async () => {
    const ftp = await startPyftpdlib({ 'robots.txt': BODY });
    onTestFinished(() => ftp.stop());
    const url = `ftp://127.0.0.1:${ftp.port}/robots.txt`;
    const body = { bytes: new TextEncoder().encode(BODY), truncated: false };
    expect(await fetch(url)).toMatchObject({ kind: 'ftp', code: 226, url, hops: [], body });

    const location = url.replace('//', '//user:secret@');
    const server = await redirecting({ '/a': `${location}#b` });
    const start = `${server.origin}/a`;
    expect(await fetch(start, { validators: ETAG })).toMatchObject({
      kind: 'ftp',
      code: 226,
      url,
      hops: [{ url: start, status: 301, location: url }],
      body,
    });
    expect(ftp.log()).not.toContain('secret');
  });
});
