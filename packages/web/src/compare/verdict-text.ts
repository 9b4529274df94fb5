/** The result of a comparison in sentences. */
import { crawlerName, listText, type Messages } from '../messages/messages.js';
import type { Comparison } from '../worker/requests.js';

/** Crawlers that a sentence names. */
const MAX_NAMED = 5;

export function outcomeOf({ equivalent, accessEquivalent }: Comparison) {
  if (accessEquivalent === 'undecided' || equivalent === 'undecided') return 'undecided';
  if (!accessEquivalent) return 'changed';
  return equivalent ? 'equivalent' : 'sameAccess';
}

/** Returns the verdict, and what proves or qualifies it. At least one sentence. */
export function verdictSentences(comparison: Comparison, messages: Messages): string[] {
  const { compare: texts, fill } = messages;
  const kind = outcomeOf(comparison);
  const { changes, crawlers, complete } = comparison;
  const truncated = comparison.truncated.map((version) => texts.truncated[version]);
  if (kind !== 'changed') return [texts.outcome[kind], texts.meaning[kind], ...truncated];
  const { named, unnamed, shutOut } = crawlers;
  const blocked = changes.filter(({ effect }) => effect === 'newly-blocked').length;
  const count = named.length + unnamed.length;
  const counts = fill(texts.changes, { count, blocked, allowed: changes.length - blocked });
  return [
    ...(shutOut.length > 0 ? [fill(texts.blocksAll, { names: namesOf(shutOut, messages) }), counts] : [counts]),
    ...(unnamed.length > 0 ? [fill(texts.alsoUnnamed, { names: namesOf(unnamed, messages) })] : []),
    complete ? texts.complete : texts.incomplete,
    ...truncated,
  ];
}

function namesOf(tokens: readonly string[], messages: Messages): string {
  const names = tokens.map((token) => crawlerName(messages, token));
  return listText(messages, names, MAX_NAMED);
}
