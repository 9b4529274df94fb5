/** Reads the options of `repkit audit`. */
import { isIP } from 'node:net';
import {
  type AuditOptions,
  type AuditReport,
  type History,
  type Identities,
  InputError,
  identities,
  ReverseDns,
} from '@repkit/bulk';
import { parseRobotsTxt } from '@repkit/core';
import type { LogFields, LogPart } from '@repkit/core/analysis';
import { crawlerProfile, knownCrawlers } from '@repkit/core/crawlers';
import { cachedAddressLists } from '../input/address-lists.js';
import { gitHistory } from '../input/git-history.js';
import { readHistory } from '../input/history-folder.js';
import { readRobotsBytes, warnOfContent } from '../input/read-robots.js';
import { type Arguments, choiceOption, type OptionSpec, oneOf } from '../options/arguments.js';
import { timeOf } from '../options/checked-values.js';
import { crawlersOption } from '../options/crawler-option.js';
import { choiceSpec, numberOption } from '../options/shared-options.js';
import type { Io } from '../program/io.js';
import { counted } from '../program/terminal.js';

const LOG_PARTS: readonly LogPart[] = ['time', 'ip', 'host', 'method', 'url', 'status', 'agent'];

/** Returns the names of fields that `--fields` and `--ip-field` state. */
export function fieldsOption(args: Arguments): LogFields {
  const fields: Partial<Record<LogPart, string>> = {};
  for (const pair of args.list('fields')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(equals + 1);
    if (equals === -1 || name === '') {
      throw new InputError(`--fields takes pairs such as time=when,ip=client.address, not "${pair}".`);
    }
    fields[oneOf('part in --fields:', pair.slice(0, equals), LOG_PARTS)] = name;
  }
  const ip = args.value('ip-field');
  return { ...fields, ...(ip !== undefined && { ip }) };
}

/** Returns the options for judging. */
export function auditOptions(args: Arguments): AuditOptions {
  return {
    site: siteOption(args)?.hostname,
    crawlers: crawlersOption(args),
    since: timeOption(args, 'since'),
    until: timeOption(args, 'until'),
    logDelay: numberOption(args, 'log-delay', { min: 0 }),
    ignoredStatuses: statusesOption(args),
    ...(args.has('anonymize') && { addressAs: shortened }),
  };
}

/** Returns the URL of `--site`, which may be a host. */
function siteOption(args: Arguments): URL | undefined {
  const value = args.value('site');
  if (value === undefined) return undefined;
  const url = URL.parse(/^https?:\/\//i.test(value) ? value : `https://${value}`);
  if (url === null || url.pathname !== '/') {
    throw new InputError(`--site must be a host such as example.com, not "${value}".`);
  }
  return url;
}

function timeOption(args: Arguments, name: string): number | undefined {
  const value = args.value(name);
  if (value === undefined) return undefined;
  const time = timeOf(value);
  if (time !== undefined) return time;
  throw new InputError(`${args.label(name)} must be a date such as 2026-11-28 or 2026-11-28T10:00Z, not "${value}".`);
}

function statusesOption(args: Arguments): ReadonlySet<number> | undefined {
  const value = args.value('ignore-status');
  if (value === undefined) return undefined;
  const statuses = value.split(',');
  const invalid = statuses.find((status) => !/^[1-5]\d\d$/.test(status));
  if (invalid !== undefined) {
    throw new InputError(`--ignore-status takes statuses such as 403,404,429, not "${invalid}".`);
  }
  return new Set(statuses.map(Number));
}

/** Shortens an address to its first 24 bits, or at most 48 of IPv6. Hides host names, which identify the client. */
function shortened(address: string): string {
  if (isIP(address) === 0) return '-';
  if (!address.includes(':')) return address.replace(/\.\d+$/, '.0');
  const [start = ''] = address.split('::');
  return `${start.split(':').slice(0, 3).join(':')}::`;
}

/** Shortens the addresses in lines that cannot be read, and leaves all other bytes as they are. */
export function shortenedIn(lines: Uint8Array): Uint8Array {
  const text = Buffer.from(lines).toString('latin1');
  const anonymous = text.replace(/[\da-f:.]+/gi, (run) =>
    isIP(run) === 6 ? shortened(run) : run.replace(/\d{1,3}(?:\.\d{1,3}){3}/g, shortened),
  );
  return Buffer.from(anonymous, 'latin1');
}

/** Reads the versions of the file. Throws an InputError without one. */
export async function historyOption(args: Arguments, io: Io): Promise<History> {
  const path = args.value('git');
  if (path !== undefined) {
    const delay = numberOption(args, 'deploy-delay', { min: 0 });
    const deployDelayMs = delay === undefined ? undefined : delay * 1000;
    return await gitHistory({ path, branch: args.value('branch'), deployDelayMs }, io);
  }
  const folder = args.value('history');
  if (folder !== undefined) {
    return await readHistory(folder, siteOption(args), io);
  }
  const name = args.value('robots');
  if (name === undefined) {
    throw new InputError('Name the versions of robots.txt with --git PATH or --history PATH, or one file with --robots FILE.');
  }
  const robotsTxt = parseRobotsTxt(await readRobotsBytes(name, io));
  warnOfContent({ name, robotsTxt }, io);
  return { source: 'file', versions: [{ name, from: Number.NEGATIVE_INFINITY, robotsTxt }] };
}

const VERIFY = ['lists', 'dns', 'none'] as const;

export const VERIFY_OPTION: OptionSpec = choiceSpec(
  VERIFY,
  'Verify crawlers by the address lists of "repkit crawlers update", with dns also by the names of addresses.',
);

export interface Verification {
  readonly identities: Identities;
  /** Returns why crawlers in a report were not verified, as sentences. */
  warnings(report: AuditReport): Promise<readonly string[]>;
}

/** Returns the way to verify crawlers. */
export async function verifyOption(args: Arguments, io: Io): Promise<Verification> {
  const verify = choiceOption(args, 'verify', VERIFY) ?? 'lists';
  if (verify === 'none') {
    return { identities: { stateOf: () => 'unchecked' }, warnings: async () => [] };
  }
  const { lists } = await cachedAddressLists(knownCrawlers, io);
  const dns = verify === 'dns' ? await reverseDns() : undefined;
  return {
    identities: identities({ lists, dns }),
    async warnings({ crawlers }) {
      const profiles = crawlers.flatMap(({ crawler }) => crawlerProfile(crawler) ?? []);
      const { warnings } = await cachedAddressLists(profiles, io);
      const unanswered = dns?.unansweredAddresses ?? 0;
      if (unanswered === 0) return warnings;
      return [...warnings, `The names of ${counted(unanswered, 'address')} could not be looked up.`];
    },
  };
}

/** Milliseconds for a lookup: a server that is slower does not answer. */
const LOOKUP_MS = 5000;

async function reverseDns(): Promise<ReverseDns> {
  const { Resolver } = await import('node:dns/promises');
  return new ReverseDns(new Resolver({ timeout: LOOKUP_MS, tries: 1 }));
}
