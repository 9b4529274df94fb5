import { InputError } from '@repkit/bulk';
import { policies } from '@repkit/client/access';
import type { LogLevel, ServerOptions } from '@repkit/server';
import type { Arguments } from '../options/arguments.js';
import { FETCH_OPTIONS, guardOf, storeChoice, userAgentOf } from '../options/fetch-options.js';
import {
  DEFAULT_HOST,
  DEFAULT_PORT,
  notListening,
  readHost,
  readPort,
  readProxy,
  readTokenFile,
  tokenOf,
} from '../options/serve-options.js';
import { interpretationOf, named } from '../options/shared-options.js';
import type { Command } from '../program/command.js';
import type { ExitCode, Io } from '../program/io.js';

const LOG_LEVELS: Readonly<Record<LogLevel, true>> = {
  silent: true,
  error: true,
  warn: true,
  info: true,
  debug: true,
};

const DEFAULT_RATE = '1000';
const SHARED_OPTIONS = ['allow', 'user-agent'];

export const serve: Command = {
  name: 'serve',
  summary: 'Runs the service: the API, the web tester, and what explains them.',
  positionals: '',
  options: [
    {
      name: 'host',
      value: 'HOST',
      description:
        `Where to listen: ${DEFAULT_HOST} without it, which this machine alone can reach. Anywhere ` +
        'else a token is needed.',
    },
    {
      name: 'port',
      value: 'PORT',
      description: `Where to listen: ${DEFAULT_PORT} without it; 0 for any that is free.`,
    },
    {
      name: 'store',
      value: 'STORE',
      description:
        'Where copies are kept: a path or sqlite:PATH, memory, or redis://HOST:PORT (also Valkey), ' +
        'which many instances may share. Or in REPKIT_STORE, where a password is out of sight. ' +
        'Without it that is repkit/robots.sqlite in the folder for caches.',
    },
    {
      name: 'token-file',
      value: 'FILE',
      description:
        'Holds the token that requests must bear as Authorization: Bearer TOKEN. Or in REPKIT_TOKEN.',
    },
    {
      name: 'policy',
      value: 'NAME',
      choices: Object.keys(policies),
      default: 'rfc9309',
      description:
        'Whose handling of errors, redirects and caching is used where a request names none.',
    },
    ...FETCH_OPTIONS.filter(({ name }) => SHARED_OPTIONS.includes(name)),
    {
      name: 'rate-limit',
      value: 'NUMBER',
      description: `Requests that one client may make in a minute: ${DEFAULT_RATE} without it; or none.`,
    },
    {
      name: 'cors',
      value: 'ORIGIN',
      repeatable: true,
      description:
        'Pages of this origin, such as https://tools.example, may ask from a browser; repeat it for several.',
    },
    {
      name: 'trusted-proxy',
      value: 'ADDRESS',
      repeatable: true,
      description:
        'An address or a range of proxies in front, whose X-Forwarded-For says who asks; repeat it for several.',
    },
    {
      name: 'log-level',
      value: 'NAME',
      choices: Object.keys(LOG_LEVELS),
      default: 'info',
      description: 'How much is logged; info is one line a request.',
    },
  ],
  examples: [
    {
      says: 'For yourself, at another port than 9309',
      command: 'repkit serve --port 8080',
    },
    {
      says: 'For others, one of several instances behind a load balancer',
      command: 'repkit serve --host 0.0.0.0 --token-file token --store redis://redis:6379',
    },
    {
      says: 'With sites of your own network',
      command: 'repkit serve --allow intranet.example --allow 10.1.0.0/16',
    },
  ],
  notes: [
    {
      title: 'Output',
      lines: [
        'The log, as JSON lines, goes to standard output; where the service is found, to standard error.',
        'Ctrl-C or SIGTERM ends it: requests that run are answered first.',
        '',
        'More in docs/service.md.',
      ],
    },
    {
      title: 'Exit code',
      lines: [
        '0  it was told to end',
        '2  a mistake in the options, or the port cannot be had; standard error says what to do',
      ],
    },
  ],
  run: runServe,
};

async function runServe(args: Arguments, io: Io): Promise<ExitCode> {
  const [stray] = args.positionals;
  if (stray !== undefined) {
    throw new InputError(`"${stray}" is too much: serve takes options alone.`);
  }
  const host = readHost(args.value('host') ?? DEFAULT_HOST);
  const port = readPort(args.value('port') ?? String(DEFAULT_PORT));
  const options = await optionsOf(args, io);
  // The service takes longer to load than most commands to run.
  const server = await import('@repkit/server');
  if (options.token === undefined && !server.isLocal(host)) {
    throw new InputError(
      `at ${host} anybody could ask: give a token with --token-file or in REPKIT_TOKEN, or leave --host out.`,
    );
  }
  const store = await storeOf(args, io);
  const app = await server.createServer({ ...options, store }).catch(async (error: unknown) => {
    await store.close();
    if (error instanceof TypeError) throw new InputError(error.message);
    throw error;
  });
  const stop = io.stopSignal();
  const serving = await server.serve(app, { host, port }).catch(async (error: unknown) => {
    await app.close();
    // Set by the script that runs the command from a clone, where there is no `repkit` on the PATH.
    throw notListening(error, host, port, io.env.REPKIT_COMMAND ?? 'repkit serve');
  });
  io.stderr.write(
    `repkit serve: open at ${serving.url}/ (the API is explained at /docs); Ctrl-C ends it.\n`,
  );
  if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve));
  await serving.close();
  return 0;
}

async function storeOf(args: Arguments, io: Io): Promise<ServerOptions['store']> {
  const { chosenStore } = await import('../input/fetch-robots.js');
  const store = await chosenStore(storeChoice(args, io.env), io).catch((error: unknown) => {
    if (error instanceof InputError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError(
      `the store cannot be opened: ${why.replace(/\.$/, '')}; or write --store memory.`,
    );
  });
  if (store !== undefined) return store;
  throw new InputError('the service needs a store: write --store memory to keep nothing on disk.');
}

async function optionsOf(args: Arguments, io: Io): Promise<Omit<ServerOptions, 'store'>> {
  const file = args.value('token-file');
  const token = file === undefined ? io.env.REPKIT_TOKEN : await readTokenFile(file, io);
  const { policy } = interpretationOf(args);
  const proxies = args.values('trusted-proxy').map(readProxy);
  return {
    userAgent: userAgentOf(args),
    policy,
    guard: guardOf(args),
    token: token === undefined ? undefined : tokenOf(token),
    cors: args.values('cors').map(readOrigin),
    requestsPerMinute: readRate(args.value('rate-limit') ?? DEFAULT_RATE),
    trustedProxies: proxies.length === 0 ? undefined : proxies,
    log: {
      level: named('log level', args.value('log-level') ?? 'info', LOG_LEVELS),
      write: (line) => void io.stdout.write(line),
    },
    clock: io.now,
  };
}

function readRate(value: string): number {
  if (value === 'none') return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InputError(
    `--rate-limit takes a number of requests a minute, or none, and not "${value}".`,
  );
}

function readOrigin(value: string): string {
  const url = URL.parse(value);
  if (url !== null && /^https?:$/.test(url.protocol) && url.origin === value) return value;
  const mend =
    url !== null && /^https?:$/.test(url.protocol) ? url.origin : 'https://tools.example';
  throw new InputError(`--cors takes an origin, and not "${value}": write --cors ${mend}.`);
}
