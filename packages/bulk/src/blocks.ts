/**
 * Building blocks for programs that distribute the work themselves, such as `@repkit/fleet`. Text has one character per
 * byte, whatever the encoding of the rows.
 */

export { bytesOf, byteText, utf8Text } from './bytes/bytes.js';
export { BlockFilter } from './filter/block-filter.js';
export { type LoadRules, OriginRules } from './filter/origin-rules.js';
export { loadRules } from './filter/rules-source.js';
export { blocksOf } from './input/blocks.js';
export type { RowFormat } from './rows/row-format.js';
export { constantRules, rulesOf } from './rules/rules.js';
