import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { RobotsClient } from '../../src/client/robots-client.js';
import { robotsCrawler } from '../../src/hooks/crawlee.js';
import { http } from '../support/outcomes.js';
import { ScriptedTransport } from '../support/scripted-transport.js';

/** The options of a crawler that has requested nothing yet, such as a BasicCrawler, and a handler of one of its requests. */
function basicCrawler(crawler?: string) {
  const rules = 'User-agent: *\nDisallow: /private\n';
  const transport = new ScriptedTransport(() => http(200, rules));
  const client = new RobotsClient({
    userAgent: 'ExampleBot/1.0',
    ...(crawler !== undefined && { crawler }),
    transport,
  });
  onTestFinished(() => client.close());
  const requestHandler = vi.fn(() => 'handled');
  const onSkippedRequest = vi.fn();
  const options = robotsCrawler(client, { requestHandler, onSkippedRequest });
  const handle = async (path: string) => {
    const request = { url: `https://example.com${path}`, noRetry: false, retryCount: 0 };
    return (options.requestHandler as (context: object) => unknown)({ request });
  };
  return { client, handle, requestHandler, onSkippedRequest };
}

describe('a request handler without a response', () => {
  test('runs if the URL is allowed, and is skipped if it is disallowed', async () => {
    const { handle, requestHandler, onSkippedRequest } = basicCrawler();
    expect(await handle('/page')).toBe('handled');
    await handle('/private');
    expect(requestHandler).toHaveBeenCalledTimes(1);
    expect(onSkippedRequest).toHaveBeenCalledTimes(1);
  });

  test('does not run for a control token, which sends no requests', async () => {
    const { handle, requestHandler } = basicCrawler('Google-Extended');
    await expect(handle('/page')).rejects.toThrow('Google-Extended sends no requests');
    expect(requestHandler).not.toHaveBeenCalled();
  });

  test('does not run if the client is closed', async () => {
    const { client, handle, requestHandler } = basicCrawler();
    await client.close();
    await expect(handle('/page')).rejects.toThrow('The client is closed.');
    expect(requestHandler).not.toHaveBeenCalled();
  });
});
