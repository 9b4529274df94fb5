/** The published cases: their schema, and IDs that never change their meaning. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { canonical } from '../runner/run.mjs';
import { type Behavior, behaviors } from '../runner/serve.mjs';
import { allCases, bytesOf, type Case } from '../runner/suite.mjs';

const cases: Case[] = allCases();
const fileUrl = (name: string) => new URL(`../${name}`, import.meta.url);

/** Hashes what an implementation is asked, or how a server behaves, and the expected answer. */
function meaningOf(item: Case | Behavior): string {
  if ('robots' in item) {
    const { robots, expected, requests } = item;
    return createHash('sha256').update(canonical({ robots, expected, requests })).digest('hex').slice(0, 12);
  }
  const { dialect, token, crawler, url, max_bytes: maxBytes, input, expected } = item;
  const meaning = { dialect, token, crawler, url, maxBytes, input, expected };
  const hash = createHash('sha256').update(bytesOf(item)).update('\0').update(canonical(meaning));
  return hash.digest('hex').slice(0, 12);
}

/** Returns the hashes by ID. */
function pinned(): Map<string, string> {
  const lines = existsSync(fileUrl('ids.tsv')) ? readFileSync(fileUrl('ids.tsv'), 'utf8') : '';
  const rows = lines.split('\n').filter((line) => line !== '');
  return new Map(rows.map((line) => line.split('\t') as [string, string]));
}

/** Returns IDs whose meaning changed, which are gone without an entry in the changelog, or which are not pinned. */
function idProblems(items: readonly (Case | Behavior)[], ids: ReadonlyMap<string, string>, changelog: string) {
  const found = new Map(items.map((item) => [item.id, meaningOf(item)]));
  return {
    changed: [...ids].filter(([id, hash]) => found.has(id) && found.get(id) !== hash),
    gone: [...ids.keys()].filter((id) => !found.has(id) && !changelog.includes(`\`${id}\``)),
    unpinned: [...found.keys()].filter((id) => !ids.has(id)),
  };
}

test('every case matches the schema', () => {
  const validate = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(fileUrl('case.schema.json'), 'utf8')));
  const invalid = cases.filter((item) => !validate(item)).map(({ id }) => id);
  expect(invalid, JSON.stringify(validate.errors)).toEqual([]);
  // README.md, docs/ and package.json say so.
  expect(cases.length).toBeGreaterThan(5_000);
});

test('no ID changes its meaning or disappears without an entry in CHANGELOG.md', () => {
  const all = [...cases, ...behaviors()];
  const changelog = readFileSync(fileUrl('CHANGELOG.md'), 'utf8');
  if (process.env.UPDATE_DOCS) {
    const { unpinned } = idProblems(all, pinned(), changelog);
    const added = all.filter(({ id }) => unpinned.includes(id));
    const rows = [...pinned(), ...added.map((item) => [item.id, meaningOf(item)] as const)].sort();
    writeFileSync(fileUrl('ids.tsv'), rows.map(([id, hash]) => `${id}\t${hash}\n`).join(''));
  }
  expect(idProblems(all, pinned(), changelog)).toEqual({ changed: [], gone: [], unpinned: [] });
});

test('a changed expectation, a removed case and a new one are found', () => {
  const [first, second, third] = cases as [Case, Case, Case];
  const ids = new Map([first, second].map((item) => [item.id, meaningOf(item)]));
  const flipped = { ...first, expected: { ...first.expected, allowed: 'other' } };
  const problems = idProblems([flipped, third], ids, '');
  expect(problems.changed).toEqual([[first.id, meaningOf(first)]]);
  expect(problems).toMatchObject({ gone: [second.id], unpinned: [third.id] });
  expect(idProblems([first], ids, `- \`${second.id}\`: the source says otherwise.`).gone).toEqual([]);
});

test('a case has one level of RFC 9309 if its dialect is that of the RFC, and none otherwise', () => {
  const ofDocuments = cases.filter(({ tags }) => !tags.includes('crawlers') && tags[0] !== 'robustness');
  const wrong = ofDocuments.filter(({ dialect, tags }) => {
    const levels = tags.filter((tag) => /^rfc9309-(must|should|silent)$/.test(tag));
    return levels.length !== (dialect === 'rfc9309' && !tags.includes('aipref') ? 1 : 0);
  });
  expect(wrong).toEqual([]);
});
