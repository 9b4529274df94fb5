import { describe, expect, test } from 'vitest';
import {
  folderHistory,
  type HistoryIndex,
  type Observation,
  parseIndex,
  record,
  snapshotAt,
} from '../../src/audit/history-index.js';

const SITE = 'https://example.com';
const HEADER = '{"version":1,"site":"https://example.com"}\n';

const A = Buffer.from('User-agent: *\nDisallow: /a\n');
const B = Buffer.from('User-agent: *\nDisallow: /b\n');

/** Seconds, and the content or the status. */
type Seen = readonly [at: number, what: Buffer | number];

function observation([seconds, what]: Seen): Observation {
  const at = seconds * 1000;
  if (typeof what !== 'number') return { access: 'file', at, status: 200, body: what };
  return { access: what < 500 ? 'unavailable' : 'unreachable', at, status: what };
}

/** The files and the index after some runs. */
function recorded(runs: readonly Seen[], start?: string) {
  const files = new Map<string, Uint8Array>();
  let text = start;
  let last: ReturnType<typeof record> | undefined;
  for (const run of runs) {
    const seen = observation(run);
    last = record(text === undefined ? undefined : parseIndex(text, 'i'), SITE, seen);
    text = last.index;
    if (last.newFile !== undefined) files.set(last.newFile, seen.body ?? Buffer.from(''));
  }
  const index = parseIndex(text ?? '', 'i');
  return { text, index, files, last };
}

/** First and last seen in seconds, and the file or access. */
function shortForm({ snapshots }: HistoryIndex) {
  return snapshots.map(({ firstSeen, lastSeen, file, access }) => [firstSeen / 1000, lastSeen / 1000, file ?? access].join(' '));
}

test.each<[string, readonly Seen[], readonly string[]]>([
  ['one run', [[10, A]], ['10 10 1970-01-01T000010.000Z.txt']],
  [
    'the same file again',
    [
      [10, A],
      [20, A],
      [30, A],
    ],
    ['10 30 1970-01-01T000010.000Z.txt'],
  ],
  [
    'a change',
    [
      [10, A],
      [20, A],
      [30, B],
    ],
    ['10 20 1970-01-01T000010.000Z.txt', '30 30 1970-01-01T000030.000Z.txt'],
  ],
  [
    'a return to an earlier content',
    [
      [10, A],
      [20, B],
      [30, A],
    ],
    ['10 10 1970-01-01T000010.000Z.txt', '20 20 1970-01-01T000020.000Z.txt', '30 30 1970-01-01T000010.000Z.txt'],
  ],
  [
    'a missing file',
    [
      [10, 404],
      [20, 410],
      [30, A],
    ],
    ['10 20 unavailable', '30 30 1970-01-01T000030.000Z.txt'],
  ],
  [
    'a server error',
    [
      [10, A],
      [20, 503],
      [30, A],
    ],
    ['10 10 1970-01-01T000010.000Z.txt', '20 20 unreachable', '30 30 1970-01-01T000010.000Z.txt'],
  ],
  [
    'an empty file differs from none',
    [
      [10, 404],
      [20, Buffer.from('')],
    ],
    ['10 10 unavailable', '20 20 1970-01-01T000020.000Z.txt'],
  ],
  [
    'a clock that was set back a little',
    [
      [100, A],
      [40, B],
    ],
    ['100 100 1970-01-01T000140.000Z.txt', '100.001 100.001 1970-01-01T000140.001Z.txt'],
  ],
])('%s', (_, runs, expected) => {
  expect(shortForm(recorded(runs).index)).toEqual(expected);
});

test.each<[string, readonly Seen[], boolean, string | undefined]>([
  ['the first version', [[10, A]], true, undefined],
  [
    'the same file',
    [
      [10, A],
      [20, A],
    ],
    false,
    'file',
  ],
  [
    'another file',
    [
      [10, A],
      [20, B],
    ],
    true,
    'file',
  ],
  [
    'a file after none',
    [
      [10, 404],
      [20, B],
    ],
    true,
    'unavailable',
  ],
  [
    'a server error',
    [
      [10, A],
      [20, 503],
    ],
    false,
    'file',
  ],
  [
    'the same file after a server error',
    [
      [10, A],
      [20, 503],
      [30, A],
    ],
    false,
    'file',
  ],
  [
    'another file after a server error',
    [
      [10, A],
      [20, 503],
      [30, B],
    ],
    true,
    'file',
  ],
  [
    'a server error at first',
    [
      [10, 503],
      [20, A],
    ],
    true,
    undefined,
  ],
])('what changed: %s', (_, runs, isChanged, before) => {
  const { last } = recorded(runs);
  expect([last?.isChanged, last?.before?.access]).toEqual([isChanged, before]);
});

test('a clock in the past is reported', () => {
  expect(() =>
    recorded([
      [1000, A],
      [939, A],
    ]),
  ).toThrow('The last version of https://example.com was seen at 1970-01-01T00:16:40.000Z, which is in the future.');
});

describe('lines of other versions and damaged lines', () => {
  test('unknown members stay', () => {
    const { text = '' } = recorded([[10, A]]);
    const extended = text.replace('"status"', '"signature":"x","status"').replace('}\n', ',"unit":1}\n');
    const { index, text: after = '' } = recorded(
      [
        [20, A],
        [30, B],
      ],
      extended,
    );
    expect(index.snapshots).toHaveLength(2);
    expect(after.split('\n').slice(0, 2)).toEqual([
      extended.split('\n')[0],
      expect.stringMatching(/"lastSeen":"1970-01-01T00:00:20.000Z".*"signature":"x"/),
    ]);
  });

  test.each([
    ['half of a line', '{"firstSeen":"1970'],
    ['another value', '7'],
    ['times in the wrong order', '{"firstSeen":"1970-01-02T00:00:00Z","lastSeen":"1970-01-01T00:00:00Z","access":"unavailable"}'],
    ['no file', '{"firstSeen":"1970-01-01T00:00:00Z","lastSeen":"1970-01-01T00:00:00Z","access":"file"}'],
    [
      'a file elsewhere',
      '{"firstSeen":"1970-01-01T00:00:00Z","lastSeen":"1970-01-01T00:00:00Z","access":"file","file":"../x.txt","sha256":"0"}',
    ],
    ['an access of a later version', '{"firstSeen":"1970-01-01T00:00:00Z","lastSeen":"1970-01-01T00:00:00Z","access":"moved"}'],
  ])('%s is reported and stays', (_, line) => {
    const start = `${recorded([[10, A]]).text}${line}\n`;
    const { index, text = '' } = recorded([[20, A]], start);
    expect(index.damagedLines).toEqual([3]);
    expect(text).toContain(`\n${line}\n`);
    // The damaged line may have named another version.
    expect(shortForm(index)).toEqual(['10 10 1970-01-01T000010.000Z.txt', '20 20 1970-01-01T000010.000Z.txt']);
  });

  test('lines that a merge has put in another order', () => {
    const { text = '' } = recorded([
      [10, A],
      [20, B],
      [30, 404],
    ]);
    const [header, first, second, third] = text.split('\n');
    const { index } = recorded([[40, 404]], [header, third, second, first, ''].join('\n'));
    expect(shortForm(index)).toEqual([
      '10 10 1970-01-01T000010.000Z.txt',
      '20 20 1970-01-01T000020.000Z.txt',
      '30 40 unavailable',
    ]);
  });

  test.each([
    [
      '',
      /^"i" is not an index of repkit watch: line 1 is damaged\. Restore \{"version":1,"site":"https:\/\/example\.com"\} with your site\.$/,
    ],
    ['User-agent: *\n', /line 1 is damaged/],
    ['{"version":1}\n', /line 1 is damaged/],
    ['{"version":1,"site":"example.com"}\n', /line 1 is damaged/],
    [
      '{"version":2,"site":"https://example.com"}\n',
      /^"i" was written by a later version of repkit \(format 2\)\. Update repkit\.$/,
    ],
  ])('the first line %j', (text, message) => {
    expect(() => parseIndex(text, 'i')).toThrow(message);
  });
});

test('the version at a time', () => {
  const { index } = recorded([
    [10, A],
    [20, 503],
    [30, B],
    [40, 404],
  ]);
  const at = (seconds: number) => {
    const { file, access } = snapshotAt(index, seconds * 1000) ?? {};
    return file ?? access;
  };
  expect([5, 10, 19, 25, 30, 99].map(at)).toEqual([
    undefined,
    '1970-01-01T000010.000Z.txt',
    '1970-01-01T000010.000Z.txt',
    // An error says nothing about the file.
    '1970-01-01T000010.000Z.txt',
    '1970-01-01T000030.000Z.txt',
    'unavailable',
  ]);
});

test('a history, in which the time of a change is unknown', async () => {
  const { index, files } = recorded([
    [10, A],
    [20, A],
    [30, B],
    [40, 503],
    [50, 404],
  ]);
  const damaged = { ...index, damagedLines: [9] };
  const read = async (file: string) => files.get(file) ?? new Uint8Array();
  const { source, versions, until, gaps, incomplete } = await folderHistory(damaged, 'i', read);
  expect([source, until]).toEqual(['folder', 50_000]);
  expect(gaps).toEqual([
    { from: 20_000, until: 30_000 },
    { from: 30_000, until: 40_000 },
    { from: 40_000, until: 50_000 },
  ]);
  expect((await folderHistory(index, 'i', read)).gaps).toEqual([]);
  expect(incomplete).toEqual(['Line 9 of "i" is damaged, so the version that it names is missing.']);
  expect(
    versions.map(({ name, from, until, robotsTxt }) => [
      name,
      from / 1000,
      until === undefined ? undefined : until / 1000,
      typeof robotsTxt === 'string' ? robotsTxt : robotsTxt.text,
    ]),
  ).toEqual([
    ['1970-01-01T000010.000Z.txt', 10, 30, A.toString()],
    ['1970-01-01T000030.000Z.txt', 20, 40, B.toString()],
    ['unreachable since 1970-01-01T00:00:40.000Z', 30, 50, 'unreachable'],
    ['unavailable since 1970-01-01T00:00:50.000Z', 40, undefined, 'unavailable'],
  ]);
});

test('a file that was changed afterwards proves nothing', async () => {
  const { index } = recorded([[10, A]]);
  await expect(folderHistory(index, 'i', async () => B)).rejects.toThrow(
    '"1970-01-01T000010.000Z.txt" was changed since it was written, so it proves nothing. Restore it from a copy.',
  );
});

test('the index is one line per version after the header', () => {
  const { text } = recorded([[10, A]]);
  expect(text?.startsWith(HEADER)).toBe(true);
  expect(text?.split('\n')).toHaveLength(3);
});
