import { type Crawler, decide, parseRobotsTxt } from '@repkit/core';
import { crawlerProfile } from '@repkit/core/crawlers';
import { pageRules, preferences } from '@repkit/core/preferences';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.js';
import { RobotsClient } from '../src/client/robots-client.js';
import { decideUse, type UsePurpose } from '../src/client/use.js';
import { startSite } from './support/site.js';

interface Stated {
  readonly robotsTxt?: string;
  readonly url?: string;
  readonly crawler?: Crawler;
  readonly headers?: readonly (readonly [string, string])[];
  readonly tdmrep?: string;
  readonly engine?: 'google' | 'bing' | 'amazon';
}

function useOf(purpose: UsePurpose, stated: Stated) {
  const { robotsTxt = '', url = '/a', crawler = 'ExampleBot', headers, tdmrep, engine } = stated;
  const file = parseRobotsTxt(robotsTxt);
  const response = headers?.map(([name, value]): [string, string] => [name, value]);
  return decideUse(
    decide(robotsTxt, url, crawler),
    {
      preferences: preferences(file, url, crawler, { headers: response, tdmrep }),
      ...(response && { pageRules: pageRules({ headers: response }, engine && { engine }) }),
    },
    purpose,
  );
}

describe('the strictest step decides', () => {
  test.each<[name: string, purpose: UsePurpose, stated: Stated, answer: string, by: string[]]>([
    ['nothing is stated', 'ai-training', {}, 'unstated', []],
    ['AIPREF', 'ai-training', { robotsTxt: 'user-agent:*\ncontent-usage:train-ai=y' }, 'yes', ['aipref']],
    [
      'mechanisms contradict',
      'ai-training',
      { robotsTxt: 'user-agent:*\ncontent-usage:train-ai=y\ncontent-signal:ai-train=no' },
      'no',
      ['contentSignals'],
    ],
    ['tdmrep.json', 'ai-training', { tdmrep: '[{"location":"/","tdm-reservation":1}]' }, 'no', ['tdmrep']],
    ['no statement is about search', 'search', { robotsTxt: 'user-agent:*\ncontent-usage:train-ai=n' }, 'unstated', []],
    ['AI search is input', 'ai-search', { robotsTxt: 'user-agent:*\ncontent-signal:ai-input=no' }, 'no', ['contentSignals']],
    ['so are assistants', 'ai-user', { robotsTxt: 'user-agent:*\ncontent-signal:ai-input=yes' }, 'yes', ['contentSignals']],
    ['disallowed', 'search', { robotsTxt: 'user-agent:*\ndisallow:/' }, 'no', ['access']],
    [
      'the training preference signal',
      'ai-training',
      { robotsTxt: 'user-agent:__usage_ai-training\ndisallow:/a' },
      'no',
      ['trainingSignal'],
    ],
    [
      'disallowed, but a header welcomes it',
      'ai-training',
      { robotsTxt: 'user-agent:*\ndisallow:/', headers: [['content-usage', 'train-ai=y']] },
      'no',
      ['access'],
    ],
    [
      'a crawler that robots.txt does not govern, but its rules disallow',
      'ai-user',
      { crawler: crawlerProfile('ChatGPT-User') ?? '', robotsTxt: 'user-agent:*\ndisallow:/' },
      'no',
      ['access'],
    ],
    ['noindex', 'search', { headers: [['x-robots-tag', 'noindex']] }, 'no', ['page-rules']],
    ['none', 'search', { headers: [['x-robots-tag', 'none']] }, 'no', ['page-rules']],
    ['noindex is not about training', 'ai-training', { headers: [['x-robots-tag', 'noindex']] }, 'unstated', []],
    ['Google: nosnippet', 'ai-search', { headers: [['x-robots-tag', 'nosnippet']] }, 'no', ['page-rules']],
    ['Google: max-snippet:0', 'ai-search', { headers: [['x-robots-tag', 'max-snippet:0']] }, 'no', ['page-rules']],
    ['Google: max-snippet:9', 'ai-search', { headers: [['x-robots-tag', 'max-snippet:9']] }, 'unstated', []],
    ['Google: noarchive', 'ai-training', { headers: [['x-robots-tag', 'noarchive']] }, 'unstated', []],
    ['Bing: noarchive', 'ai-training', { engine: 'bing', headers: [['x-robots-tag', 'noarchive']] }, 'no', ['page-rules']],
    [
      'Bing: nocache overrides noarchive',
      'ai-training',
      { engine: 'bing', headers: [['x-robots-tag', 'noarchive, nocache']] },
      'unstated',
      [],
    ],
  ])('%s: %s', (_name, purpose, stated, answer, by) => {
    const use = useOf(purpose, stated);
    expect(use.answer).toBe(answer);
    const deciding = use.steps.filter((step) => step.answer === answer && answer !== 'unstated');
    expect(deciding.map((step) => step.by)).toEqual(by);
  });

  test('each mechanism is a step of its own, with its lines', () => {
    const robotsTxt = 'User-agent: *\nContent-Usage: train-ai=n\nContent-Signal: ai-train=yes';
    const { steps } = useOf('ai-training', { robotsTxt });
    expect(steps).toMatchObject([
      { by: 'access', answer: 'unstated', outcome: 'allowed' },
      { by: 'aipref', answer: 'no', statements: [{ source: { line: 2 } }] },
      { by: 'trainingSignal', answer: 'unstated', statements: [] },
      { by: 'contentSignals', answer: 'yes', statements: [{ source: { line: 3 } }] },
      { by: 'tdmrep', answer: 'unstated', statements: [] },
    ]);
  });

  test('an unreachable robots.txt permits nothing, whatever a page says', () => {
    const stated = preferences(parseRobotsTxt(''), '/', 'A', {
      headers: { 'content-usage': 'train-ai=y' },
    });
    const access = decide({ kind: 'unreachable' }, '/', 'A');
    expect(decideUse(access, { preferences: stated }, 'ai-training').answer).toBe('unreachable');
  });
});

/** From the loosest to the strictest. */
const STRICTNESS = ['unstated', 'yes', 'unknown', 'no', 'unreachable'];
const PURPOSES = ['ai-training', 'ai-search', 'ai-user', 'search'] as const;

test('more statements never make an answer looser', () => {
  const yesOrNo = fc.constantFrom('yes', 'no');
  const shortYesOrNo = fc.constantFrom('y', 'n');
  const line = fc.oneof(
    fc.tuple(fc.constantFrom('train-ai', 'ai-use', 'search'), shortYesOrNo).map((pair) => `Content-Usage: ${pair.join('=')}`),
    fc.tuple(fc.constantFrom('ai-train', 'ai-input', 'search'), yesOrNo).map((pair) => `Content-Signal: ${pair.join('=')}`),
  );
  const header = fc.oneof(
    fc.tuple(
      fc.constant('content-usage'),
      shortYesOrNo.map((value) => `train-ai=${value}, search=${value}`),
    ),
    fc.tuple(
      fc.constant('content-signal'),
      yesOrNo.map((value) => `ai-train=${value}, ai-input=${value}`),
    ),
    fc.tuple(fc.constant('x-robots-tag'), fc.constantFrom('noindex', 'nosnippet', 'max-snippet:0', 'max-snippet:5')),
  );
  const rule = fc.constantFrom('Disallow: /', 'Disallow: /a', 'Allow: /a', '');
  const lists = [fc.array(line), fc.array(line), fc.array(header), fc.array(header)] as const;
  fc.assert(
    fc.property(fc.constantFrom(...PURPOSES), rule, ...lists, (purpose, ruleLine, lines, moreLines, headers, moreHeaders) => {
      const text = (all: readonly string[]) => ['User-agent: *', ruleLine, ...all].join('\n');
      const before = useOf(purpose, { robotsTxt: text(lines), headers });
      // Of a label that is repeated in Content-Usage headers, only the last counts (RFC 9651 4.2.2).
      const isStated = headers.some(([name]) => name === 'content-usage');
      const added = moreHeaders.filter(([name]) => !(isStated && name === 'content-usage'));
      const after = useOf(purpose, {
        robotsTxt: text([...lines, ...moreLines]),
        headers: [...headers, ...added],
      });
      expect(STRICTNESS.indexOf(after.answer)).toBeGreaterThanOrEqual(STRICTNESS.indexOf(before.answer));
      if (decide(text(lines), '/a', 'ExampleBot').outcome === 'disallowed') expect(after.answer).toBe('no');
    }),
    { numRuns: runs(4_000) },
  );
});

describe('RobotsClient.mayUse', () => {
  async function startClient() {
    const robotsTxt = 'User-agent: *\nContent-Signal: search=yes\nDisallow: /private\n';
    const site = await startSite({ '/robots.txt': robotsTxt });
    const client = new RobotsClient({ userAgent: 'ExampleBot/1.0', proxy: 'none', guard: false });
    return { site, client };
  }

  test('decides by robots.txt, and by the response if there is one', async () => {
    const { site, client } = await startClient();
    await using _ = client;
    const page = `${site.origin}/page`;
    expect(await client.mayUse(page, 'search')).toMatchObject({
      purpose: 'search',
      answer: 'yes',
      access: { outcome: 'allowed', url: page },
    });
    const response = {
      headers: { 'content-type': 'text/html' },
      body: '<meta name=robots content=noindex>',
    };
    const { answer, steps } = await client.mayUse(page, 'search', { response });
    expect(answer).toBe('no');
    expect(steps.map(({ by }) => by)).toEqual(['access', 'page-rules', 'aipref', 'contentSignals']);
    expect((await client.mayUse(`${site.origin}/private`, 'search')).answer).toBe('no');
  });

  test.each([
    ['noindex is beyond the limit', '', 'unknown'],
    ['noindex is before the limit', '<meta name=robots content=noindex>', 'no'],
  ])('a head that is not read completely permits nothing: %s', async (_, start, answer) => {
    const { site, client } = await startClient();
    await using _client = client;
    const rest = `<script>${'a'.repeat(100)}</script><meta name=robots content=noindex>`;
    const response = { headers: { 'content-type': 'text/html' }, body: start + rest };
    const use = await client.mayUse(`${site.origin}/page`, 'search', { response, maxBytes: 80 });
    expect(use.answer).toBe(answer);
    expect(use.steps).toContainEqual(expect.objectContaining({ by: 'page-rules', answer }));
  });

  test('rejects an unknown purpose', async () => {
    const { site, client } = await startClient();
    await using _ = client;
    const purpose = 'training' as UsePurpose;
    await expect(client.mayUse(site.origin, purpose)).rejects.toThrow(
      new RangeError('Unknown purpose "training". Use one of ai-training, ai-search, ai-user, search.'),
    );
  });
});
