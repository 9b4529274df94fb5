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
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  /**
   * Returns the names to query for a host, in order. Unlike getaddrinfo, tries a name with a dot unchanged first, and
   * with search domains only if it has fewer dots than `ndots`: names of external hosts have dots.
   */
  candidates(name: string): readonly string[];
}

/** Reads the files on demand and again after changes. Unreadable files count as empty. */
export class LocalNames {
  readonly #files: NameFiles;
  readonly #onNewResolvConf: () => void;
  #states = '';
  #resolvConf: string | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #config: Promise<NameConfig> | undefined;

  /** `onNewResolvConf` is called when the content of resolv.conf has changed since it was last read. */
  constructor(files: Partial<NameFiles>, onNewResolvConf: () => void) {
    this.#files = { ...SYSTEM_FILES, ...files };
    this.#onNewResolvConf = onNewResolvConf;
  }

  read(): Promise<NameConfig> {
    if (this.#config === undefined || performance.now() - this.#readAt > CHECK_MS) {
      this.#readAt = performance.now();
      this.#config = this.#readAgain(this.#config);
    }
    return this.#config;
  }

  async #readAgain(last: Promise<NameConfig> | undefined): Promise<NameConfig> {
    const { hosts, resolvConf } = this.#files;
    const states = `${await stateOf(hosts)} ${await stateOf(resolvConf)}`;
    if (last !== undefined && states === this.#states) return last;
    this.#states = states;
    const [hostsText, confText] = await Promise.all([textOf(hosts), textOf(resolvConf)]);
    if (this.#resolvConf !== undefined && this.#resolvConf !== confText) this.#onNewResolvConf();
    this.#resolvConf = confText;
    return { hosts: parseHosts(hostsText), candidates: parseResolvConf(confText) };
  }
}

async function stateOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** hosts(5). */
function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = fieldsOf(line.split('#', 1)[0]);
    if (isIP(address) === 0) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      const addresses = hosts.get(name);
      if (addresses === undefined) hosts.set(name, [address]);
      else if (!addresses.includes(address)) addresses.push(address);
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
    const below = search.filter((each) => each !== '.').map((domain) => `${name}.${domain}`);
    const dots = name.split('.').length - 1;
    if (dots === 0) return [...below, name];
    return dots < ndots ? [name, ...below] : [name];
  };
}

function fieldsOf(line = ''): readonly string[] {
  return line.trim().split(/\s+/);
}
