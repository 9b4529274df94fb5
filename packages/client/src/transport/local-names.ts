/** Reads the hosts file and the search settings of resolv.conf. */
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { platform } from 'node:os';
import { SECOND } from '../policy/limits.js';

export interface NameFiles {
  readonly hosts: string;
  readonly resolvConf: string;
}

const SYSTEM_FILES: NameFiles = {
  hosts: platform() === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts',
  resolvConf: '/etc/resolv.conf',
};

const CHECK_MS: number = 5 * SECOND;

/** Limits of resolv.conf(5). */
const MAX_SEARCHED = 6;
const MAX_DOTS = 15;

interface NameConfig {
  /** Addresses by lower-case name, in the order of the file. */
  readonly hosts: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * Returns the names to query for a host, in order. Unlike getaddrinfo, tries a name with a dot unchanged first, and
   * with search domains only if it has fewer dots than `ndots`: names of external hosts have dots.
   */
  candidates(name: string): readonly string[];
}

/**
 * Returns a function that reads the files on demand and again after changes. Unreadable files count as empty.
 *
 * @param onNewResolvConf called when the content of resolv.conf has changed since it was last read
 */
export function localNamesReader(files: Partial<NameFiles>, onNewResolvConf: () => void): () => Promise<NameConfig> {
  const { hosts, resolvConf } = { ...SYSTEM_FILES, ...files };
  let states = '';
  let lastConfText: string | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let config: Promise<NameConfig> | undefined;
  const readAgain = async (last: Promise<NameConfig> | undefined): Promise<NameConfig> => {
    const newStates = `${await fileState(hosts)} ${await fileState(resolvConf)}`;
    if (last !== undefined && newStates === states) return last;
    states = newStates;
    const [hostsText, confText] = await Promise.all([readText(hosts), readText(resolvConf)]);
    if (lastConfText !== undefined && lastConfText !== confText) onNewResolvConf();
    lastConfText = confText;
    return { hosts: parseHosts(hostsText), candidates: parseResolvConf(confText) };
  };
  return () => {
    if (config === undefined || performance.now() - readAt > CHECK_MS) {
      readAt = performance.now();
      config = readAgain(config);
    }
    return config;
  };
}

async function fileState(file: string): Promise<string> {
  const stats = await stat(file).catch(() => undefined);
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** hosts(5). */
function parseHosts(text: string): NameConfig['hosts'] {
  const hosts = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = fieldsOf(line.split('#', 1)[0]);
    if (isIP(address) === 0) continue;
    for (const name of names.map((spelling) => spelling.toLowerCase())) {
      hosts.set(name, (hosts.get(name) ?? new Set()).add(address));
    }
  }
  return hosts;
}

/** resolv.conf(5): the last `search` or `domain` line counts. */
function parseResolvConf(text: string): NameConfig['candidates'] {
  let search: readonly string[] = [];
  let ndots = 1;
  for (const line of text.split('\n')) {
    const [key, ...values] = fieldsOf(line);
    if (key === 'search') search = values.slice(0, MAX_SEARCHED);
    else if (key === 'domain') search = values.slice(0, 1);
    else if (key === 'options') {
      for (const value of values) {
        const [, dots] = /^ndots:(\d+)$/.exec(value) ?? [];
        if (dots !== undefined) ndots = Math.min(Number(dots), MAX_DOTS);
      }
    }
  }
  return (name) => {
    if (name.endsWith('.')) return [name.slice(0, -1)];
    const below = search.filter((domain) => domain !== '.').map((domain) => `${name}.${domain}`);
    const dots = name.split('.').length - 1;
    if (dots === 0) return [...below, name];
    return dots < ndots ? [name, ...below] : [name];
  };
}

function fieldsOf(line = ''): readonly string[] {
  return line.trim().split(/\s+/);
}
