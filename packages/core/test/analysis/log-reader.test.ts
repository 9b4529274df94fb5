/** Sample lines of each format, written after its documentation. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logReader } from '../../src/analysis/access-log/log-reader.js';
import type { LogFields } from '../../src/analysis/access-log/log-request.js';
import { decider, parseRobotsTxt, robotsFile } from '../../src/index.js';

const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const TIME = Date.UTC(2026, 10, 28, 10, 0, 0);
const REQUEST = {
  time: TIME,
  address: '192.0.2.1',
  host: undefined,
  method: 'GET',
  target: '/a?b=1',
  status: 200,
  userAgent: BOT,
};
const COMMON = '192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET /a?b=1 HTTP/1.1" 200 5';

/** Returns the requests of a log. */
function read(log: string | readonly string[], fields?: LogFields) {
  const lines = typeof log === 'string' ? [log] : log;
  const reader = logReader(lines, fields);
  return lines.map((line) => reader?.(line)).filter((request) => request !== 'no-request');
}

const quoted = (agent: string) => `${COMMON} "-" "${agent}"`;

describe('quoted fields', () => {
  test.each<[string, string, object]>([
    ['common', COMMON, { userAgent: undefined }],
    ['combined', quoted(BOT), {}],
    ['nginx main, with X-Forwarded-For', `${quoted(BOT)} "203.0.113.9"`, {}],
    ['trailing fields', `${quoted(BOT)} 0.001 0.002 .`, {}],
    ['a field before the Referer', `${COMMON} 0.1 "-" "${BOT}"`, {}],
    ['Apache vhost_combined', `Example.com:443 ${quoted(BOT)}`, { host: 'example.com' }],
    ['nginx with the host in front', `example.com ${quoted(BOT)}`, { host: 'example.com' }],
    ['a user name', quoted(BOT).replace('- -', '- jane doe'), {}],
    ['a client by name', quoted(BOT).replace('192.0.2.1', 'a.example'), { address: 'a.example' }],
    ['X-Forwarded-For in place of the address', quoted(BOT).replace('192.0.2.1', '198.51.100.7, 10.0.0.1, 192.0.2.1'), {}],
    ['the same after the host', quoted(BOT).replace('192.0.2.1', 'example.com 198.51.100.7, 192.0.2.1'), { host: 'example.com' }],
    ['IPv4 as IPv6', quoted(BOT).replace('192.0.2.1', '::ffff:192.0.2.1'), {}],
    ['IPv6', quoted(BOT).replace('192.0.2.1', '2001:db8::1'), { address: '2001:db8::1' }],
    ['IPv6 with a port', quoted(BOT).replace('192.0.2.1', '[2001:db8::1]:443'), { address: '2001:db8::1' }],
    ['a bracket in a user name', quoted(BOT).replace('- -', '- jane[doe]'), {}],
    ['a bracket after a space in a user name', quoted(BOT).replace('- -', '- jane [doe]'), {}],
    ['a bracket that does not end', quoted(BOT).replace('- -', '- x [Nov'), {}],
    ['lighttpd, with the host after the address', quoted(BOT).replace('- -', 'Example.com -'), { host: 'example.com' }],
    ['the same with an address as the host', quoted(BOT).replace('- -', '[2001:db8::2] -'), { host: '[2001:db8::2]' }],
    ['the same of IPv4', quoted(BOT).replace('- -', '203.0.113.5 -'), { host: '203.0.113.5' }],
    ['no identity and no user', quoted(BOT).replace(' - -', ''), {}],
    ['the same after a host', `example.com ${quoted(BOT).replace(' - -', '')}`, { host: 'example.com' }],
    [
      'the address with a port before the host',
      quoted(BOT).replace('192.0.2.1', '192.0.2.1:4711 example.com:80'),
      {
        host: 'example.com',
      },
    ],
    ['the identity of a client', quoted(BOT).replace('- -', 'jane -'), {}],
    ['Apache vhost_combined of a server without a name', `127.0.1.1:80 ${quoted(BOT)}`, { host: '127.0.1.1' }],
    ['the same of IPv6', `[2001:db8::2]:443 ${quoted(BOT)}`, { host: '[2001:db8::2]' }],
    ['X-Forwarded-For before the address of the proxy', `192.0.2.1 ${quoted(BOT).replace('192.0.2.1', '10.0.0.1')}`, {}],
    ['the same with a port', `192.0.2.1:4711 ${quoted(BOT).replace('192.0.2.1', '10.0.0.1')}`, {}],
    ['the same without it', `- ${quoted(BOT)}`, {}],
    ['the prefix of syslog', `Nov 28 10:00:00 web1 nginx: ${quoted(BOT)}`, {}],
    ['the same on a day of one digit', `Nov  8 10:00:00 web1 nginx: ${quoted(BOT)}`, {}],
    ['the same with a host', `Nov 28 10:00:00 web1 nginx: example.com ${quoted(BOT)}`, { host: 'example.com' }],
    ['the prefix of syslog (RFC 5424)', `<190>1 2026-11-28T10:00:00Z web1 nginx - - - ${quoted(BOT)}`, {}],
    ['the time that Kubernetes adds', `2026-11-28T10:00:00.123456789Z ${quoted(BOT)}`, {}],
    [
      'the whole form of IPv6',
      quoted(BOT).replace('192.0.2.1', 'example.com 2001:db8:0:0:0:0:0:1'),
      {
        ...{ host: 'example.com', address: '2001:db8:0:0:0:0:0:1' },
      },
    ],
    ['the prefix of a container', `2026-11-28T10:00:00.123456789+01:00 stdout F ${quoted(BOT)}`, {}],
    ['the prefix of Docker Compose', `web-1  | ${quoted(BOT)}`, {}],
    ['HEAD', quoted(BOT).replace('GET', 'HEAD'), { method: 'HEAD' }],
    ['spaces around the target, which nginx accepts', quoted(BOT).replace('/a?b=1', ' /a?b=1 '), {}],
    ['a space in place of the protocol', quoted(BOT).replace('HTTP/1.1', ''), {}],
    ['no protocol', quoted(BOT).replace(' HTTP/1.1', ''), {}],
    ['no response', quoted(BOT).replace('200 5', '000 0'), { status: 0 }],
    ['a whole URL', quoted(BOT).replace('/a', 'http://Example.com:80/a'), { host: 'example.com' }],
    ['a URL without a path', quoted(BOT).replace('/a?', 'http://e.example?'), { host: 'e.example', target: '/?b=1' }],
    ['a path that starts with two slashes', quoted(BOT).replace('/a?b=1', '//e.example/a'), { target: '/.//e.example/a' }],
    [
      'the same in a whole URL',
      quoted(BOT).replace('/a?b=1', 'http://example.com//e.example/a'),
      { host: 'example.com', target: '/.//e.example/a' },
    ],
    ['an escaped quote (Apache)', quoted('a \\"b\\" \\\\'), { userAgent: 'a "b" \\' }],
    ['an escaped quote (nginx)', quoted('a \\x22b\\x22'), { userAgent: 'a "b"' }],
    ['escaped bytes in a target', quoted(BOT).replace('/a?b=1', '/\\xe3\\"'), { target: '/%E3%22' }],
    ['an escaped emoji in a target', quoted(BOT).replace('/a?b=1', '/\\\u{1f600}'), { target: '/%F0%9F%98%80' }],
    ['half of one', quoted(BOT).replace('/a?b=1', '/\\\ud83d'), { target: '/%EF%BF%BD' }],
    ['an escaped emoji in a User-Agent', quoted('\\\u{1f600}'), { userAgent: '\u{1f600}' }],
    ['a zone east of UTC', quoted(BOT).replace('10:00:00 +0000', '15:30:00 +0530'), {}],
    ['a zone west of UTC', quoted(BOT).replace('10:00:00 +0000', '06:00:00 -0400'), {}],
    ['nginx time_iso8601', quoted(BOT).replace(/\[.*\]/, '[2026-11-28T11:00:00+01:00]'), {}],
    ['no User-Agent', quoted('-'), { userAgent: '-' }],
  ])('%s', (_name, line, changes) => {
    expect(read(line)).toEqual([{ ...REQUEST, ...changes }]);
  });

  test('an address in place of a host is a host if most lines have one', () => {
    const byAddress = `203.0.113.5 ${quoted(BOT)}`;
    const ofProxy = `192.0.2.1 ${quoted(BOT).replace('192.0.2.1', '10.0.0.1')}`;
    const withHost = `example.com ${quoted(BOT)}`;
    expect(read([byAddress, withHost, withHost])[0]).toEqual({ ...REQUEST, host: '203.0.113.5' });
    expect(read([ofProxy, withHost, ofProxy])[0]).toEqual(REQUEST);
  });

  test('the clocks change within a log', () => {
    const before = quoted(BOT).replace('28/Nov/2026:10:00:00 +0000', '25/Oct/2026:02:59:59 +0200');
    const after = quoted(BOT).replace('28/Nov/2026:10:00:00 +0000', '25/Oct/2026:02:00:00 +0100');
    const times = read([before, after]).map((request) => request?.time);
    expect(times).toEqual([Date.UTC(2026, 9, 25, 0, 59, 59), Date.UTC(2026, 9, 25, 1)]);
  });

  test('an unreadable time does not affect the lines after it', () => {
    const damaged = COMMON.replace(':10:00:00', ':1x:00:00');
    expect(read([COMMON.replace('28/', '27/'), damaged, COMMON])[2]?.time).toBe(TIME);
  });

  test.each([
    ['a list of URLs', '/a?b'],
    ['a TLS handshake', '192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "\\x16\\x03" 400 0'],
    ['OPTIONS *', COMMON.replace('GET /a?b=1', 'OPTIONS *')],
    ['CONNECT', COMMON.replace('GET /a?b=1', 'CONNECT e.example:443')],
    ['an invalid time', COMMON.replace('28/Nov', '31/Nov')],
    ['an invalid hour', COMMON.replace(':10:', ':24:')],
    ['a cut User-Agent', `${COMMON} "-" "Mozilla`],
    ['a cut request', COMMON.slice(0, 60)],
    ['a space in the target', COMMON.replace('/a?b=1', '/a b')],
    ['two protocols', COMMON.replace('HTTP/1.1', 'HTTP/1.1 HTTP/1.1')],
    ['zeros of a file that was emptied', `\0\0${COMMON}`],
    ['no address after the host', COMMON.replace('192.0.2.1', 'example.com -')],
    ['a time before the address', `2026-11-28 10:00:00 ${COMMON}`],
    ['two words before the address', `a b ${COMMON}`],
    ['three addresses', `203.0.113.5 198.51.100.7 ${COMMON}`],
    ['a list in quotes after the host', `example.com "198.51.100.7, 203.0.113.9" ${COMMON}`],
    ['a prefix without an address', COMMON.replace('192.0.2.1', 'Nov 28 10:00:00 web1 nginx:')],
  ])('%s cannot be read', (_name, line) => {
    expect(read([COMMON, line])[1]).toBeUndefined();
  });

  test('an open line without a User-Agent was cut if the log names some', () => {
    const reader = logReader([COMMON, quoted(BOT)]);
    expect(reader?.(COMMON)).toEqual({ ...REQUEST, userAgent: undefined });
    expect(reader?.(COMMON, true)).toBeUndefined();
    expect(logReader([COMMON])?.(COMMON, true)).toEqual({ ...REQUEST, userAgent: undefined });
  });

  test('a line that was appended to a cut line cannot be read', () => {
    const line = quoted(BOT);
    const time = line.indexOf('[');
    for (const length of [time + 2, time + 12, line.indexOf(']'), line.indexOf(']') + 2]) {
      expect(read([line, line.slice(0, length) + line.replace('192.0.2.1', '203.0.113.9')])[1]).toBeUndefined();
    }
  });

  test('a user name with a quote', () => {
    expect(read(quoted(BOT).replace('- -', '- ""'))).toEqual([REQUEST]);
  });

  test('a proxy adds the last address of a list', () => {
    const line = `${quoted(BOT)} "198.51.100.7, 203.0.113.9"`;
    expect(read(line, { ip: '10' })).toEqual([{ ...REQUEST, address: '203.0.113.9' }]);
    expect(read([line, quoted(BOT)], { ip: '10' })[1]).toBeUndefined();
    for (const field of ['', '-', '203.0.113.9, -', '203.0.113.9,']) {
      expect(read([line, `${quoted(BOT)} "${field}"`], { ip: '10' })[1]).toBeUndefined();
    }
    expect(read([line, line.slice(0, -2)], { ip: '10' })[1]).toBeUndefined();
  });

  test('AWS Application Load Balancer', () => {
    const line =
      'https 2026-11-28T10:00:00.186641Z app/balancer/50dc 192.0.2.1:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 34 366 ' +
      `"GET https://www.example.com:443/a?b=1 HTTP/1.1" "${BOT}" ECDHE TLSv1.2 arn:aws:x "Root=1-5" "www.example.com" "-" 0`;
    expect(read(line)).toEqual([{ ...REQUEST, time: TIME + 186, host: 'www.example.com' }]);
    const withoutRequest = line.replace(/"GET.*?"/, '"- http://www.example.com:80- -"');
    expect(read([line, withoutRequest])[1]).toBeUndefined();
  });
});

describe('a #Fields: header', () => {
  const IIS = [
    '#Software: Microsoft Internet Information Services 10.0',
    '#Version: 1.0',
    '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port c-ip cs(User-Agent) sc-status',
    `2026-11-28 10:00:00 10.0.0.1 GET /a b=1 443 192.0.2.1 ${BOT.replaceAll(' ', '+')} 200`,
  ];
  const CLOUDFRONT = [
    '#Version: 1.0',
    '#Fields: date time x-edge-location c-ip cs-method cs(Host) cs-uri-stem sc-status cs(User-Agent) cs-uri-query x-host-header',
    [
      '2026-11-28',
      '10:00:00',
      'FRA50',
      '192.0.2.1',
      'GET',
      'd1.cloudfront.net',
      '/a',
      '200',
      encodeURI(BOT),
      'b=1',
      'example.com',
    ].join('\t'),
  ];

  test('IIS', () => {
    expect(read(IIS)).toEqual([REQUEST]);
  });

  test.each([
    ['/my+files/a', '/my%20files/a?b=1'],
    ['/caf\u00e9', '/caf\u00e9?b=1'],
    ['/50%/#1?', '/50%25/%231%3F?b=1'],
  ])('IIS decodes the paths of URLs: %s', (stem, target) => {
    const log = (status: string) => IIS.map((line) => line.replace('sc-status', status).replace(' /a ', ` ${stem} `));
    const ofIis = log('sc-status sc-substatus').map((line) => line.replace(/ 200$/, ' 200 0'));
    expect(read(ofIis)).toEqual([{ ...REQUEST, target }]);
    expect(read(log('sc-status'))).toMatchObject([{ target: `${stem}?b=1` }]);
    expect(read(ofIis, { url: 'cs-uri-stem' })).toMatchObject([{ target: stem }]);
  });

  test('a later header renames the fields', () => {
    const later = [
      '#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status',
      '2026-11-28 10:00:00 192.0.2.2 GET /c - 404',
    ];
    const changes = { address: '192.0.2.2', target: '/c', status: 404, userAgent: undefined };
    expect(read([...IIS, ...later])).toEqual([REQUEST, { ...REQUEST, ...changes }]);
  });

  test('CloudFront', () => {
    expect(read(CLOUDFRONT)).toEqual([{ ...REQUEST, host: 'example.com' }]);
  });

  test('CloudFront escapes the percent signs of a URL', () => {
    const log = CLOUDFRONT.map((line) => line.replace('/a\t', '/caf%25C3%25A9%22\t').replace('b=1', 'b=%252F'));
    expect(read(log)).toEqual([{ ...REQUEST, host: 'example.com', target: '/caf%C3%A9%22?b=%2F' }]);
  });

  test('CloudFront, escaped twice', () => {
    const twice = CLOUDFRONT.map((line) => line.replaceAll('%20', '%2520'));
    expect(read(twice)).toEqual([{ ...REQUEST, host: 'example.com' }]);
  });

  test.each([
    ['IIS', IIS],
    ['CloudFront', CLOUDFRONT],
  ])('a line of %s without its last fields was cut', (_, log) => {
    const [line = ''] = log.slice(-1);
    for (const separator of line.matchAll(/[\t ]/g)) {
      expect(read([...log, line.slice(0, separator.index)])[1]).toBeUndefined();
    }
  });

  test('a line without a status cannot be read', () => {
    const header = '#Fields: date time c-ip cs-method cs-uri-stem';
    expect(read([header, '2026-11-28 10:00:00 192.0.2.1 GET /a'])).toEqual([undefined]);
  });

  test('a header without requests is a log', () => {
    expect(logReader(CLOUDFRONT.slice(0, 2))).toBeDefined();
  });
});

describe('JSON lines', () => {
  const SECONDS = TIME / 1000;
  test.each<[string, object | string, object]>([
    [
      'Caddy',
      {
        level: 'info',
        ts: SECONDS + 0.524,
        request: {
          remote_ip: '10.0.0.1',
          client_ip: '192.0.2.1',
          proto: 'HTTP/2.0',
          method: 'GET',
          host: 'example.com',
          uri: '/a?b=1',
          headers: { 'User-Agent': [BOT] },
        },
        status: 200,
      },
      { time: TIME + 524, host: 'example.com' },
    ],
    [
      'Cloudflare Logpush',
      {
        ClientIP: '192.0.2.1',
        ClientRequestHost: 'example.com',
        ClientRequestMethod: 'GET',
        ClientRequestURI: '/a?b=1',
        ClientRequestUserAgent: BOT,
        EdgeResponseStatus: 200,
        EdgeStartTimestamp: TIME * 1e6,
      },
      { host: 'example.com' },
    ],
    [
      'Fastly, with the prefix of syslog',
      `<134>2026-11-28T10:00:00Z cache-fra1 logs[1]: ${JSON.stringify({
        timestamp: '2026-11-28T10:00:00+0000',
        client_ip: '192.0.2.1',
        host: 'example.com',
        url: '/a?b=1',
        request_method: 'GET',
        request_user_agent: BOT,
        response_status: 200,
      })}`,
      { host: 'example.com' },
    ],
    [
      'Traefik',
      {
        ClientAddr: '192.0.2.1:4711',
        RequestMethod: 'GET',
        RequestPath: '/a?b=1',
        RequestHost: 'example.com',
        DownstreamStatus: 200,
        'request_User-Agent': BOT,
        StartUTC: '2026-11-28T10:00:00.5Z',
        time: '2026-11-28T10:00:01Z',
      },
      { time: TIME + 500, host: 'example.com' },
    ],
    [
      'nginx with escape=json',
      {
        time_local: '28/Nov/2026:10:00:00 +0000',
        remote_addr: '192.0.2.1',
        status: '200',
        request: 'GET /a?b=1 HTTP/1.1',
        http_user_agent: BOT,
      },
      {},
    ],
    [
      'nginx with the request line and the rewritten path',
      {
        time: '2026-11-28T10:00:00+00:00',
        clientip: '192.0.2.1',
        request_method: 'GET',
        request: 'GET /a?b=1 HTTP/1.1',
        uri: '/index.php',
        response: 200,
        ua: BOT,
      },
      {},
    ],
    [
      'a request that names only the method',
      { time: SECONDS, ip: '192.0.2.1', request: 'GET', method: 'GET', url: '/a?b=1', status: 200, agent: BOT },
      {},
    ],
    ['no response', { time: SECONDS, ip: '192.0.2.1', method: 'GET', url: '/a?b=1', status: 0, agent: BOT }, { status: 0 }],
  ])('%s', (_name, entry, changes) => {
    const line = typeof entry === 'string' ? entry : JSON.stringify(entry);
    expect(read(line)).toEqual([{ ...REQUEST, ...changes }]);
  });

  test('fields of other logs are named', () => {
    const fields = {
      time: 'when',
      ip: 'peer.addr',
      method: 'verb',
      url: 'resource',
      status: 'code',
      agent: 'ua',
    };
    const entry = {
      when: SECONDS,
      peer: { addr: '192.0.2.1' },
      verb: 'GET',
      resource: '/a?b=1',
      code: 200,
      ua: BOT,
    };
    expect(read(JSON.stringify(entry), fields)).toEqual([REQUEST]);
    expect(read(JSON.stringify(entry))).toEqual([undefined]);
  });

  test('a request that a CDN made to serve a client is skipped', () => {
    const entry = {
      ...{ ClientIP: '192.0.2.1', ClientRequestMethod: 'GET', ClientRequestURI: '/a?b=1', ClientRequestUserAgent: BOT },
      ...{ EdgeResponseStatus: 200, EdgeStartTimestamp: SECONDS },
    };
    const own = [{ ClientRequestSource: 'eyeball', WorkerSubrequest: false }, { fastly_is_edge: true }];
    const others = [{ WorkerSubrequest: true }, { ClientRequestSource: 'edgeWorkerFetch' }, { fastly_is_edge: false }];
    const lines = [...own, ...others].map((source) => JSON.stringify({ ...entry, ...source }));
    const reader = logReader(lines);
    expect(lines.map((line) => reader?.(line))).toEqual([REQUEST, REQUEST, 'no-request', 'no-request', 'no-request']);
  });

  test('a named field takes precedence over the request line', () => {
    const line = JSON.stringify({
      ...{ time: SECONDS, ip: '192.0.2.1', request: 'GET /index.php HTTP/1.1', status: 200, agent: BOT },
      ...{ verb: 'GET', original: '/a?b=1' },
    });
    expect(read(line, { url: 'original', method: 'verb' })).toEqual([REQUEST]);
    expect(read(line, { url: 'original' })).toEqual([REQUEST]);
  });

  test('a line without a status cannot be read', () => {
    const entry = { time: SECONDS, ip: '192.0.2.1', method: 'GET', url: '/a?b=1', code: 200, agent: BOT };
    expect(read(JSON.stringify(entry))).toEqual([undefined]);
    expect(read(JSON.stringify(entry), { status: 'code' })).toEqual([REQUEST]);
  });

  test('an address is that of the last proxy in a list', () => {
    const entry = {
      time: SECONDS,
      http_x_forwarded_for: '198.51.100.7, 192.0.2.1',
      method: 'GET',
      uri: '/a?b=1',
      status: 200,
      user_agent: BOT,
    };
    expect(read(JSON.stringify(entry), { ip: 'http_x_forwarded_for' })).toEqual([REQUEST]);
  });
});

describe.each<[string, readonly string[]]>([
  ['common', [COMMON]],
  ['combined', [quoted(BOT)]],
  ['trailing fields', [`${quoted(BOT)} 0.25`]],
  [
    'load balancer',
    [`h2 2026-11-28T10:00:00.1Z app 192.0.2.1:28 - 0 0 0 200 200 3 4 "GET https://a.example/a HTTP/2.0" "${BOT}" -`],
  ],
  ['IIS', ['#Fields: date time c-ip cs-method sc-status cs-uri-stem', '2026-11-28 10:00:00 192.0.2.1 GET 200 /private/a']],
  ['CloudFront', ['#Fields: date\ttime\tc-ip\tcs-method\tcs-uri-stem\tsc-status', '2026-11-28\t10:00:00\t::1\tGET\t/a\t200']],
  ['JSON', [`{"ts":1764324000,"request":{"client_ip":"192.0.2.1","method":"GET","uri":"/a"},"status":200}`]],
])('the last line of a log: %s', (_, log) => {
  const reader = logReader(log);
  const [line = ''] = log.slice(-1);
  for (const header of log.slice(0, -1)) reader?.(header);
  const request = reader?.(line);

  test('without a line end, it is read as a whole or not at all', () => {
    expect(request).toMatchObject({ method: 'GET', status: 200 });
    for (let end = 1; end <= line.length; end++) {
      const cut = reader?.(line.slice(0, end), true);
      if (cut !== undefined) expect(cut).toEqual(request);
    }
  });

  test('its line end may have a carriage return', () => {
    expect(reader?.(`${line}\r`)).toEqual(request);
    expect(reader?.('\r')).toBe('no-request');
  });
});

test('every path of a log can be checked, as a path of the same host', () => {
  const site = decider(
    { kind: 'file', file: robotsFile(parseRobotsTxt('User-agent: *\nDisallow: /\nAllow: /$\n')) },
    'ExampleBot',
  );
  const start = fc.array(fc.constantFrom('/', '\\', '\t', '\n', '\r', '?', '#', '@', ':', '[', '%', '.', '\ud800'));
  fc.assert(
    fc.property(fc.constantFrom('', 'http://e.example'), start, fc.string(), (host, characters, rest) => {
      const url = `${host}/${characters.join('')}${rest.replaceAll(' ', '')}`;
      const line = JSON.stringify({ time: '2026-11-28T10:00:00Z', ip: '::1', method: 'GET', url, status: 200 });
      const [request] = read(line);
      if (request === undefined) return;
      expect(site.outcome(request.target)).toBe(site.outcome(new URL(`https://e.example${url.slice(host.length)}`)));
    }),
    { numRuns: 2000 },
  );
});

test('a time that does not exist cannot be read', () => {
  const line = (time: string) => `{"time":"${time}","ip":"192.0.2.1","method":"GET","uri":"/","status":200}`;
  expect(read([line('1'), line('9'.repeat(26))])[1]).toBeUndefined();
});

test.each([
  ['a TLS handshake', COMMON.replace('GET /a?b=1 HTTP/1.1', '\\x16\\x03\\"')],
  ['a request that timed out', COMMON.replace('GET /a?b=1 HTTP/1.1', '-').replace('200 5', '408 -')],
  ['a request past the proxy', `${COMMON.replace('192.0.2.1', '-')} "-" "${BOT}"`],
])('a log whose first lines are not requests: %s', (_, line) => {
  const reader = logReader([line]);
  expect([reader?.(line), reader?.(quoted(BOT))]).toEqual([undefined, REQUEST]);
  expect(logReader([line], { ip: '10' })).toBeUndefined();
});

test('anything else has no reader', () => {
  const error = '[Sat Nov 28 10:00:00.000000 2026] [core:error] [pid 1] [client 192.0.2.1:80] "GET /a HTTP/1.1" 200 5';
  const other = `[28/Nov/2026:10:00:00 +0000] ${COMMON.slice(0, 20)} "GET /a HTTP/1.1" 200 5`;
  expect(logReader(['https://a.example/', '/b', '{"a":1}', '', error, other])).toBeUndefined();
});
