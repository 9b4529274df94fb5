/** Blocks crawlers by purpose. Loaded with the first use of Block AI. */
import { initRobotsTxt } from '@repkit/core/analysis';
import type { InitOutcome, InitRequest } from './requests.js';

export function init({ robotsTxt, options }: InitRequest): InitOutcome {
  const result = initRobotsTxt(robotsTxt, options);
  if (result.kind === 'refused') return { kind: 'refused', message: result.message };
  const { text, blocked, unaffected } = result;
  return {
    kind: 'written',
    text,
    changed: blocked.filter(({ isChanged }) => isChanged).map(({ crawler }) => crawler.name),
    blocked: blocked.map(({ crawler }) => crawler.name),
    unaffected: unaffected.map(({ name }) => name),
  };
}
