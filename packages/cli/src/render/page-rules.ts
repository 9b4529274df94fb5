/** Page-level rules as lines of text. */
import type { PageDirective, PageRuleContradiction, PageRules } from '@repkit/core/preferences';
import { shown, visible } from '../program/terminal.js';
import { section } from './prose.js';

const RESOLUTIONS: Readonly<Record<PageRuleContradiction['resolution'], string>> = {
  restrictive: 'the restriction applies',
  permissive: 'the permission applies',
  undocumented: 'the engine does not document which applies',
};

const WHY_IGNORED: Readonly<Record<PageRules['ignored'][number]['reason'], string>> = {
  'other-crawler': 'for another crawler',
  'undocumented-header': 'not documented for headers',
  unsupported: 'not supported',
  'invalid-value': 'invalid value',
  overridden: 'overridden by another directive',
};

/** Returns the rules and what is ignored, each line with its line break. */
export function pageRuleLines({ engine, directives, ignored, contradictions, omitted }: PageRules): string {
  const lines = [
    ...directives.map(directiveText),
    ...contradictions.map(
      ({ directives: all, resolution }) => `contradiction: ${all.map(directiveText).join(', ')}: ${RESOLUTIONS[resolution]}`,
    ),
    ...ignored.map(({ reason, directive }) => `ignored: ${directiveText(directive)}: ${WHY_IGNORED[reason]}`),
    ...(omitted === undefined ? [] : [`${omitted} more directives are applied but not listed`]),
  ];
  return section(`page rules for ${visible(engine)}:`, lines, 'none');
}

/** Returns `noindex (robots meta element)`. */
export function directiveText({ source, token }: PageDirective): string {
  const text = shown(source.text);
  const crawler = token === undefined ? '' : visible(token);
  if (source.in === 'meta') return `${text} (${crawler || 'robots'} meta element)`;
  return crawler === '' ? `${text} (header)` : `${text} (header for ${crawler})`;
}
