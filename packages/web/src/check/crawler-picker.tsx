/** The chosen crawlers, and a combobox (ARIA pattern) that adds known crawlers and custom product tokens. */
import {
  type CrawlerProfile,
  crawlerProfile,
  knownCrawlers,
  parseRobotsTxt,
  productToken,
} from '@repkit/core';
import { useId, useRef, useState } from 'preact/hooks';
import type { Messages } from '../messages/messages.js';
import { useApp, useSelected } from '../state/app-context.js';
import { MAX_PRODUCT_TOKENS } from '../state/app-state.js';

interface Offer {
  readonly productToken: string;
  readonly about: string;
  readonly isFromHeader?: boolean;
}

export function CrawlerPicker() {
  const { store, messages } = useApp();
  const { check: texts } = messages;
  const chosen = useSelected((state) => state.productTokens);
  const [typed, setTyped] = useState('');
  const [addedFromHeader, setAddedFromHeader] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  /** Index of the option selected with the arrow keys. */
  const [moved, setMoved] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const token = typed.trim() === '' ? undefined : parseTypedToken(typed);
  const known: Offer[] = searchCrawlers(typed, texts.purpose).map(
    ({ name, operator, purpose }) => ({
      productToken: name,
      about: `${operator}, ${texts.purpose[purpose]}`,
    }),
  );
  const inList = ({ productToken }: Pick<Offer, 'productToken'>) =>
    chosen.find((other) => isSame(other, productToken));
  const listedToken = token && inList(token);
  const offered = offersFor().filter((offer) => inList(offer) === undefined);
  const isFull = chosen.length >= MAX_PRODUCT_TOKENS;
  const offers = isOpen && !isFull ? offered : [];
  // If the typed token is already listed, Enter must not add a longer name with the same prefix.
  const active = moved ?? (listedToken === undefined ? 0 : -1);

  function offersFor(): Offer[] {
    const everyone = { productToken: EVERYONE, about: texts.everyone };
    if (typed.trim() === '' || token?.productToken === EVERYONE) return [everyone, ...known];
    if (token === undefined) return known;
    const { productToken, isFromHeader } = token;
    if (known.some((offer) => isSame(offer.productToken, productToken))) return known;
    const about = isFromHeader ? texts.addFromHeader(productToken) : texts.addOther(productToken);
    return [...known, { ...token, about }];
  }

  function hintFor(): string {
    if (isFull) return texts.tooManyCrawlers(MAX_PRODUCT_TOKENS);
    if (addedFromHeader !== undefined) return texts.fromHeader(addedFromHeader);
    if (typed.trim() === '') return texts.addHint;
    if (listedToken !== undefined) return texts.alreadyListed(listedToken);
    if (offered.length > 0) return texts.addHint;
    const [first] = known;
    return first === undefined
      ? texts.notAToken(typed.trim())
      : texts.alreadyListed(first.productToken);
  }

  const add = (offer: Offer | undefined) => {
    if (offer === undefined) return;
    store.change({ productTokens: [...chosen, offer.productToken] });
    setAddedFromHeader(offer.isFromHeader ? offer.productToken : undefined);
    setTyped('');
    setMoved(undefined);
    setOpen(false);
  };

  const move = (to: number) => {
    setOpen(true);
    const count = Math.max(offers.length, 1);
    const next = (to + count) % count;
    setMoved(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(isOpen ? active + 1 : 0);
    else if (event.key === 'ArrowUp') move(isOpen ? Math.max(active, 0) - 1 : 0);
    else if (event.key === 'Enter') add(offers[active]);
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
  };

  return (
    <div class="crawlers">
      <label class="field-label" for={`${id}-input`}>
        {texts.crawlers}
      </label>
      <ul class="chips" aria-label={texts.crawlers}>
        {chosen.map((token) => (
          <li key={token} class="chip" title={crawlerProfile(token)?.operator}>
            <span>{token === EVERYONE ? `* (${texts.everyone})` : token}</span>
            <button
              type="button"
              aria-label={texts.remove(token)}
              onClick={() => {
                store.change({ productTokens: chosen.filter((other) => other !== token) });
                input.current?.focus();
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <div class="combobox">
        <input
          ref={input}
          id={`${id}-input`}
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          placeholder={texts.addCrawler}
          aria-autocomplete="list"
          aria-expanded={isOpen && offers.length > 0}
          aria-controls={`${id}-list`}
          aria-describedby={`${id}-hint`}
          aria-activedescendant={offers[active] ? `${id}-${active}` : undefined}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setMoved(undefined);
            setAddedFromHeader(undefined);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          class="options"
          aria-label={texts.addCrawler}
          hidden={offers.length === 0}
        >
          {offers.map((offer, index) => (
            <div
              key={offer.productToken}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // On click would be too late: the input loses focus first, which closes the list.
              onMouseDown={(event) => {
                event.preventDefault();
                add(offer);
              }}
            >
              <span class="option-name">{offer.productToken}</span>
              <span class="option-about">{offer.about}</span>
            </div>
          ))}
        </div>
      </div>
      <p id={`${id}-hint`} class="hint" role="status">
        {hintFor()}
      </p>
    </div>
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export const EVERYONE = '*';

/** Returns the profile of a known crawler; any other product token stays as it is. */
export function crawlerOf(token: string): CrawlerProfile | string {
  return crawlerProfile(token) ?? token;
}

export interface TypedToken {
  readonly productToken: string;
  /** Whether the token was extracted from a whole User-Agent header. */
  readonly isFromHeader: boolean;
}

/** A User-Agent header has a version or a comment (RFC 9110 10.1.5). */
const HEADER = /[/()]/;

/**
 * Returns the product token in a text: the text itself, or the token in a whole User-Agent header. Returns undefined if
 * no user-agent line could name it.
 */
export function parseTypedToken(text: string): TypedToken | undefined {
  const wanted = text.trim();
  if (!HEADER.test(wanted)) {
    return isNameable(wanted) ? { productToken: wanted, isFromHeader: false } : undefined;
  }
  const found = productToken(wanted);
  if (!found.found || !isNameable(found.token)) return undefined;
  return { productToken: found.token, isFromHeader: true };
}

/** Whether core parses the whole token in a user-agent line. */
function isNameable(token: string): boolean {
  const [group] = parseRobotsTxt(`User-agent: ${token}`).groups;
  return group?.productTokens[0] === token;
}

/**
 * Returns the known crawlers with all typed words in their name, operator or purpose (case-insensitive), names with the
 * typed prefix first. An empty text returns all.
 */
export function searchCrawlers(
  typed: string,
  purposes: Messages['check']['purpose'],
): CrawlerProfile[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/);
  const found = knownCrawlers.filter((crawler) => {
    const { name, operator, purpose } = crawler;
    const all = `${name} ${operator} ${purpose} ${purposes[purpose]}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const begins = ({ name }: CrawlerProfile) => name.toLowerCase().startsWith(text);
  return [...found.filter(begins), ...found.filter((crawler) => !begins(crawler))];
}
