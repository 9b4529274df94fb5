/** The audit command on an access log, including process start. */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND, medians } from './command.js';
import { seededRandom } from './random.js';
import { path } from './words.js';

/** The log repeats this many lines. */
const LINES = 20_000;
const LINES_PER_SECOND = 100;

const CRAWLERS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
];

/** Forbids a few of the paths. */
const ROBOTS_TXT =
  'User-agent: *\nDisallow: /private/\nDisallow: /search\nDisallow: /*.pdf$\nCrawl-delay: 2\n';

/** Returns lines in the combined format: mostly browsers, and 10 % crawlers. */
function logLines(): string {
  const random = seededRandom(1);
  const lines = Array.from({ length: LINES }, (_, line) => {
    const isCrawler = random.chance(10);
    const agent = isCrawler
      ? random.pick(CRAWLERS)
      : `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${100 + random.below(400)}.0.0.0 Safari/537.36`;
    const address = `${isCrawler ? '192.0.2' : `10.${random.below(256)}.1`}.${random.below(256)}`;
    const second = Math.floor(line / LINES_PER_SECOND);
    const clock = new Date(second * 1000).toISOString().slice(11, 19);
    const request = `GET ${path(random, 40)} HTTP/1.1`;
    return `${address} - - [01/Nov/2026:${clock} +0000] "${request}" 200 5120 "-" "${agent}"\n`;
  });
  return lines.join('');
}

/** @returns lines per second on one thread, for a log of so many bytes */
export function measureAudit(bytes: number, runs: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-bench-'));
  const [log, robots] = [join(folder, 'access.log'), join(folder, 'robots.txt')];
  try {
    writeFileSync(robots, ROBOTS_TXT);
    const text = logLines();
    const times = Math.ceil(bytes / text.length);
    const file = openSync(log, 'w');
    for (let written = 0; written < times; written++) writeSync(file, text);
    closeSync(file);
    const judge = ['--robots', robots, '--site', 'example.com', '--verify', 'none'];
    const [seconds = 0] = medians(runs, folder, [COMMAND, 'audit', ...judge, log, '--jobs', '1']);
    return (times * LINES) / seconds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
