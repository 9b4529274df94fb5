import { parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import type { CrawlerProfile } from '@repkit/core/crawlers';
import { auditLogs } from '../../src/audit/audit-logs.js';
import { type AuditOptions, Auditor } from '../../src/audit/auditor.js';
import type { Identities, IdentityState } from '../../src/audit/identity.js';
import type { Finding } from '../../src/audit/report.js';
import type { FileVersion, History } from '../../src/audit/versions.js';

/** Milliseconds since 1970 at a time such as `28T10:00:00`, in November 2026. */
export function at(time: string): number {
  return Date.parse(`2026-11-${time}Z`);
}

export interface Entry {
  readonly time: number;
  readonly target: string;
  readonly agent?: string;
  readonly status?: number;
  readonly address?: string;
  readonly method?: string;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Returns a line in the combined format. */
export function logLine(entry: Entry): string {
  const { time, target, agent = 'GPTBot/1.2', status = 200, address = '192.0.2.1' } = entry;
  const date = new Date(time);
  const [day, clock] = [date.toISOString().slice(8, 10), date.toISOString().slice(11, 19)];
  const stamp = `${day}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}:${clock} +0000`;
  return `${address} - - [${stamp}] "${entry.method ?? 'GET'} ${target} HTTP/1.1" ${String(status).padStart(3, '0')} 5 "-" "${agent}"`;
}

/** A history of texts by the time from which they were in force. */
export function historyOf(texts: Readonly<Record<string, string | 'unavailable' | 'unreachable'>>): History {
  const versions = Object.entries(texts).map(([time, text], index): FileVersion => {
    const isFile = text !== 'unavailable' && text !== 'unreachable';
    const robotsTxt: FileVersion['robotsTxt'] = isFile ? parseRobotsTxt(text) : text;
    const from = time === '' ? Number.NEGATIVE_INFINITY : at(time);
    return { name: `v${index + 1}`, from, robotsTxt };
  });
  return { source: 'git', versions };
}

export function isFile(version: FileVersion | undefined): version is FileVersion & { robotsTxt: RobotsTxt } {
  return typeof version?.robotsTxt === 'object';
}

/** By their addresses: 192.0.2.* is verified, 198.51.100.* is excluded, 203.0.113.* is unknown. */
export const identities: Identities = {
  stateOf(_crawler: CrawlerProfile, address: string): IdentityState {
    if (address.startsWith('192.0.2.')) return 'verified';
    return address.startsWith('198.51.100.') ? 'not-verified' : 'unchecked';
  },
};

export async function audit(
  entries: readonly (Entry | string)[],
  history: History,
  options: AuditOptions & { readonly isStream?: boolean; readonly identities?: Identities } = {},
) {
  const findings: Finding[] = [];
  const auditor = new Auditor(history, options.identities ?? identities, {
    site: 'example.com',
    onFinding: (finding) => findings.push(finding),
    ...options,
  });
  const text = entries.map((entry) => `${typeof entry === 'string' ? entry : logLine(entry)}\n`).join('');
  const log = { name: 'a.log', open: () => [Buffer.from(text)] };
  const report = await auditLogs(auditor, { logs: [log], isStream: options.isStream ?? false });
  return { report, findings };
}
