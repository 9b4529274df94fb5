import type { Messages } from '../messages/messages.js';
import type { LogHosts } from '../worker/log-hosts.js';

/** What is not counted of access logs. */
export interface LogGaps {
  /** Lines that are not requests for a URL. */
  readonly unreadable: number;
  /** The names of logs that end early. */
  readonly incomplete: readonly string[];
  readonly hosts: LogHosts;
}

/** Returns what was not counted, which logs are incomplete, and whether requests of several sites were counted as those of one. */
export function logGaps({ unreadable, incomplete, hosts }: LogGaps, { visits: texts, fill }: Messages): string[] {
  const { site, examples, others } = hosts;
  const [first = '', second] = examples;
  return [
    ...(unreadable > 0 ? [fill(texts.unreadable, { count: unreadable })] : []),
    ...incomplete.map((log) => fill(texts.incomplete, { log })),
    ...(site !== undefined && others > 0 ? [fill(texts.otherHosts, { count: others, host: first, site })] : []),
    ...(site === undefined && second !== undefined ? [fill(texts.severalHosts, { first, second })] : []),
  ];
}
