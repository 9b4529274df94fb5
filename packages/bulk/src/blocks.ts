/**
 * Building blocks for programs that divide the work themselves, as `@repkit/fleet` does. Text has one character per byte,
 * whatever the encoding of the rows.
 */
export { BlockFilter } from './filter/block-filter.js';
export { blocksOf, bytesOf, byteText, utf8Text } from './input/blocks.js';
export type { RowFormat } from './rows/row-format.js';
export { type LoadRules, OriginRules } from './rules/origin-rules.js';
export { rulesOf, rulesWithout } from './rules/rules.js';
export { loadRules } from './rules/rules-source.js';
