import { asyncOf, InputError, inOrder, isInputError, type Observation } from '@repkit/bulk';
import { originOf } from '@repkit/client/access';
import { parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import { accessDetail } from '../input/check-result.js';
import type { FetchedNow, FetchedSource } from '../input/fetch-robots.js';
import { type RecordedChange, recordObservation } from '../input/history-folder.js';
import { openSites, warnOfContent } from '../input/read-robots.js';
import { checkSite } from '../input/robots-txt-argument.js';
import type { Arguments, OptionSpec } from '../options/arguments.js';
import { CREDENTIALS_WARNING, withoutCredentials } from '../options/checked-values.js';
import type { Command } from '../options/command.js';
import { comparisonOf, FAIL_ON_OPTION } from '../options/comparison.js';
import { ALL_CRAWLER_OPTIONS } from '../options/crawler-option.js';
import { FETCH_OPTIONS, fetchOptionsOf } from '../options/fetch-options.js';
import { BUDGET_OPTION, choiceSpec, DIALECT_OPTION, dialectOf, formatOption, JSON_OPTION } from '../options/shared-options.js';
import { type ExitCode, type Io, stoppedBy } from '../program/io.js';
import { painterFor } from '../program/terminal.js';
import { diffJson } from '../render/diff-json.js';
import { diffMarkdown } from '../render/diff-markdown.js';
import { diffText } from '../render/diff-text.js';
import { jsonText } from '../render/json.js';

const FORMATS = ['text', 'markdown'] as const;

const DEFAULT_HISTORY = 'robots-history';

/** Sites that are fetched at a time. */
const AT_ONCE = 8;

/** Time for another process to write what it has fetched. */
const WRITING_MS = 30_000;

/** The headers that say what was cached for how long, and that identify a version. */
const RECORDED_HEADERS = [...['cache-control', 'content-type', 'etag', 'expires', 'last-modified']] as const;

const WATCH_DIALECT_OPTION: OptionSpec = {
  ...DIALECT_OPTION,
  description: 'Dialect to parse and match with (default: rfc9309, and for known crawlers the one that they document).',
};
const { refresh: _, ...WATCH_FETCH_OPTIONS } = FETCH_OPTIONS;

export const watch: Command = {
  name: 'watch',
  summary: 'Fetch robots.txt files, save new versions, and show what changed since the last run.',
  positionals: [{ name: 'SITE', required: true, repeatable: true }],
  options: {
    history: {
      value: 'PATH',
      description: `Folder for the versions, with a folder per site (default: ${DEFAULT_HISTORY}).`,
    },
    ...ALL_CRAWLER_OPTIONS,
    'fail-on': FAIL_ON_OPTION,
    format: choiceSpec(FORMATS, 'Output format. markdown is for issues and pull requests.'),
    comments: { description: 'Report changed comments too.' },
    json: {
      ...JSON_OPTION,
      excludes: ['format'],
      description: 'Print one JSON document with each site, also those that did not change.',
    },
    budget: BUDGET_OPTION,
    dialect: WATCH_DIALECT_OPTION,
    ...WATCH_FETCH_OPTIONS,
  },
  examples: {
    'Save the versions of two sites, each day from cron':
      'repkit watch --history /var/lib/repkit https://example.com https://www.example.org',
    'Fail if the site has blocked URLs since the last run': 'repkit watch --fail-on newly-blocked https://example.com',
  },
  notes: {
    Output:
      'Prints nothing while nothing changes, so that cron sends no mail. For a new version, prints ' +
      'what repkit diff prints. A run fetches every site once, even if the cache has a fresh copy.',
    History: [
      {
        'HOST/index.ndjson':
          'the versions of a site, a line for each: when it was first and last seen, its file, status, headers and checksum',
        'HOST/TIME.txt': 'the content of a version, by the time when it was first seen',
      },
      'An unreachable site is reported, and the exit code is 2; its last version stays. A server error is recorded, too, ' +
        'but failures of the network are not. repkit diff HOST@2026-11-01 HOST@now compares versions, and repkit audit ' +
        '--history judges requests by them.',
    ],
  },
  exitCodes: {
    0: 'done; with --fail-on: no such change',
    1: 'with --fail-on: there is such a change, or the result is undecided',
    2: 'invalid options, or a site that could not be fetched or compared',
  },
  run: runWatch,
};

interface SiteResult {
  readonly text: string;
  /** The members for `--json`. */
  readonly json: object;
  readonly code: ExitCode;
}

/** Returns the result for a site whose robots.txt did not change. */
function unchanged(site: string): SiteResult {
  return { text: '', json: { site, state: 'unchanged' }, code: 0 };
}

/** Returns the result for a site that could not be fetched or compared. */
function failed(site: string, { message }: InputError): SiteResult {
  return { text: '', json: { site, state: 'failed', message }, code: 2 };
}

async function runWatch(args: Arguments, io: Io): Promise<ExitCode> {
  for (const name of args.positionals) checkSite(name, false);
  if (args.positionals.some((name) => withoutCredentials(name) !== name)) {
    io.report(CREDENTIALS_WARNING);
  }
  const origins = new Set(args.positionals.map((name) => originOf(name) ?? name));
  const compare = comparer(args, io);
  const sites = await openSites(args, io);
  const stop = io.stopSignal();
  let code: ExitCode = 0;
  let isStopped = false;
  try {
    const checks = inOrder(asyncOf(origins), AT_ONCE, async (origin): Promise<SiteResult> => {
      try {
        stop.throwIfAborted();
        return await watchSite(origin, { args, io, sites, stop, compare });
      } catch (error) {
        // The results of the other sites are printed all the same: they are recorded, so that the next run has none.
        if (stop.aborted) {
          isStopped = true;
          return failed(origin, stoppedBy(stop));
        }
        if (!isInputError(error)) throw error;
        io.report(error.message);
        return failed(origin, error);
      }
    });
    const results: SiteResult[] = [];
    for await (const result of checks) {
      results.push(result);
      if (!args.has('json')) io.stdout.write(result.text);
      if (result.code > code) code = result.code;
    }
    if (args.has('json')) {
      io.stdout.write(jsonText({ sites: results.map(({ json }) => json) }));
    }
    if (isStopped) throw stoppedBy(stop);
    return code;
  } finally {
    await sites.close();
  }
}

interface WatchContext {
  readonly args: Arguments;
  readonly io: Io;
  readonly sites: FetchedSource;
  readonly stop: AbortSignal;
  readonly compare: Compare;
}

async function watchSite(origin: string, { args, io, sites, stop, compare }: WatchContext): Promise<SiteResult> {
  let observation: Observation | undefined;
  let failure: string | undefined;
  const observe = async () => {
    const fetched = await sites.fetchNow(origin, stop);
    failure = failureOf(fetched);
    observation = observationOf(fetched, io.now());
    return observation;
  };
  const history = args.value('history') ?? DEFAULT_HISTORY;
  const waitMs = 2 * fetchOptionsOf(args, io.env).timeoutMs + WRITING_MS;
  const change = await recordObservation(history, origin, observe, waitMs, io);
  if (failure !== undefined) {
    throw new InputError(`The robots.txt of ${origin} cannot be fetched (${failure}). Its saved versions stay as they are.`);
  }
  if (change === undefined || observation === undefined) return unchanged(origin);
  return compare(origin, observation, change);
}

/** Returns why a robots.txt cannot be fetched, as a clause; undefined if it can, or if there is none. */
function failureOf({ result: { provenance } }: FetchedNow): string | undefined {
  // A cached copy may hide that the site is unreachable.
  return provenance.access === 'unreachable' ? accessDetail(provenance) : provenance.detail;
}

/** Returns undefined if no response came from the site: only the network is known to have failed. */
function observationOf(fetched: FetchedNow, now: number): Observation | undefined {
  const { result, outcome } = fetched;
  const { robotsTxt, provenance } = result;
  const { robotsTxtUrl, url, status, fetchedAt: at, body } = provenance;
  if (failureOf(fetched) !== undefined) {
    return outcome?.kind === 'http' ? { access: 'unreachable', at: now, status: outcome.status } : undefined;
  }
  const facts = { at, status, url: url === robotsTxtUrl ? undefined : url };
  if (robotsTxt === undefined) return { ...facts, access: 'unavailable' };
  const sent = outcome?.kind === 'http' ? outcome.headers : {};
  const headers = RECORDED_HEADERS.flatMap((name) => {
    const value = sent[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...facts,
    access: 'file',
    headers: Object.fromEntries(headers),
    body: Buffer.concat(robotsTxt.records.map(({ bytes }) => bytes)),
    truncated: body?.truncated || undefined,
  };
}

type Compare = (origin: string, seen: Observation, change: RecordedChange) => SiteResult;

/** Returns a function that describes what changed. */
function comparer(args: Arguments, io: Io): Compare {
  const dialect = dialectOf(args);
  const { compare } = comparisonOf(args, io);
  const format = formatOption(args, FORMATS);
  const paint = painterFor(io.stdout, io.env);
  const parsed = (body: Uint8Array | undefined): RobotsTxt => parseRobotsTxt(body ?? '', { dialect });
  return (origin, { access, body, status }, { isChanged, before }) => {
    if (!isChanged) return unchanged(origin);
    const now = access === 'file' ? '' : ` (status ${status}, which allows everything)`;
    const robotsTxt = parsed(body);
    warnOfContent({ name: origin, robotsTxt }, io);
    if (before === undefined) {
      const text = `${origin}: saved the first version${now}\n`;
      return { text, json: { site: origin, state: 'first-version', status }, code: 0 };
    }
    const { grouped: result, isFailed } = compare([parsed(before.body), robotsTxt]);
    const since = new Date(before.lastSeen).toISOString();
    const then = before.without === undefined ? '' : ` (${before.without})`;
    const text =
      format === 'markdown'
        ? diffMarkdown(result, [`${origin} at ${since}${then}`, `now${now}`])
        : `${paint('bold', origin)} changed since ${since}${then}${now}\n\n${diffText(result, paint)}`;
    const json = {
      site: origin,
      state: 'changed',
      since,
      status,
      dialects: result.dialects,
      ...diffJson(result),
    };
    return { text: `${text}\n`, json, code: isFailed() ? 1 : 0 };
  };
}
