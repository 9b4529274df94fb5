/**
 * Firefox and WebKit as Debian packages them, which Playwright cannot drive. Firefox speaks WebDriver BiDi by itself, and
 * WebKitGTK comes with a WebDriver. Both take the same input actions (https://www.w3.org/TR/webdriver2/#actions).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ViewportSize } from 'playwright';
import { freePort } from '../../../../test/support/free-port.js';
import { programPath } from '../../../../test/support/program.js';

export interface RemoteBrowser {
  /** Resolves after the load event. */
  navigate(url: string): Promise<void>;
  /** Sets the size of the viewport in CSS pixels. */
  resize(size: ViewportSize): Promise<void>;
  /** Evaluates an expression in the page. Resolves to the string that its promise resolves to; rejects if that rejects. */
  evaluate(expression: string): Promise<string>;
  /** Sends input events to the page. */
  perform(sources: readonly InputSource[]): Promise<void>;
  stop(): Promise<void>;
}

/** A keyboard or a mouse with what it does, as in the standard. */
interface InputSource {
  readonly type: 'key' | 'pointer';
  readonly id: string;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Resolves to the first group of a pattern in the output of a program. Rejects if it exits before. */
async function printed(child: ChildProcess, stream: Readable, pattern: RegExp): Promise<string> {
  let output = '';
  return await new Promise((resolve, reject) => {
    stream.on('data', (bytes: Buffer) => {
      output += bytes;
      const found = pattern.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${child.spawnfile} exited: ${output}`)));
  });
}

export async function startFirefox(): Promise<RemoteBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'repkit-firefox-'));
  const child = spawn(
    programPath('firefox-esr'),
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const address = await printed(child, child.stderr, /BiDi listening on (ws:\S+)\n/);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');

  interface Reply {
    readonly id?: number;
    readonly error?: string;
    readonly message?: string;
    readonly result?: unknown;
  }
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  let lastId = 0;
  const send = async <Result>(method: string, params: object): Promise<Result> => {
    const id = ++lastId;
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result } = await replied;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result as Result;
  };

  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: readonly { readonly context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context;
  // A page in the background does not draw.
  await send('browsingContext.activate', { context });
  return {
    async navigate(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async resize(viewport) {
      await send('browsingContext.setViewport', { context, viewport });
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = await send<{
        readonly result: { readonly value: string };
        readonly exceptionDetails?: { readonly text: string };
      }>('script.evaluate', { expression, target: { context }, awaitPromise: true });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value;
    },
    async perform(actions) {
      await send('input.performActions', { context, actions });
    },
    async stop() {
      socket.close();
      await stopped(child);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Without what a test machine lacks: the session's bus and accessibility service, for which WebKit would wait for seconds, and a
 * graphics card, without which compositing takes a third of its processor time.
 */
const NO_DESKTOP = {
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  NO_AT_BRIDGE: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
};

/** A window in full-screen mode has no toolbar, so its size is that of the viewport. */
const FULL_SCREEN = { 'webkitgtk:browserOptions': { args: ['--automation', '--full-screen'] } };

export async function startWebKit(): Promise<RemoteBrowser> {
  const screen = spawn(programPath('Xvfb'), ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await printed(screen, screen.stdio[3] as Readable, /(\d+)\n/);
  const port = await freePort();
  const driver = spawn(programPath('WebKitWebDriver'), [`--port=${port}`], {
    env: { ...process.env, ...NO_DESKTOP, DISPLAY: `:${display}`, LANG: 'en_US.UTF-8' },
    stdio: 'ignore',
  });
  const send = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: Value & { message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  while (!(await send('GET', '/status').catch(() => false))) {
    if (driver.exitCode !== null) throw new Error('WebKitWebDriver exited');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: FULL_SCREEN },
  });
  const session = `/session/${sessionId}`;
  return {
    async navigate(url) {
      await send('POST', `${session}/url`, { url });
    },
    async resize(size) {
      await send('POST', `${session}/window/rect`, size);
    },
    async evaluate(expression) {
      const { value, error } = await send<{ value?: string; error?: string }>('POST', `${session}/execute/async`, {
        script: `const done = arguments[0];
            (async () => ${expression})().then((value) => done({ value }), (error) => done({ error: String(error) }));`,
        args: [],
      });
      if (error !== undefined) throw new Error(error);
      return value ?? '';
    },
    async perform(actions) {
      await send('POST', `${session}/actions`, { actions });
    },
    async stop() {
      await send('DELETE', session).catch(() => undefined);
      await stopped(driver);
      await stopped(screen);
    },
  };
}
