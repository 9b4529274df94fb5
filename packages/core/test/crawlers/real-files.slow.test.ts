/** How much profiles matter: real files, if the shared corpus is at hand, for which they change the verdict of a URL. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { crawlerProfile } from '../../src/crawlers.js';
import { matcherFor, parseRobotsTxt, type RobotsTxt } from '../../src/index.js';
import { readBudget } from '../../src/prover/budget.js';
import { findDifferences } from '../../src/prover/differences.js';
import { rankedRulesOf } from '../../src/prover/ranked-rules.js';

const CORPUS = new URL('../../../../../shared/corpus/robots-files.ndjson.gz', import.meta.url);
const ORIGIN = 'https://example.com';

function readFiles(): RobotsTxt[] {
  const lines = gunzipSync(readFileSync(CORPUS)).toString().trim().split('\n');
  return lines.map((line) => {
    const body = new Uint8Array(Buffer.from(JSON.parse(line).robots_b64, 'base64'));
    return parseRobotsTxt(body);
  });
}

/** Whether the documented behavior of a crawler changes the verdict of some URL, compared with RFC 9309. */
function changesVerdict(robotsTxt: RobotsTxt, name: string): boolean {
  const profile = crawlerProfile(name) ?? [];
  const [plain, documented] = [robotsTxt.matcher(name), matcherFor(robotsTxt, profile)];
  if (String(plain.group?.userAgentLines) === String(documented.group?.userAgentLines)) return false;
  const budget = readBudget(1_000_000);
  const { differences } = findDifferences(rankedRulesOf(plain), rankedRulesOf(documented), budget);
  return differences.some(({ witness }) => {
    const verdicts = [plain, documented].map((matcher) => matcher.explain(ORIGIN + witness));
    return verdicts[0].allowed !== verdicts[1].allowed;
  });
}

if (existsSync(CORPUS))
  test('profiles change the verdict of some URL in many files', () => {
    const files = readFiles();
    const count = (name: string) => files.filter((file) => changesVerdict(file, name)).length;
    expect(files).toHaveLength(1500);
    expect({ Applebot: count('Applebot'), 'AdsBot-Google': count('AdsBot-Google') }).toEqual({
      Applebot: 236,
      'AdsBot-Google': 1058,
    });
  });
