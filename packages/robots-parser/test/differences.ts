/**
 * Where the verdicts differ from those of robots-parser 3.0.1, each with the clause that decides. A `rewrite` states the same
 * in a form that both read alike: the property test allows no other difference.
 */

/** A file and the path and query of a URL. */
export interface Input {
  readonly lines: readonly string[];
  readonly target: string;
}

export interface Difference {
  readonly what: string;
  readonly clause: string;
  /** The body and URL of an example, for the crawler `ExampleBot`; the site is http://example.com. */
  readonly body: string;
  readonly url: string;
  readonly before: boolean;
  readonly after: boolean;
  readonly rewrite?: (input: Input) => Input;
  /** The paths that cannot be stated for robots-parser. */
  readonly skips?: RegExp;
  /** The line of robots-parser's tests that expects the contrary. */
  readonly contractLine?: string;
}

const FIELD = /^(\s*)([^:#]*?)(\s*:\s*)([^#]*?)(\s*(?:#.*)?)$/su;

/** Rewrites the values of the fields whose name matches. */
function values(lines: readonly string[], field: RegExp, rewrite: (value: string) => string) {
  return lines.map((line) => {
    const [, indent, name = '', colon, value = '', rest] = FIELD.exec(line) ?? [];
    return field.test(name) ? `${indent}${name}${colon}${rewrite(value)}${rest}` : line;
  });
}

const RULE = /^(dis)?allow$/i;

/** Rewrites patterns and the target alike. */
function spelling(rewrite: (text: string) => string) {
  return ({ lines, target }: Input): Input => ({
    lines: values(lines, RULE, rewrite),
    target: rewrite(target),
  });
}

const escaped = (text: string) => encodeURIComponent(text).replaceAll("'", '%27');
const own = (rules: string): string => `User-agent: ExampleBot\n${rules}`;

export const DIFFERENCES: readonly Difference[] = [
  {
    what: 'robots.txt itself is allowed',
    clause: 'RFC 9309 2.2.2: "The /robots.txt URI is implicitly allowed."',
    body: own('Disallow: /'),
    url: '/robots.txt',
    before: false,
    after: true,
    rewrite: ({ lines, target }) => ({ lines: target === '/robots.txt' ? [] : lines, target }),
  },
  {
    what: 'only white space of the grammar surrounds a value',
    clause: 'RFC 9309 2.2: WS = %x20 / %x09',
    body: own('Disallow: /a\u00A0'),
    url: '/a',
    before: false,
    after: true,
    rewrite: ({ lines, target }) => ({
      lines: lines.map((line, index) =>
        line.replace(index === 0 ? /^\uFEFF|#.*/gsu : /#.*/su, '').replaceAll(/[^\S \t]/gu, (space) => escaped(space)),
      ),
      target,
    }),
  },
  {
    what: 'an unknown field does not end a run of user-agent lines',
    clause: 'RFC 9309 2.2.4: "Parsing of other records MUST NOT interfere with the parsing of explicitly defined records"',
    body: own('Sitemap: /s\nUser-agent: OtherBot\nDisallow: /'),
    url: '/',
    before: true,
    after: false,
    rewrite: ({ lines, target }) => ({
      lines: lines.map((line) => {
        const name = FIELD.exec(line)?.[2] ?? '';
        return /^(user-agent|(dis)?allow)$/i.test(name) ? line : '';
      }),
      target,
    }),
  },
  {
    what: 'a user-agent line names the product token at its start',
    clause:
      'RFC 9309 2.2.1: a product token has "only uppercase and lowercase letters ("a-z" and "A-Z"), underscores ("_"), and hyphens ("-")"',
    body: 'User-agent: ExampleBot (news)\nDisallow: /',
    url: '/',
    before: true,
    after: false,
    rewrite: ({ lines, target }) => ({
      lines: values(lines, /^user-agent$/i, (value) => (/^\*(?=$|\s)/.test(value) ? '*' : (/^[\w.-]+/.exec(value)?.[0] ?? ''))),
      target,
    }),
  },
  {
    what: 'a group without rules is a group',
    clause: 'RFC 9309 2.2: in the grammar, a group needs no rule',
    body: 'User-agent: *\nDisallow: /\n\nUser-agent: ExampleBot',
    url: '/',
    before: false,
    after: true,
    rewrite: ({ lines, target }) => ({ lines: [...lines, 'Disallow:'], target }),
  },
  {
    what: 'a percent sign without two digits equals %25',
    clause: 'RFC 9309 2.2.2: octets in paths are percent-encoded as in RFC 3986 (2.4) prior to comparison',
    body: own('Disallow: /100%25'),
    url: '/100%',
    before: true,
    after: false,
    rewrite: spelling((text) => text.replaceAll(/%(?![\da-f]{2})/gi, '%25')),
  },
  {
    what: 'an escaped unreserved character equals the character',
    clause: 'RFC 9309 2.2.2: "it MUST be unencoded prior to comparison, unless it is a reserved character"',
    body: own('Disallow: /%61'),
    url: '/a',
    before: true,
    after: false,
    rewrite: spelling((text) => text.replaceAll(/%(2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi, decodeURIComponent)),
  },
  {
    what: 'an escaped reserved character that delimits nothing equals the character',
    clause: 'RFC 9309 2.2.2: octets "in the reserved range […] MUST be percent-encoded […] prior to comparison"',
    body: own('Disallow: /http%3A%2F%2Fexample.org'),
    url: '/http:%2F%2Fexample.org',
    before: true,
    after: false,
    contractLine: "'http://www.example.com/http:%2F%2Fexample.org'",
    rewrite: spelling((text) =>
      text
        .replaceAll(/%(3a|40|21|28|29)/gi, decodeURIComponent)
        .replaceAll(/['[\]]/g, escaped)
        .replace(/\?.*/su, (query) => query.replaceAll(/%(2f|3f)/gi, decodeURIComponent)),
    ),
  },
  {
    what: 'a character that no URI contains equals its escape',
    clause: 'RFC 9309 2.2.2: octets in paths are percent-encoded as in RFC 3986 prior to comparison',
    body: own('Disallow: /a|b'),
    url: '/a|b',
    before: true,
    after: false,
    rewrite: spelling((text) => text.replaceAll(/["<>\\^`{|}]/g, escaped)),
  },
  {
    what: '%24 and %2A are the characters $ and *',
    clause: 'RFC 9309 2.2.3: "If crawlers match special characters verbatim in the URI, crawlers SHOULD use "%" encoding"',
    body: own('Disallow: /a%24'),
    url: '/a$',
    before: true,
    after: false,
    rewrite: ({ lines, target }) => ({
      lines: values(lines, RULE, (pattern) => pattern.replaceAll(/\$(?!$)/g, '%24')),
      target: target.replaceAll(/[$*]/g, (special) => (special === '$' ? '%24' : '%2A')),
    }),
  },
  {
    what: 'an empty query is a query',
    clause: 'RFC 9309 2.2.2 compares URIs, and RFC 3986 3.4 keeps the delimiter of an empty query',
    body: own('Disallow: /*?'),
    url: '/a?',
    before: true,
    after: false,
    skips: /^[^?#]*\?\s*(?:#|$)/,
  },
];
