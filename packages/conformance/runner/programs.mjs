/** Runs implementations as programs. A time-out, a crash and too much memory are results, after which the program starts again. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bytesOf, joinParts } from './suite.mjs';

/**
 * @typedef {import('./suite.mjs').Case} Case
 * @typedef {{ allowed?: unknown, line?: unknown, error?: unknown, unsupported?: unknown, ended?: 'timeout' | 'crash' | 'memory' } &
 *   Record<string, unknown>} Answer `ended` is set by the runner if the program gave no answer
 * @typedef {{ timeoutMs: number, startupMs?: number, maxMemoryMiB: number }} Limits `startupMs` is what a program may take to start,
 *   in addition to its time for a case (default: 10 seconds)
 * @typedef {{ ask: (item: Case) => Promise<Answer>, close: () => void, peakMiB: number }} Implementation
 */

const STARTUP_MS = 10_000;

/**
 * Returns the peak memory of a process, or 0 on systems other than Linux.
 *
 * @param {number | undefined} pid
 */
function peakMiBOf(pid) {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/**
 * Returns a promise of how a process exceeds a limit or ends, and kills it if it exceeds one.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {Limits} limits
 * @param {{ peakMiB: number }} implementation whose peak it records
 */
function watch(child, { timeoutMs, maxMemoryMiB }, implementation) {
  let stop = () => {};
  /** @type {Promise<Answer>} */
  const ended = new Promise((resolve) => {
    const kill = (/** @type {'timeout' | 'memory'} */ reason) => {
      child.kill('SIGKILL');
      resolve({ ended: reason });
    };
    const timer = setTimeout(kill, timeoutMs, 'timeout');
    const poll = () => {
      const peak = peakMiBOf(child.pid);
      implementation.peakMiB = Math.max(implementation.peakMiB, peak);
      if (peak > maxMemoryMiB) kill('memory');
    };
    const polls = setInterval(poll, 100);
    const exited = (/** @type {number | null} */ code, /** @type {string | null} */ signal) =>
      resolve({ ended: 'crash', detail: signal ?? `exit code ${code}`, code });
    child.once('close', exited);
    stop = () => {
      clearTimeout(timer);
      clearInterval(polls);
      child.off('close', exited);
    };
  });
  return { ended, stop: () => stop() };
}

/**
 * Starts a program.
 *
 * @param {readonly string[]} command
 * @param {'pipe' | 'ignore'} stdio for its input and output
 */
function start([file = '', ...args], stdio) {
  const child = spawn(file, args, { stdio: [stdio, stdio, 'inherit'] });
  return new Promise((/** @type {(child: import('node:child_process').ChildProcess) => void} */ resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', (error) => reject(new Error(`Cannot run ${file}: ${error.message}`)));
  });
}

/**
 * A program that reads one JSON request per line and writes one JSON answer per line.
 *
 * @param {readonly string[]} command
 * @param {Limits} limits
 * @returns {Implementation}
 */
export function lineProgram(command, limits) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {AsyncIterator<string> | undefined} */
  let lines;
  const self = {
    peakMiB: 0,
    close: () => void child?.kill('SIGKILL'),
    ask: async (/** @type {Case} */ item) => {
      const isFresh = child === undefined;
      child ??= await start(command, 'pipe');
      const { stdin, stdout } = child;
      if (stdin === null || stdout === null) throw new Error('The program has no standard streams.');
      if (isFresh) {
        // The exit of the program is reported, not the failed write.
        stdin.on('error', () => {});
        lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
      }
      const { startupMs = STARTUP_MS } = limits;
      const timeoutMs = limits.timeoutMs + (isFresh ? startupMs : 0);
      const { ended, stop } = watch(child, { ...limits, timeoutMs }, self);
      stdin.write(`${asciiJson(requestOf(item))}\n`);
      const line = lines?.next().then(({ value, done }) => (done ? ended : parseAnswer(value)));
      const answer = await Promise.race([line, ended]);
      stop();
      self.peakMiB = Math.max(self.peakMiB, peakMiBOf(child.pid));
      if (answer?.ended) {
        child.kill('SIGKILL');
        child = undefined;
      }
      return answer ?? { ended: 'crash' };
    },
  };
  return self;
}

/**
 * Returns the request for a case: the case without what it expects, with its body whole.
 *
 * @param {Case} item
 */
function requestOf({ expected: _, why: _why, quote: _quote, tags: _tags, clause: _clause, source: _source, ...item }) {
  const { body_parts: parts, ...request } = item;
  return parts === undefined ? request : { ...request, body: joinParts(parts) };
}

/**
 * Returns JSON in ASCII: any encoding reads it, and U+2028 does not end a line.
 *
 * @param {unknown} value
 */
function asciiJson(value) {
  const escaped = (/** @type {string} */ sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[\x7f-\uffff]/g, escaped);
}

/**
 * Parses an answer. Any other line counts as a crash: answers are those of the requests only if there is one line for each.
 *
 * @param {string} line
 * @returns {Answer}
 */
function parseAnswer(line) {
  try {
    const answer = JSON.parse(line);
    if (typeof answer === 'object' && answer !== null) return answer;
  } catch {
    // Reported below.
  }
  return { ended: 'crash', detail: `not a JSON object: ${line.slice(0, 200)}` };
}

/**
 * A program with the command line of google/robotstxt-spec-test, run once per case: exit code 0 means allowed, 1 disallowed.
 *
 * @param {readonly string[]} command with %robots%, %user-agent% and %url%; without them, they are appended in this order
 * @param {Limits} limits
 * @returns {Implementation}
 */
export function exitCodeProgram(command, limits) {
  const folder = mkdtempSync(join(tmpdir(), 'robots-txt-'));
  const robots = join(folder, 'robots.txt');
  const placeholders = ['%robots%', '%user-agent%', '%url%'];
  const hasPlaceholders = command.some((part) => placeholders.some((placeholder) => part.includes(placeholder)));
  const template = hasPlaceholders ? command : [...command, ...placeholders];
  const self = {
    peakMiB: 0,
    close: () => rmSync(folder, { recursive: true, force: true }),
    ask: async (/** @type {Case} */ item) => {
      const { token, url, max_bytes: maxBytes } = item;
      if (typeof token !== 'string' || url === undefined || maxBytes || /\0/.test(token + url)) return { unsupported: true };
      writeFileSync(robots, bytesOf(item));
      const values = [robots, token, url];
      const filled = template.map((part) =>
        part.replace(/%robots%|%user-agent%|%url%/g, (placeholder) => values[placeholders.indexOf(placeholder)] ?? ''),
      );
      const child = await start(filled, 'ignore');
      const { ended, stop } = watch(child, limits, self);
      const answer = await ended;
      stop();
      if (answer.ended !== 'crash' || (answer.code !== 0 && answer.code !== 1)) return answer;
      return { allowed: answer.code === 0 };
    },
  };
  return self;
}
