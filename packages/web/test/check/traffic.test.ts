import { expect, test } from 'vitest';
import { readLog } from '../../src/check/read-log.js';
import { requestsBy, requestsFor } from '../../src/check/traffic.js';

const line = (target: string, agent: string) =>
  `203.0.113.7 - - [21/Nov/2026:12:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "https://a.example/\\"q\\"" "${agent}"`;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BINGBOT = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)';

function logOf(text: string, source?: string) {
  const log = readLog(text, source);
  if (log === undefined) throw new Error('no access log');
  return log;
}

test('readLog attributes each request to the crawler that its User-Agent names', () => {
  const { traffic } = logOf(
    [
      ...[line('/a', 'GPTBot/1.2'), line('/a', FIREFOX), line('/a', 'Odd\\"Bot/1.0 (x)')],
      ...[line('/b', BINGBOT), 'not a request', line('/a', 'GPTBot/1.3')],
    ].join('\n'),
  );
  expect(requestsFor(traffic, '/a')).toBe(4);
  expect(requestsBy(traffic, '/a', ['GPTBot', 'bingbot', '*'])).toEqual([2, 0, 0]);
  expect(requestsBy(traffic, '/b', ['GPTBot', 'bingbot', '*'])).toEqual([0, 1, 0]);
  expect(requestsBy(traffic, '/b', ['GPTBot', '*'])).toEqual([0, 1]);
  expect(requestsFor(traffic, '/c')).toBe(0);
});

test('readLog attributes requests without a User-Agent to no crawler', () => {
  const { traffic } = logOf('203.0.113.7 - - [21/Nov/2026:12:00:00 +0000] "GET /a HTTP/1.1" 200 5\n');
  expect(requestsFor(traffic, '/a')).toBe(1);
  expect(requestsBy(traffic, '/a', ['GPTBot', '*'])).toEqual([0, 0]);
});

test('readLog reads logs with the line ends of Windows, and no line that was cut', () => {
  const iis = ['#Fields: date time c-ip cs-method sc-status cs-uri-stem', '2026-11-28 10:00:00 ::1 GET 200 /a', ''];
  const log = logOf(iis.join('\r\n'));
  expect([requestsFor(log.traffic, '/a'), log.unreadable]).toEqual([1, 0]);
  const cut = logOf(iis.join('\r\n').trimEnd());
  expect([requestsFor(cut.traffic, '/a'), cut.unreadable]).toEqual([0, 1]);
});

test('readLog counts requests for the host of the robots.txt, and says whether the log is cut', () => {
  const lines = ['a.example', 'b.example', 'a.example'].map((host) => `${host} ${line('/a', BINGBOT)}`);
  const log = logOf(`${lines.join('\n')}\n`, 'https://a.example/robots.txt');
  expect([requestsFor(log.traffic, '/a'), log.hosts.others, log.isCut]).toEqual([2, 1, false]);
  expect(requestsFor(logOf(lines.join('\n')).traffic, '/a')).toBe(3);
  expect(logOf(lines.join('\n').slice(0, -30)).isCut).toBe(true);
});

test('readLog recognizes only access logs', () => {
  expect(readLog('https://a.example/\n/b\n')).toBeUndefined();
});

test('readLog takes linear time for hostile lines', () => {
  const text = `${line('/a', 'x')}\na [b] "GET /c HTTP/1.1" 200 5 "${'\\"'.repeat(800_000)}`;
  const began = performance.now();
  readLog(text);
  // A few milliseconds; quadratic time would be many minutes.
  expect(performance.now() - began).toBeLessThan(20_000);
});

test('crawlers that never obey the group of * do not count for it', () => {
  const agents = ['Mozilla/5.0 (compatible; ChatGPT-User/1.0)', 'AdsBot-Google (+http://www.google.com/adsbot.html)', 'MyBot/1'];
  const { traffic } = logOf(agents.map((agent) => line('/a', agent)).join('\n'));
  expect(requestsBy(traffic, '/a', ['ChatGPT-User', '*'])).toEqual([1, 1]);
});

test('a known crawler is distinguished from others after any number of unknown names', () => {
  const unknown = Array.from({ length: 1001 }, (_, id) => line('/a', `Bot${'x'.repeat(id)}/1.0`));
  const { traffic } = logOf([...unknown, line('/b', 'GPTBot/1.2')].join('\n'));
  expect(requestsBy(traffic, '/b', ['GPTBot'])).toEqual([1]);
});
