/** A comparison as Markdown, for a ticket. Loaded with the first export. */
import type { Verdict } from '@repkit/core';
import { crawlerName, lineText, type Messages } from '../messages/messages.js';
import type { Comparison } from '../worker/requests.js';
import { verdictSentences } from './verdict-text.js';

export function comparisonMarkdown(comparison: Comparison, messages: Messages): string {
  const { compare: texts, fill } = messages;
  const { changes, crawlers } = comparison;
  const [verdict = '', ...others] = verdictSentences(comparison, messages);
  const verdictText = ({ allowed, rule }: Verdict) =>
    [
      allowed ? messages.allowed : messages.disallowed,
      ...(rule === undefined ? [] : [`(${lineText(messages, rule.line)})`]),
    ].join(' ');
  const rows = changes.map(({ effect, pattern, witness, productTokens, before, after }) =>
    row([
      texts.effect[effect],
      code(pattern),
      code(witness),
      productTokens.map((token) => crawlerName(messages, token)).join(', '),
      verdictText(before),
      verdictText(after),
    ]),
  );
  const heads = [texts.effectHead, texts.pattern, texts.example, texts.crawlers, texts.before, texts.after];
  const lists = (['unnamed', 'named', 'unaffected'] as const).map((list) => {
    const names = crawlers[list].map((token) => crawlerName(messages, token)).join(', ');
    return `**${fill(texts.list[list], { count: crawlers[list].length })}** ${names}`.trim();
  });
  const table = rows.length === 0 ? [] : [[row(heads), row(heads.map(() => '---')), ...rows].join('\n')];
  return `${[`## ${verdict}`, others.join(' '), ...table, ...lists].filter(Boolean).join('\n\n')}\n`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** A code span whose delimiters are longer than any backticks in the text (CommonMark 6.1). */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const delimiter = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return delimiter + space + text + space + delimiter;
}
