/**
 * Building blocks for programs that distribute the work themselves, such as `@repkit/fleet`. Text has one character per
 * byte, whatever the encoding of the rows.
 */

export { bytesOf, byteText, utf8Text } from './bytes.js';
export { BlockFilter } from './filter/block-filter.js';
export { blocksOf } from './input/blocks.js';
export type { RowFormat } from './rows/row-format.js';
export { type LoadRules, OriginRules } from './rules/origin-rules.js';
export { constantRules, rulesOf } from './rules/rules.js';
export { loadRules } from './rules/rules-source.js';
