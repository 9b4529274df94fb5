import { isIP } from 'node:net';
import { InputError, isSystemError } from '@repkit/bulk';
import type { LogLevel, ServerOptions } from '@repkit/server';
import { type Arguments, choiceOption } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { FETCH_OPTIONS, guardOf, storeChoice, userAgentOf, withoutBrackets } from '../options/fetch-options.js';
import { choiceSpec, numberOption, POLICY_NAMES } from '../options/shared-options.js';
import { readFile } from '../program/files.js';
import type { ExitCode, Io } from '../program/io.js';

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const satisfies readonly LogLevel[];

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 9309;
const MAX_PORT = 65_535;
const DEFAULT_RATE = 1000;
/** Twice the length of the longest token. */
const MAX_TOKEN_FILE_BYTES = 2048;

export const serve: Command = {
  name: 'serve',
  summary: 'Run the HTTP service with the API, its documentation and the web tester.',
  positionals: [],
  options: {
    host: {
      value: 'HOST',
      description:
        `Address to listen on (default: ${DEFAULT_HOST}, reachable only from this machine). Any other ` +
        'address requires a token.',
    },
    port: {
      value: 'PORT',
      description: `Port to listen on (default: ${DEFAULT_PORT}). 0 chooses a free port.`,
    },
    store: {
      value: 'STORE',
      description:
        'Cache location: a file path, sqlite:PATH, redis://HOST:PORT (also Valkey), or memory (default: ' +
        'REPKIT_STORE, or repkit/robots.sqlite in the user cache folder).',
    },
    'token-file': {
      value: 'FILE',
      description: 'File with the token that requests must send as Authorization: Bearer TOKEN (default: REPKIT_TOKEN).',
    },
    policy: choiceSpec(POLICY_NAMES, 'Default access policy.'),
    allow: FETCH_OPTIONS.allow,
    'user-agent': FETCH_OPTIONS['user-agent'],
    'rate-limit': {
      value: 'N',
      description: `Requests per minute and client, or none (default: ${DEFAULT_RATE}).`,
    },
    cors: {
      value: 'ORIGIN',
      repeatable: true,
      description: 'Origin such as https://tools.example whose pages may call the API. Repeatable.',
    },
    'trusted-proxy': {
      value: 'ADDRESS',
      repeatable: true,
      description: 'Address or range of reverse proxies whose X-Forwarded-For header is trusted. Repeatable.',
    },
    'log-level': {
      value: 'NAME',
      choices: LOG_LEVELS,
      description: 'Log level (default: warn on a terminal, otherwise info). info writes one line per request.',
    },
  },
  examples: {
    'Run it locally on another port': 'repkit serve --port 8080',
    'Run one of several instances behind a load balancer':
      'repkit serve --host 0.0.0.0 --token-file token --store redis://redis:6379',
    'Allow sites in a private network': 'repkit serve --allow intranet.example --allow 10.1.0.0/16',
  },
  notes: {
    Output: [
      'The log goes to standard output as JSON lines, the address of the service to standard ' +
        'error. On a terminal, only warnings and errors are logged by default. Ctrl-C or SIGTERM stops the service once running requests have finished.',
      'See docs/service.md.',
    ],
  },
  exitCodes: { 0: 'stopped by Ctrl-C or SIGTERM', 2: 'invalid options, or the port cannot be used' },
  run: runServe,
};

async function runServe(args: Arguments, io: Io): Promise<ExitCode> {
  const host = readHost(args.value('host') ?? DEFAULT_HOST);
  const port = numberOption(args, 'port', { min: 0, max: MAX_PORT }) ?? DEFAULT_PORT;
  const options = await optionsOf(args, io);
  // Loaded on demand: the service takes longer to load than most commands to run.
  const server = await import('@repkit/server');
  if (options.token === undefined && !server.isLocal(host)) {
    throw new InputError(
      `--host ${host} exposes the service to other machines and requires a token. Set --token-file or REPKIT_TOKEN.`,
    );
  }
  const store = await storeOf(args, io);
  const app = await server.createServer({ ...options, store }).catch(async (error: unknown) => {
    await store.close?.();
    if (error instanceof TypeError) throw new InputError(error.message);
    throw error;
  });
  const stop = io.stopSignal();
  const serving = await server.serve(app, { host, port }).catch(async (error: unknown) => {
    await app.close();
    // Set by the script that runs the command from a clone, without `repkit` on the PATH.
    throw listenError(error, host, port, io.env.REPKIT_COMMAND ?? 'repkit serve');
  });
  io.report(`Listening on ${serving.url}/ (API documentation: /docs). Press Ctrl-C to stop.`);
  if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve));
  await serving.close();
  await io.log.close();
  return 0;
}

async function storeOf(args: Arguments, io: Io): Promise<ServerOptions['store']> {
  const { chosenStore } = await import('../input/fetch-robots.js');
  const store = await chosenStore(storeChoice(args, io.env), io).catch((error: unknown) => {
    if (error instanceof InputError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError(`The store cannot be opened: ${why.replace(/\.$/, '')}. Use --store memory to run without it.`);
  });
  if (store !== undefined) return store;
  throw new InputError('The service requires a store. Use --store memory to write nothing to disk.');
}

async function optionsOf(args: Arguments, io: Io): Promise<Omit<ServerOptions, 'store'>> {
  const file = args.value('token-file');
  const token =
    file === undefined
      ? io.env.REPKIT_TOKEN
      : `${await readFile(`--token-file "${file}"`, io.openFile(file), MAX_TOKEN_FILE_BYTES)}`;
  const proxies = args.values('trusted-proxy').map(readProxy);
  return {
    userAgent: userAgentOf(args),
    policy: choiceOption(args, 'policy', POLICY_NAMES),
    guard: guardOf(args),
    token: token === undefined ? undefined : bearerToken(token),
    cors: args.values('cors').map(readOrigin),
    requestsPerMinute: numberOption(args, 'rate-limit', { unlimited: 'none' }) ?? DEFAULT_RATE,
    trustedProxies: proxies.length === 0 ? undefined : proxies,
    log: {
      level: choiceOption(args, 'log-level', LOG_LEVELS) ?? (io.stdout.isTerminal ? 'warn' : 'info'),
      write: (line) => io.log.write(line),
      dropped: () => io.log.dropped,
    },
    clock: io.now,
  };
}

function readOrigin(value: string): string {
  const url = URL.parse(value);
  const origin = url !== null && /^https?:$/.test(url.protocol) ? url.origin : 'https://tools.example';
  if (origin === value) return value;
  throw new InputError(`--cors takes an origin, not "${value}". Write --cors ${origin}.`);
}

export function readHost(value: string): string {
  const bare = withoutBrackets(value);
  const isHost = URL.canParse(`http://${bare.includes(':') ? `[${bare}]` : bare}:1/`);
  if (isHost && !/[/?#@]/.test(bare)) return bare;
  throw new InputError(`--host takes a name or an address, not "${value}". Use --port for the port.`);
}

export function readProxy(value: string): string {
  const [address = '', bits, ...rest] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isRange = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
  if (most > 0 && isRange && rest.length === 0) return value;
  throw new InputError(`--trusted-proxy takes an address or a range such as 10.0.0.0/8, not "${value}".`);
}

/** Returns an InputError for errors about the address, and others unchanged. `command` is the command line that was run. */
export function listenError(error: unknown, host: string, port: number, command: string): unknown {
  const tooManyFiles = 'Too many files are open. Raise the limit, such as with: ulimit -n 65536.';
  const wrongHost = `${host} is not an address of this machine. Write --host 127.0.0.1.`;
  const messages: Readonly<Record<string, string | undefined>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use. Stop the program that uses it, or run "${command} --port 0" to use a free port.`,
    EACCES: `Not allowed to listen on port ${port}. Choose a port from 1024 on with --port.`,
    EMFILE: tooManyFiles,
    ENFILE: tooManyFiles,
    EADDRNOTAVAIL: wrongHost,
    ENOTFOUND: wrongHost,
    EAI_AGAIN: wrongHost,
  };
  const message = isSystemError(error) ? messages[`${error.code}`] : undefined;
  return message === undefined ? error : new InputError(message);
}

const MIN_LENGTH = 16;
const MAX_LENGTH = 1024;

/** Returns the token without surrounding white space. Throws an InputError if it is short or not valid (RFC 6750 2.1). */
export function bearerToken(text: string): string {
  const token = text.trim();
  if (token.length < MIN_LENGTH) {
    throw new InputError(
      `The token has fewer than ${MIN_LENGTH} characters and could be guessed. Create one with: openssl rand -hex 32.`,
    );
  }
  if (token.length > MAX_LENGTH || !/^[A-Za-z0-9._~+/-]+=*$/.test(token)) {
    throw new InputError(
      'The token is too long, or contains a character that bearer tokens must not (RFC 6750 2.1). Create one with: openssl rand -hex 32.',
    );
  }
  return token;
}
