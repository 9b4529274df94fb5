import {
  Auditor,
  type AuditReport,
  type AuditRun,
  auditLogs,
  type CrawlerReport,
  fetchLines,
  type Input,
  InputError,
  mergeReports,
  undecidedSentence,
} from '@repkit/bulk';
import { auditOptions, fieldsOption, historyOption, shortenedIn, VERIFY_OPTION, verifyOption } from '../bulk/audit-options.js';
import { Evidence } from '../bulk/evidence.js';
import { totalBytes } from '../bulk/filter-inputs.js';
import { type Results, withResults } from '../bulk/output-file.js';
import { progressLine } from '../bulk/progress.js';
import { type Arguments, choiceOption } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { ALL_CRAWLER_OPTIONS } from '../options/crawler-option.js';
import { checkOutputConflicts, inputFiles, optionFiles } from '../options/output-conflicts.js';
import { choiceSpec, formatOption, jobsOption } from '../options/shared-options.js';
import { matchingFiles, naming, readFile } from '../program/files.js';
import { checkStandardInput, type ExitCode, type Io } from '../program/io.js';
import { counted, fileText } from '../program/terminal.js';
import { AUDIT_FORMATS, auditText } from '../render/audit-report.js';

const FAIL_ON = ['violations', 'verified-violations'] as const;
/** Options about judging, which have no effect without logs to judge. */
const JUDGING = [
  ...['git', 'history', 'robots', 'site', 'agent', 'crawler', 'verify', 'since', 'until'],
  ...['log-delay', 'ignore-status', 'evidence', 'anonymize', 'rejects', 'fetches', 'jobs', 'quiet'],
];

export const audit: Command = {
  name: 'audit',
  summary: 'Find crawlers that ignored robots.txt in access logs.',
  positionals: [{ name: 'LOG', repeatable: true, files: true }],
  options: {
    git: {
      value: 'PATH',
      excludes: ['history', 'robots'],
      description: 'File in a git repository whose versions were in force, each from its committer date.',
    },
    branch: {
      value: 'REF',
      requires: ['git'],
      description: 'Branch whose commits were deployed (default: the one that is checked out).',
    },
    'deploy-delay': {
      value: 'SECONDS',
      requires: ['git'],
      description:
        'Longest time from a commit to its deployment (default: 0). Meanwhile, the versions before and after it may be in force.',
    },
    'log-delay': {
      value: 'SECONDS',
      description:
        'Longest time from a request to its line in the log (default: 0). nginx, for example, writes it when the response ends.',
    },
    history: {
      value: 'PATH',
      excludes: ['robots'],
      description: 'Folder of repkit watch with the versions that were in force.',
    },
    robots: {
      value: 'FILE',
      readsStdin: true,
      description: 'File that was in force all the time, if you have no history.',
    },
    site: {
      value: 'HOST',
      description:
        'Host of the robots.txt (default: that of --history). Without --history, required if the logs contain no hosts or several. ' +
        'Requests for other hosts are not judged.',
    },
    agent: {
      ...ALL_CRAWLER_OPTIONS.agent,
      value: 'TOKEN',
      description: 'Product token of a crawler that repkit does not know. Repeatable.',
    },
    crawler: {
      ...ALL_CRAWLER_OPTIONS.crawler,
      value: 'CRAWLER',
      description:
        'Known crawlers or purposes to judge, separated by commas (default: all). Repeatable. repkit crawlers lists them.',
    },
    verify: VERIFY_OPTION,
    since: {
      value: 'TIME',
      description: 'Judge requests from this time, such as 2026-11-28, in UTC.',
    },
    until: { value: 'TIME', description: 'Judge requests before this time.' },
    'ignore-status': {
      value: 'LIST',
      description: 'Statuses of refused requests, such as 403,404,429. Such violations are counted as refused.',
    },
    format: choiceSpec(AUDIT_FORMATS, 'Report format.'),
    evidence: {
      value: 'FILE',
      description: 'CSV file with a row for each violation. Compressed if it ends in .gz or .zst.',
    },
    anonymize: {
      description: 'Shorten addresses in the report, the evidence and the rejects to /24 (IPv4) and /48 (IPv6).',
    },
    'fail-on': {
      value: 'NAME',
      choices: FAIL_ON,
      excludes: ['verify=none'],
      description:
        'Exit with 1 for violations of crawlers that are verified or that repkit has no way to verify (violations), or only ' +
        'of verified ones (verified-violations). Exit with 2 if the log contains no requests for the site and period, or if none of ' +
        'those of crawlers could be judged.',
    },
    rejects: { value: 'FILE', description: 'File for lines that cannot be read.' },
    fields: {
      value: 'LIST',
      repeatable: true,
      description:
        'Names of fields in JSON lines of other programs, such as time=when,ip=client.address; also host, method, url, status and agent.',
    },
    'ip-field': {
      value: 'FIELD',
      description:
        'Field with the address of the client behind a proxy: a name, or in lines with quoted fields a number. Of a list, the last address counts.',
    },
    fetches: {
      value: 'FILE',
      repeatable: true,
      description: 'Log to take only requests for robots.txt from, such as the output of --fetches-only. Repeatable.',
    },
    'fetches-only': {
      excludes: ['format', 'fail-on', ...JUDGING],
      description: 'Print the lines with requests for robots.txt.',
    },
    merge: {
      excludes: ['fields', 'ip-field', 'fetches-only', ...JUDGING],
      description: 'Add up reports of several logs in --format json, which take the place of logs.',
    },
    jobs: {
      value: 'N',
      description: 'Number of threads that read lines, 1 to 256 (default: 1 for the first 8 MiB, then one per core, up to 8).',
    },
    quiet: { description: 'Hide progress.' },
  },
  examples: {
    'Judge the requests of a log by the versions in git': 'repkit audit --git public/robots.txt --site example.com access.log*',
    'Judge by one file, and write each violation':
      'repkit audit --robots robots.txt --site example.com --evidence evidence.csv access.log',
    'Add up the reports of two servers': 'repkit audit --merge a.json b.json',
  },
  notes: {
    Logs: [
      'Formats are recognized by their first lines: the common and combined formats of Apache and nginx, also with a host in front ' +
        'and trailing fields; AWS load balancers; IIS and CloudFront; and JSON lines of Caddy, Cloudflare, Fastly, Traefik and nginx. ' +
        'Files may be compressed with gzip or zstd, and are read twice. Standard input, which is the default, is read once and must ' +
        'be in the order of time.',
      'Lines that cannot be read are counted. If a log ends in the middle of a line, the exit code is 2.',
    ],
    Results: {
      allowed: 'a version that the crawler could have read allows the request, and none forbids it',
      violations: 'every version that the crawler could have read forbids the request',
      'within grace': 'some of these versions forbid it, and some allow it',
      unknown: 'robots.txt was unreachable, or the history begins later or ends earlier',
      refused: 'violations with a status of --ignore-status',
      'not governed': 'the crawler documents that it may ignore robots.txt, as for requests of users',
      impostors: 'requests under the name of the crawler from addresses that its operator excludes',
    },
    'Versions that a crawler could have read':
      'Those in force since its last fetch of robots.txt in the log, but at most for 24 hours (RFC 9309 2.4), or as long as its operator documents. ' +
      'Only status 200 and 304 are a fetch, and only from a verified address or the same one. While the log shows errors for ' +
      'robots.txt, older versions count too; for 24 hours after the crawler received a status such as 404, everything is allowed. ' +
      'A 404 for any other client counts as a version that allows everything.',
  },
  exitCodes: {
    0: 'done; with --fail-on: no such violations',
    1: 'with --fail-on: there are such violations',
    2: 'invalid options or input, or a log that ends early; with --fail-on: no request of a crawler for the site and period could be judged',
  },
  run: runAudit,
};

async function runAudit(args: Arguments, io: Io): Promise<ExitCode> {
  const names = args.positionals.length === 0 ? ['-'] : args.positionals.flatMap((name) => matchingFiles(name, io));
  const format = formatOption(args, AUDIT_FORMATS);
  const failOn = choiceOption(args, 'fail-on', FAIL_ON);
  if (args.has('fetches-only')) return await printFetches(names, args, io);
  const report = args.has('merge') ? await mergedReport(names, io) : await auditReport(names, args, io);
  io.stdout.write(auditText(report, format, io));
  if (failOn !== undefined) reportUnchecked(report, io);
  if (!report.isComplete) return 2;
  if (failOn === undefined) return 0;
  const undecided = undecidedSentence(report);
  if (undecided !== undefined) {
    io.report(undecided);
    return 2;
  }
  return hasFailed(report, failOn) ? 1 : 0;
}

async function auditReport(names: readonly string[], args: Arguments, io: Io): Promise<AuditReport> {
  const options = auditOptions(args);
  const fields = fieldsOption(args);
  const fetches = args.values('fetches');
  checkStandardInput([args.value('robots'), ...names]);
  checkOutputConflicts(
    optionFiles(args, ['evidence', 'rejects']),
    [...inputFiles([...names, ...fetches]), ...optionFiles(args, ['robots'])],
    io,
  );
  for (const name of fetches) naming(`--fetches "${name}"`, () => io.checkReadable(name));
  const isStream = readOnce(names, io);
  const history = await historyOption(args, io);
  const { identities, warnings } = await verifyOption(args, io);
  return await withResults(args, ['evidence', 'rejects'], io, async (results) => {
    const evidence = results.files.evidence && (await Evidence.open(results.files.evidence));
    const onFinding = evidence && ((finding: Parameters<Evidence['add']>[0]) => evidence.add(finding));
    const auditor = new Auditor(history, identities, { ...options, onFinding });
    const passes = isStream ? 1 : 2;
    const size = totalBytes([...names, ...fetches], io);
    const progress = progressLine(size === undefined ? undefined : size * passes, io);
    const showsProgress = io.stderr.isTerminal && !args.has('quiet');
    let judged = 0;
    const onBytes = (bytes: number) => {
      if (!showsProgress) return;
      progress.read(bytes);
      progress.show(judged);
    };
    try {
      const run: AuditRun = {
        logs: inputs(names, results, io, onBytes),
        fetches: inputs(fetches, results, io, onBytes),
        isStream,
        fields,
        threads: jobsOption(args),
        onUnreadable: (lines) => results.files.rejects?.write(args.has('anonymize') ? shortenedIn(lines) : lines),
        onJudged(requests) {
          judged = requests;
        },
      };
      const report = await auditLogs(auditor, run, io);
      await evidence?.write(results.stop);
      for (const warning of await warnings(report)) progress.report(warning);
      return report;
    } finally {
      progress.clear();
      evidence?.close();
    }
  });
}

/** @param onBytes receives the number of bytes of each chunk, before decompression */
function inputs(names: readonly string[], { stop }: Results, io: Io, onBytes = (_: number) => {}): Input[] {
  return names.map((name) => ({
    name: name === '-' ? 'standard input' : name,
    async *open() {
      for await (const chunk of name === '-' ? io.stdin(stop) : io.openFile(name)) {
        stop?.throwIfAborted();
        onBytes(chunk.length);
        yield chunk;
      }
    },
  }));
}

/**
 * Returns whether a log is standard input or a pipe. Throws an InputError if there are others, which would be read out of order.
 */
function readOnce(names: readonly string[], io: Io): boolean {
  for (const name of names) if (name !== '-') naming(`"${name}"`, () => io.checkReadable(name));
  const streams = names.filter((name) => name === '-' || io.fileIdentity(name) === undefined);
  if (streams.length > 0 && names.length > 1) {
    throw new InputError(
      `"${streams[0]}" can be read only once, so it cannot be combined with other logs. Write it to a file first.`,
    );
  }
  return streams.length > 0;
}

async function printFetches(names: readonly string[], args: Arguments, io: Io): Promise<ExitCode> {
  const run = {
    logs: inputs(names, { files: {}, stop: undefined }, io),
    fields: fieldsOption(args),
  };
  const { unreadable, cut } = await fetchLines(run, (line) => io.stdout.write(fileText(`${line}\n`, io.stdout)));
  if (unreadable > 0) {
    io.report(`${counted(unreadable, 'line')} could not be read, so fetches may be missing.`);
  }
  for (const name of cut) io.report(`${name} ends in the middle of a line.`);
  return cut.length > 0 ? 2 : 0;
}

async function mergedReport(names: readonly string[], io: Io): Promise<AuditReport> {
  const reports: AuditReport[] = [];
  for (const name of names) {
    const chunks = name === '-' ? io.stdin() : io.openFile(name);
    reports.push(parsedReport(name, (await readFile(`"${name}"`, chunks)).toString()));
  }
  return mergeReports(reports);
}

function parsedReport(name: string, text: string): AuditReport {
  try {
    const report = JSON.parse(text);
    const { files, notes, crawlers } = report;
    const lists = [
      files,
      notes,
      ...crawlers.flatMap(({ rules, days, crawlDelays }: Partial<CrawlerReport>) => {
        return [rules, days, crawlDelays];
      }),
    ];
    if (report.version === 1 && lists.every(Array.isArray)) return report;
  } catch {
    // Reported below.
  }
  throw new InputError(`"${name}" is not a report of repkit audit --format json.`);
}

/** Violations of unchecked crawlers do not fail a run, but a run that ignores them must say so. */
function reportUnchecked({ crawlers }: AuditReport, io: Io): void {
  const unchecked = crawlers.reduce((sum, { violationsBy }) => sum + violationsBy.unchecked, 0);
  if (unchecked === 0) return;
  io.report(`--fail-on ignores ${counted(unchecked, 'violation')} of crawlers whose identity was not checked.`);
}

function hasFailed({ crawlers }: AuditReport, failOn: (typeof FAIL_ON)[number]): boolean {
  return crawlers.some(({ violationsBy: { verified, unverifiable } }) => {
    return verified > 0 || (failOn === 'violations' && unverifiable > 0);
  });
}
