/**
 * Decides whether an error page says that the page was not found. According to Google's page on robots.txt, a 5xx whose error
 * message is "Page not found" counts as 404. Pure.
 */

/** A title or heading is a message up to this length, in characters. */
const MAX_HEADING = 300;

/** A page with more text than this, in characters, is judged only by its title and headings. */
const MAX_TEXT = 1000;

/**
 * Returns whether an error page says that the page was not found, in its title, its headings, or anywhere in a short page.
 * Knows messages in the most common languages. A missing host, database, or service is a failure and does not count. Time
 * is linear in the length of the page.
 *
 * @example
 * saysNotFound('<title>404 Not Found</title>'); // true
 * saysNotFound('<title>Host not found</title>'); // false
 */
export function saysNotFound(page: string | Uint8Array): boolean {
  const text = typeof page === 'string' ? page : new TextDecoder().decode(page);
  return messagesOf(text).some(isNotFoundMessage);
}

// cspell:disable: messages in other languages
/**
 * Nouns and predicates of a sentence about the page, up to six words apart: `page you requested could not be found`. No other
 * nouns: a file, template, or host that a server misses is a failure.
 */
const SENTENCES: readonly (readonly [nouns: string, predicates: string])[] = [
  [
    String.raw`page|url|robots\.txt|requested (?:file|document|resource)|the resource`,
    "not found|not be (?:found|located)|(?:cannot|can't|couldn't) be (?:found|located)|(?:does not|doesn't|did not|didn't|no longer) exists?",
  ],
  [
    "(?:cannot|can't|can not|could not|couldn't|unable to|didn't) (?:find|locate)",
    String.raw`(?:page|url|robots\.txt|requested (?:file|document|resource))`,
  ],
  ['seite', 'nicht (?:gefunden|vorhanden)|existiert (?:leider )?nicht'],
  ['page', "introuvable|non trouvée?|n'existe p(?:as|lus)|pas été trouvée?"],
  ['página', 'no encontrada|no existe|no se (?:ha )?(?:encontró|encontrado|encuentra)'],
  ['página', 'não (?:foi )?(?:encontrada|localizada)|não existe'],
  ['pagina', 'non (?:è stata )?trovata|non esiste|inesistente'],
  ['pagina', 'niet gevonden|bestaat niet'],
  ['stron[ay]', 'nie (?:została )?znaleziona|nie istnieje|nie znaleziono'],
  ['страниц', 'не (?:была )?найдена|не существует'],
  ['sayfa', 'bulunamad[ıi]|bulunam[ıi]yor|mevcut değil'],
];
// cspell:enable

/** Words after which the sentence is about something other than the page. */
const OTHER_SUBJECTS =
  'because|since|server|host|hostname|domain|database|service|upstream|backend|gateway|origin|application|error|file|template';

const PATTERNS: readonly RegExp[] = [
  ...SENTENCES.map(
    ([nouns, predicates]) =>
      new RegExp(
        String.raw`(?<!\p{L})(?:${nouns})\p{L}{0,4}["”»]?(?:\s+(?!${OTHER_SUBJECTS})\S{1,80}(?<![.!?])){0,6}?\s+(?:${predicates})(?!\p{L})`,
        'u',
      ),
  ),
  /ページ.{0,20}(?:見つかりません|存在しません)/u,
  /(?:页面|頁面|网页|網頁).{0,10}(?:不存在|未找到|找不到)|找不到.{0,10}(?:页面|頁面|网页|網頁)/u,
  /페이지.{0,20}(?:찾을 수 없|존재하지 않)/u,
  // The message as a whole, before the name of a site.
  /^not found(?: ?[-–—|].*)?[.!]?$/u,
  // The status code that the server should have sent.
  /^404 ?(?:$|[-–—|:.!(]|error)/u,
  /(?:error|http|status|code)\W{1,4}404(?!\d)/u,
  /(?<!\d)404[\s:–—-]{1,4}(?:error|not found)/u,
];

function isNotFoundMessage(message: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(message));
}

/** Returns title, headings, and, if it is short, the text of a page. A page without markup is one message. */
function messagesOf(page: string): readonly string[] {
  const headings: string[] = [];
  const texts: string[] = [];
  let heading: { readonly name: string; readonly from: number } | undefined;
  for (const { name, isEnd, text } of piecesOf(page)) {
    if (heading !== undefined && isEnd && name === heading.name) {
      headings.push(plainText(texts.slice(heading.from).join(' ')).slice(0, MAX_HEADING));
      heading = undefined;
    } else if (heading === undefined && !isEnd && HEADINGS.has(name)) {
      heading = { name, from: texts.length };
    }
    texts.push(text);
  }
  const text = plainText(texts.join(' '));
  return text.length <= MAX_TEXT ? [...headings, text] : headings;
}

const HEADINGS: ReadonlySet<string> = new Set(['title', 'h1', 'h2', 'h3']);

/** Their content is not text for readers. */
const HIDDEN: ReadonlySet<string> = new Set(['script', 'style', 'template']);

interface Piece {
  /** The name of the tag before the text, in lower case; empty if there is none. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly text: string;
}

/** Divides a page at its tags. Leaves out comments and hidden elements. */
function* piecesOf(page: string): Generator<Piece, void, undefined> {
  const [before = '', ...tags] = page.split('<');
  yield { name: '', isEnd: false, text: before };
  let isComment = false;
  let hidden: string | undefined;
  for (const tag of tags) {
    isComment ||= tag.startsWith('!--');
    if (isComment) {
      const end = tag.indexOf('-->');
      if (end === -1) continue;
      isComment = false;
      if (hidden === undefined) yield { name: '', isEnd: false, text: tag.slice(end + 3) };
      continue;
    }
    const [, slash = '', rawName = ''] = /^(\/?)([a-z][a-z\d]{0,20})/i.exec(tag) ?? [];
    const name = rawName.toLowerCase();
    if (hidden !== undefined && (slash === '' || name !== hidden)) continue;
    hidden = slash === '' && HIDDEN.has(name) ? name : undefined;
    const end = tag.indexOf('>');
    const text = hidden === undefined && end !== -1 ? tag.slice(end + 1) : '';
    yield { name, isEnd: slash !== '', text };
  }
}

/** Lower case, with single spaces and plain apostrophes. */
function plainText(text: string): string {
  return text
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/’|&(?:apos|rsquo|#0?39|#x27|#8217);/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
