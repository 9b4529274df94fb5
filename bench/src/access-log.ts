/** An invented access log in the combined format: mostly browsers, and 10 % crawlers, which request robots.txt at times. */
import { seededRandom } from './random.ts';

const CHUNK_BYTES = 256 * 1024;
const LINES_PER_SECOND = 100;
const START = Date.UTC(2026, 10, 1);
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const CRAWLERS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/136.0.0.0 Safari/537.36',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
  'Mozilla/5.0 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider)',
];
const SYSTEMS = ['Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7', 'X11; Linux x86_64', 'Linux; Android 10; K'];

/** Rules that forbid a few of the paths. */
export const ROBOTS_TXT = `User-agent: *\nDisallow: /private/\nDisallow: /search?\nDisallow: /*.pdf$\nCrawl-delay: 2\n`;

/** Yields chunks of lines with at least this many bytes, and the number of their lines. */
export function* logChunks(bytes: number): Generator<{ readonly text: string; readonly lines: number }> {
  const random = seededRandom(1);
  const pick = (items: readonly string[]): string => items[random.below(items.length)] ?? '';
  const browsers = Array.from({ length: 400 }, (_, version) => {
    const engine = `AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (version % 50)}.0.0.0`;
    return `Mozilla/5.0 (${SYSTEMS[version % SYSTEMS.length]}) ${engine} Safari/537.36`;
  });
  const paths = Array.from({ length: 20_000 }, (_, page) => {
    if (page % 50 === 0) return `/private/${page}`;
    if (page % 20 === 0) return `/search?q=${page}`;
    return page % 3 === 0 ? `/assets/${page}.js?v=${page % 7}` : `/articles/2026/${page}/a-title`;
  });
  let text = '';
  let lines = 0;
  let count = 0;
  let time = '';
  for (let written = 0; written < bytes; ) {
    if (count % LINES_PER_SECOND === 0) time = timeText(START + (count / LINES_PER_SECOND) * 1000);
    const isCrawler = random.below(10) === 0;
    const path = isCrawler && random.below(500) === 0 ? '/robots.txt' : pick(paths);
    const address = `${isCrawler ? '192.0.2' : `10.${random.below(256)}.${random.below(256)}`}.${random.below(256)}`;
    const referer = isCrawler ? '-' : 'https://example.com/articles/';
    const agent = pick(isCrawler ? CRAWLERS : browsers);
    text += `${address} - - [${time}] "GET ${path} HTTP/1.1" 200 ${random.below(50_000)} "${referer}" "${agent}"\n`;
    count++;
    lines++;
    if (text.length < CHUNK_BYTES && written + text.length < bytes) continue;
    written += text.length;
    yield { text, lines };
    text = '';
    lines = 0;
  }
}

function timeText(time: number): string {
  const date = new Date(time);
  const [day, clock] = [date.toISOString().slice(8, 10), date.toISOString().slice(11, 19)];
  return `${day}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}:${clock} +0000`;
}
