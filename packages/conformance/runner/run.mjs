/** Runs an implementation on cases and compares its answers with what they expect. */

/**
 * @typedef {import('./suite.mjs').Case} Case
 * @typedef {import('./programs.mjs').Answer} Answer
 * @typedef {'passed' | 'failed' | 'differs' | 'unsupported' | 'timeout' | 'crash' | 'memory'} Status `differs` is another verdict
 *   on a case that RFC 9309 leaves open
 * @typedef {{ item: Case, status: Status, found: string, ms: number }} Result
 */

/**
 * @param {Case} item
 * @param {Answer} answer
 * @param {boolean} withLines whether the deciding line must be right too
 * @returns {Pick<Result, 'status' | 'found'>}
 */
function judge({ expected, tags }, answer, withLines = false) {
  if (answer.ended) return { status: answer.ended, found: String(answer.detail ?? 'no answer') };
  if (answer.unsupported) return { status: 'unsupported', found: String(answer.unsupported) };
  const parts = Object.keys(expected).filter((part) => part !== 'line' || withLines);
  const { error } = answer;
  const isRight = expected.error
    ? error !== undefined
    : parts.every((part) => canonical(answer[part]) === canonical(expected[part]));
  if (isRight) return { status: 'passed', found: '' };
  const found = error === undefined ? pick(answer, parts) : `error: ${error}`;
  return { status: tags.includes('rfc9309-silent') ? 'differs' : 'failed', found };
}

/**
 * @param {Record<string, unknown>} value
 * @param {readonly string[]} parts
 */
export const pick = (value, parts = Object.keys(value)) => parts.map((part) => `${part}: ${canonical(value[part])}`).join(', ');

/**
 * Returns JSON with sorted keys.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  const sorted = (/** @type {string} */ _, /** @type {any} */ part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted) ?? 'nothing';
}

/** A program that answers none of this many cases, the first ones, is not run on the others. */
const MOST_UNANSWERED = 5;

/**
 * Runs all cases, as many at once as there are implementations. Throws if the program answers none of the first ones.
 *
 * @param {readonly Case[]} cases
 * @param {readonly import('./programs.mjs').Implementation[]} implementations running copies of one program
 * @param {boolean} [withLines]
 * @param {(count: number) => void} [onResult] called with the number of results so far
 * @returns {Promise<Result[]>} in the order of the cases
 */
export async function runCases(cases, implementations, withLines, onResult) {
  /** @type {Result[]} */
  const results = [];
  let [count, unanswered] = [0, 0];
  /** @type {Error | undefined} */
  let stopped;
  const queue = cases.entries();
  const work = async (/** @type {import('./programs.mjs').Implementation} */ implementation) => {
    for (const [index, item] of queue) {
      if (stopped !== undefined) return;
      const began = performance.now();
      const answer = await implementation.ask(item);
      const result = { item, ...judge(item, answer, withLines), ms: performance.now() - began };
      results[index] = result;
      count += 1;
      onResult?.(count);
      if (answer.ended && ++unanswered === count && count === MOST_UNANSWERED) {
        const { status, found } = result;
        stopped = new Error(`The program answered none of the first ${count} cases (${status}: ${found}).`);
      }
    }
  };
  try {
    await Promise.all(implementations.map(work));
    if (stopped !== undefined) throw stopped;
  } finally {
    for (const { close } of implementations) close();
  }
  return results;
}
