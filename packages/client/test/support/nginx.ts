/** A real nginx on free ports of the loopback. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../test/support/free-port.js';
import { programPath } from '../../../../test/support/program.js';

export interface Site {
  /** Number of ports that the servers need. */
  readonly ports: number;
  /** The `server` blocks of the configuration; they listen on 127.0.0.1. Files are in `root`. */
  readonly servers: (ports: readonly number[]) => string;
  /** Contents by name. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

export interface Nginx {
  readonly ports: readonly number[];
  /** The requests since the last call, from nginx's log: `8080 localhost /robots.txt 200 "etag"`. */
  requests(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Number of ports to try, because another process may take a free one first. */
const TRIES = 5;

export async function startNginx(site: Site): Promise<Nginx> {
  for (let left = TRIES; ; left -= 1) {
    const ports = await Promise.all(Array.from({ length: site.ports }, freePort));
    const running = new Running(site, ports);
    try {
      await running.isUp();
      return running;
    } catch (error) {
      await running.stop();
      if (left === 1) throw error;
    }
  }
}

class Running implements Nginx {
  readonly ports: readonly number[];
  readonly #folder = mkdtempSync(join(tmpdir(), 'repkit-nginx-'));
  readonly #process: ChildProcess;
  readonly #exited: Promise<void>;
  #hasExited = false;
  #marks = 0;
  #linesRead = 0;

  constructor({ servers, files = {} }: Site, ports: readonly number[]) {
    this.ports = ports;
    mkdirSync(join(this.#folder, 'root'));
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(this.#folder, 'root', name), content);
    }
    writeFileSync(join(this.#folder, 'nginx.conf'), configuration(servers(ports)));
    writeFileSync(join(this.#folder, 'access.log'), '');
    this.#process = spawn(programPath('nginx'), ['-p', this.#folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'ignore' });
    this.#exited = new Promise((resolve) => {
      this.#process.on('exit', () => {
        this.#hasExited = true;
        resolve();
      });
    });
  }

  async isUp(): Promise<void> {
    while (!this.#hasExited) {
      if (await this.#mark()) {
        await this.requests();
        return;
      }
      await sleep(10);
    }
    throw new Error(`nginx did not start: ${this.#read('error.log')}`);
  }

  /** A single process logs in the order of responses, so all earlier ones precede the mark. */
  async requests(): Promise<string[]> {
    await this.#mark();
    const mark = `/mark-${this.#marks} `;
    for (;;) {
      const lines = this.#read('access.log').split('\n').slice(0, -1);
      if (lines.some((line) => line.includes(mark))) {
        const fresh = lines.slice(this.#linesRead);
        this.#linesRead = lines.length;
        return fresh.filter((line) => !line.includes('/mark-'));
      }
      await sleep(5);
    }
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    await this.#exited;
    rmSync(this.#folder, { recursive: true });
  }

  /** Returns whether nginx responded. */
  #mark(): Promise<boolean> {
    this.#marks += 1;
    const url = `http://127.0.0.1:${this.ports[0]}/mark-${this.#marks}`;
    return new Promise((resolve) => {
      get(url, { agent: false }, (response) => {
        response.resume().on('close', () => resolve(true));
      }).on('error', () => resolve(false));
    });
  }

  #read(name: string): string {
    return readFileSync(join(this.#folder, name), 'utf8');
  }
}

function configuration(servers: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    master_process off;
    pid nginx.pid;
    events {}
    http {
      ${temporary.map((name) => `${name}_temp_path ${name};`).join(' ')}
      log_format requests '$server_port $host $request_uri $status "$http_if_none_match"';
      access_log access.log requests;
      types { text/plain txt; }
      default_type text/plain;
      root root;
      ${servers}
    }`;
}
