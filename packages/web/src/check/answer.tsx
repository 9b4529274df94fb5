/** The answer in sentences: what the file means to the most important crawlers. */
import { listText, type Messages, reasonText } from '../messages/messages.js';
import { usePage } from '../state/page.js';
import { isBlocked } from '../state/results.js';
import type { AudienceSummary } from '../worker/requests.js';

/** Exceptions and groups of lines that a sentence names. */
const MAX_NAMED = 3;
/** Characters of a path that a sentence shows; a hostile path would fill the screen. */
const MAX_PATH = 80;
/** Of a site without a sitemap, only the start page and the entered URL are known, which say nothing about the others. */
const MIN_SITE_URLS = 3;

export function Answer() {
  const { state, messages } = usePage();
  const { answer: texts } = messages;
  const result = state.checked.value;
  const checked = result === 'failed' ? undefined : result;
  const headline = useHeadline();
  // Sample URLs made from the rules of the file say nothing about how much of the site is blocked.
  const { value: source } = state.urlSource;
  const listed = checked?.urls.length ?? 0;
  const isOfSite = source === 'own' || (source === 'site' && listed >= MIN_SITE_URLS);
  return (
    <section class="answer" aria-labelledby="answer-title">
      <h2 id="answer-title" class={headline === undefined ? 'sr-only' : ''}>
        <span role="status">{headline ?? texts.title}</span>
      </h2>
      {headline === undefined && (
        <ul>
          {checked?.audiences.map((summary) => (
            <li key={summary.audience} class={classOf(summary)} title={summary.exceptions.find((path) => path.length > MAX_PATH)}>
              <span class="verdict">{texts.audience[summary.audience]}</span>{' '}
              <span>{sentenceOf(summary, isOfSite ? listed : 0, messages)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Returns the sentence that answers for all crawlers; undefined if the rules of the file decide. */
export function useHeadline(): string | undefined {
  const { state, messages } = usePage();
  const { answer: texts, fill } = messages;
  const fetchedFrom = state.fetchedFrom.value;
  if (state.robotsTxt.value.trim() !== '') return undefined;
  if (fetchedFrom === undefined) return texts.noText;
  if (fetchedFrom.effect === 'rules') return texts.emptyFile;
  const { url, status } = fetchedFrom;
  const values = { url, status: String(status ?? '') };
  if (fetchedFrom.effect === 'allow-all') {
    return fill(status === undefined ? texts.noFile : texts.noFileStatus, values);
  }
  const { provenance } = state.response.value ?? {};
  const blocked = fill(status === undefined ? texts.unreachable : texts.unreachableStatus, values);
  return isBlocked(state) && provenance !== undefined ? `${blocked} ${reasonText(messages, provenance)}` : blocked;
}

function classOf({ crawlers, blocked, unlimited }: AudienceSummary) {
  if (blocked === crawlers) return 'is-disallowed';
  return unlimited === crawlers ? 'is-allowed' : 'is-limited';
}

/** @param count the number of listed URLs that belong to the site */
function sentenceOf(summary: AudienceSummary, count: number, messages: Messages): string {
  const { answer: texts, fill } = messages;
  const { crawlers, blocked, unlimited, blockedUrls, exceptions } = summary;
  const ranges = summary.lines.map(({ first, last }) => (first === last ? first : `${first}–${last}`));
  const lines = listText(messages, ranges, MAX_NAMED);
  const cut = exceptions.map((path) => (path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path));
  const paths = listText(messages, cut, MAX_NAMED);
  if (blocked === crawlers) {
    const all = fill(crawlers === 1 ? texts.blocked : texts.allBlocked, { count: crawlers, lines });
    return exceptions.length === 0 ? all : fill(texts.blockedExcept, { lines, paths });
  }
  if (blocked > 0) return fill(texts.someBlocked, { blocked, count: crawlers, lines });
  if (unlimited === crawlers) return texts.allowed;
  if (count === 0) return fill(texts.allowedExcept, { paths });
  return fill(blockedUrls === 0 ? texts.allowedUrls : texts.someUrls, {
    blocked: blockedUrls,
    count,
  });
}
