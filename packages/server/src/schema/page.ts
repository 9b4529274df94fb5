/** Schemas shared by usage preferences and page-level rules, and the size of their responses. */
import { Type } from 'typebox';
import {
  LISTED_STATEMENTS,
  LISTED_TEXT_LENGTH,
  MAX_HEADER_LENGTH,
  MAX_HEADERS,
  MAX_PAGE_CRAWLERS,
} from '../options.js';
import { CrawlerName, ProductToken } from './parts.js';

const HeaderValue = Type.String({ maxLength: MAX_HEADER_LENGTH });

export const Headers = Type.Record(
  Type.String(),
  Type.Union([HeaderValue, Type.Array(HeaderValue, { maxItems: MAX_HEADERS })]),
  {
    maxProperties: MAX_HEADERS,
    description:
      'The response headers by name. Repeated headers are a list: joined X-Robots-Tag headers no longer show which directives are for all crawlers.',
  },
);

/** Members of the request that name crawlers. */
export const pageCrawlers = {
  productTokens: Type.Optional(
    Type.Array(ProductToken, {
      minItems: 1,
      maxItems: MAX_PAGE_CRAWLERS,
      description: 'Default without `crawlers`: `*`.',
    }),
  ),
  crawlers: Type.Optional(Type.Array(CrawlerName, { minItems: 1, maxItems: MAX_PAGE_CRAWLERS })),
};

/** Describes a list in a response. */
export const LIMITED = `At most ${LISTED_STATEMENTS} entries. Longer texts than ${LISTED_TEXT_LENGTH} characters end with "…".`;

/** Lists the first entries of each list and the first characters of each text: a hostile request has many and long ones. */
export function boundedJson(document: object): string {
  return JSON.stringify(document, (_name, value: unknown) => {
    if (Array.isArray(value)) return value.slice(0, LISTED_STATEMENTS);
    return typeof value === 'string' && value.length > LISTED_TEXT_LENGTH
      ? `${value.slice(0, LISTED_TEXT_LENGTH)}…`
      : value;
  });
}
