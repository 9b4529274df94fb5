/** Reports of a run: per tag as text, JSON, JUnit, Markdown or a badge. */
import { pick } from './run.mjs';

/** @typedef {import('./run.mjs').Result} Result */

/**
 * Returns whether a result counts as a failure. On a case that RFC 9309 leaves open, nothing does.
 *
 * @param {Result} result
 */
export const isFailure = ({ item, status }) =>
  status !== 'passed' && status !== 'unsupported' && !item.tags.includes('rfc9309-silent');

/**
 * Counts results per tag. A case with two tags counts in both.
 *
 * @param {readonly Result[]} results
 * @returns {Record<string, Record<string, number>>}
 */
export function countByTag(results) {
  /** @type {Record<string, Record<string, number>>} */
  const counts = {};
  for (const { item, status } of results) {
    for (const tag of item.tags) {
      counts[tag] ??= { cases: 0 };
      const ofTag = counts[tag];
      ofTag.cases = (ofTag.cases ?? 0) + 1;
      ofTag[status] = (ofTag[status] ?? 0) + 1;
    }
  }
  return Object.fromEntries(Object.entries(counts).sort());
}

/**
 * Returns the sentence of a result that did not pass.
 *
 * @param {Result} result
 */
const sentence = ({ item, status, found }) =>
  `${status === 'failed' || status === 'differs' ? '' : `${status}, `}found ${found}, expected ${pick(item.expected)}. ${item.why} (${item.clause}, ${item.source})`;

/** @param {Record<string, number>} counts */
const others = ({ cases: _, passed: _passed, ...counts }) =>
  Object.entries(counts)
    .map(([status, count]) => `, ${count} ${status}`)
    .join('');

/** @param {string} text */
const xml = (text) =>
  [...text]
    .map((sign) =>
      /[\t\n\r -~\u00a0-\ud7ff]/.test(sign) && !/[&<>"]/.test(sign)
        ? sign
        : `&#${/[&<>"]/.test(sign) ? sign.charCodeAt(0) : 0xfffd};`,
    )
    .join('');

/**
 * Whether RFC 9309 is met, as an SVG image: the share of its required and recommended cases.
 *
 * @param {readonly Result[]} results
 */
function badge(results) {
  const asked = results.filter(
    ({ item, status }) => status !== 'unsupported' && item.tags.some((tag) => /^rfc9309-(must|should)$/.test(tag)),
  );
  const failed = asked.filter(isFailure).length;
  const text = `RFC 9309: ${asked.length - failed} of ${asked.length}`;
  const color = failed > 0 || asked.length === 0 ? '#b64926' : '#2e7d32';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="170" height="20" role="img" aria-label="${text}"><title>${text}</title><rect width="170" height="20" rx="3" fill="${color}"/><text x="85" y="14" fill="#fff" text-anchor="middle" font-family="Verdana,sans-serif" font-size="11">${text}</text></svg>\n`;
}

/** @type {Record<string, (results: readonly Result[], about: Record<string, unknown>) => string>} */
export const REPORTS = {
  text: (results, about) => {
    const notPassed = results.filter(({ status }) => status !== 'passed' && status !== 'unsupported');
    const shown = notPassed.map(
      (result) => `${isFailure(result) ? 'FAILED' : 'silent'} ${result.item.id}: ${sentence(result)}\n`,
    );
    const tags = Object.entries(countByTag(results)).map(
      ([tag, counts]) => `${tag}: ${counts.passed ?? 0} of ${counts.cases} passed${others(counts)}\n`,
    );
    const failed = results.filter(isFailure).length;
    const asked = results.filter(({ status }) => status === 'passed').length;
    const figures = Object.entries(about).map(([name, value]) => `${name}: ${value}\n`);
    return [...shown, ...tags, ...figures, `${asked} passed, ${failed} failed\n`].join('');
  },
  json: (results, about) => {
    const list = results
      .filter(({ status }) => status !== 'passed')
      .map(({ item, status, found, ms }) => ({
        id: item.id,
        status,
        found,
        ms: Math.round(ms),
        expected: item.expected,
        why: item.why,
        quote: item.quote,
        clause: item.clause,
        source: item.source,
        tags: item.tags,
      }));
    return `${JSON.stringify({ ...about, tags: countByTag(results), results: list }, undefined, 2)}\n`;
  },
  junit: (results) => {
    const failed = results.filter(isFailure).length;
    const cases = results.map((result) => {
      const { item, status, ms } = result;
      const open = `<testcase classname="${xml(item.tags.join(' '))}" name="${xml(item.id)}" time="${(ms / 1000).toFixed(3)}"`;
      if (isFailure(result)) return `${open}><failure type="${status}" message="${xml(sentence(result))}"/></testcase>\n`;
      return status === 'passed'
        ? `${open}/>\n`
        : `${open}><skipped message="${xml(status === 'unsupported' ? 'unsupported' : sentence(result))}"/></testcase>\n`;
    });
    const skipped = results.filter(({ status }) => status === 'differs' || status === 'unsupported').length;
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites><testsuite name="robots.txt" tests="${results.length}" failures="${failed}" skipped="${skipped}">\n${cases.join('')}</testsuite></testsuites>\n`;
  },
  markdown: (results) => {
    const head = '| tag | cases | passed | failed | differs | unsupported |\n|---|---:|---:|---:|---:|---:|\n';
    const rows = Object.entries(countByTag(results)).map(([tag, counts]) => {
      const { cases = 0, passed = 0, differs = 0, unsupported = 0 } = counts;
      return `| ${tag} | ${cases} | ${passed} | ${cases - passed - differs - unsupported} | ${differs} | ${unsupported} |\n`;
    });
    const failures = results.filter(isFailure).map((result) => `- \`${result.item.id}\`: ${sentence(result)}\n`);
    return [head, ...rows, '\n', ...failures].join('');
  },
  badge,
};
