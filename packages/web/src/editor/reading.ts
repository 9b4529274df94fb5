/** In whose reading the editor's text is read: the dialect, as a part of the editor's state. */
import { Facet } from '@codemirror/state';
import type { DialectName } from '@repkit/core';

export const readingDialect = Facet.define<DialectName, DialectName>({
  combine: ([dialect = 'rfc9309']) => dialect,
});
