/** Names in robots.txt files that no crawler has today. Without imports, because bundles with lint contain it. */

/** A name that crawlers no longer have or never had. */
export interface FormerName {
  /** The name, as files usually spell it. */
  readonly name: string;
  /** The current names of the crawlers that are meant. */
  readonly replacedBy: readonly string[];
}

/** The names that `lint` reports, in alphabetical order regardless of case. */
export const formerNames: readonly FormerName[] = [
  { name: 'ai', replacedBy: ['GPTBot', 'ClaudeBot', 'Google-Extended'] },
  { name: 'all', replacedBy: ['*'] },
  { name: 'anthropic', replacedBy: ['ClaudeBot'] },
  { name: 'anthropic-ai', replacedBy: ['ClaudeBot'] },
  { name: 'bard', replacedBy: ['Google-Extended'] },
  { name: 'Claude-Web', replacedBy: ['ClaudeBot'] },
  { name: 'Cloudflare-AutoRAG', replacedBy: ['Cloudflare-AI-Search'] },
  { name: 'gemini', replacedBy: ['Google-Extended'] },
  { name: 'Googlebot-Mobile', replacedBy: ['Googlebot'] },
  { name: 'GoogleOther-Extended', replacedBy: ['Google-Extended', 'GoogleOther'] },
  { name: 'HaoSouSpider', replacedBy: ['360Spider'] },
  { name: 'msnbot', replacedBy: ['bingbot'] },
  { name: 'NaverBot', replacedBy: ['Yeti'] },
  { name: 'openai', replacedBy: ['GPTBot', 'OAI-SearchBot'] },
  { name: 'yahoo', replacedBy: ['Slurp'] },
];

/**
 * Returns the names to write instead of a former name; none for other names. Case makes no difference.
 *
 * @example
 * ```ts
 * import { currentNames } from '@repkit/core/crawlers';
 *
 * currentNames('anthropic-ai'); // [ 'ClaudeBot' ]
 * ```
 */
export function currentNames(name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return formerNames.find((former) => former.name.toLowerCase() === wanted)?.replacedBy ?? [];
}
