/** Callers' functions in the hooks for Playwright, without a browser. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RobotsDisallowedError } from '../../src/hooks/permit.js';
import { type ChromiumBrowser, type RobotsRouteOptions, robotsBrowser, robotsRoute } from '../../src/hooks/playwright.js';
import { http } from '../support/outcomes.js';
import { proofClient } from '../support/proof.js';
import { ScriptedTransport } from '../support/scripted-transport.js';

const url = 'https://example.com/private/page';

function newClient() {
  const transport = new ScriptedTransport(() => http(200, 'User-agent: *\nDisallow: /private/\n'));
  return proofClient({ transport });
}

/** Sends a request through each hook. Returns what the hook did with it. */
const HOOKS: Readonly<Record<string, (options: RobotsRouteOptions) => Promise<readonly string[]>>> = {
  async robotsBrowser(options) {
    const commands: string[] = [];
    let pause: Parameters<Session['on']>[1] = () => {};
    const session: Session = {
      on: (_, listener) => {
        pause = listener;
      },
      send: async (command: string) => void commands.push(command),
    };
    const browser: ChromiumBrowser = { newBrowserCDPSession: async () => session };
    await robotsBrowser(newClient(), browser, options);
    const request = { url, headers: {} };
    await pause({ requestId: '1', request, resourceType: 'Document' });
    return commands.slice(1);
  },
  async robotsRoute(options) {
    const commands: string[] = [];
    await robotsRoute(
      newClient(),
      options,
    )({
      request: () => ({ url: () => url }),
      abort: async (code) => commands.push(code),
      fallback: async () => commands.push('fallback'),
    });
    return commands;
  },
};

type Session = Awaited<ReturnType<ChromiumBrowser['newBrowserCDPSession']>>;

describe.each(Object.entries(HOOKS))('%s', (_, send) => {
  let warn: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  });
  afterEach(() => warn.mockRestore());

  test('passes each refusal to onRefused', async () => {
    const onRefused = vi.fn();
    await send({ onRefused });
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(expect.any(RobotsDisallowedError));
    expect(warn).not.toHaveBeenCalled();
  });

  test.each<[string, () => void]>([
    [
      'throws',
      () => {
        throw new Error('the list is full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the list is full'))],
    ['throws something else', () => Promise.reject('the list is full')],
  ])('refuses a request, and warns, if onRefused %s', async (_, onRefused) => {
    const [command] = await send({ onRefused });
    expect(command).toMatch(/^(?:Fetch\.failRequest|blockedbyclient)$/);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^onRefused failed: (?:Error: )?the list is full$/), {
      code: 'REPKIT_ON_REFUSED',
    });
  });
});
