/** The chosen crawlers, and a combobox (ARIA pattern) that adds a known crawler or any other product token. */
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

interface Offer {
  readonly productToken: string;
  readonly about: string;
  readonly isOfHeader?: boolean;
}

export function CrawlerPicker() {
  const { store, messages } = useApp();
  const { check: texts } = messages;
  const chosen = useSelected((state) => state.productTokens);
  const [typed, setTyped] = useState('');
  const [taken, setTaken] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  /** Where the arrows have gone. */
  const [moved, setMoved] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const asked = typed.trim() === '' ? undefined : readProductToken(typed);
  const known: Offer[] = searchCrawlers(typed, texts.purpose).map(
    ({ name, operator, purpose }) => ({
      productToken: name,
      about: `${operator}, ${texts.purpose[purpose]}`,
    }),
  );
  const inList = ({ productToken }: Pick<Offer, 'productToken'>) =>
    chosen.find((token) => isSame(token, productToken));
  const askedInList = asked && inList(asked);
  const offered = offersFor().filter((offer) => inList(offer) === undefined);
  const offers = isOpen ? offered : [];
  // Who writes the name of one that is there wants none of those whose names only begin like it.
  const active = moved ?? (askedInList === undefined ? 0 : -1);

  function offersFor(): Offer[] {
    const everyone = { productToken: EVERYONE, about: texts.everyone };
    if (typed.trim() === '' || asked?.productToken === EVERYONE) return [everyone, ...known];
    if (asked === undefined) return known;
    const { productToken, isOfHeader } = asked;
    if (known.some((offer) => isSame(offer.productToken, productToken))) return known;
    const about = isOfHeader ? texts.addOfHeader(productToken) : texts.addOther(productToken);
    // What somebody is known by is nearer than what is meant as it is written.
    return [...known, { ...asked, about }];
  }

  function hintFor(): string {
    if (taken !== undefined) return texts.ofHeader(taken);
    if (typed.trim() === '') return texts.addHint;
    if (askedInList !== undefined) return texts.alreadyThere(askedInList);
    if (offered.length > 0) return texts.addHint;
    const [first] = known;
    return first === undefined
      ? texts.notAToken(typed.trim())
      : texts.alreadyThere(first.productToken);
  }

  const add = (offer: Offer | undefined) => {
    if (offer === undefined) return;
    store.change({ productTokens: [...chosen, offer.productToken] });
    setTaken(offer.isOfHeader ? offer.productToken : undefined);
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
            setTaken(undefined);
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
              // Not on click: the field would lose the focus first, and the list with it.
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

/** Whom a text asks for. */
export interface ReadToken {
  readonly productToken: string;
  /** Whether the text was a whole User-Agent header, of which this is a part. */
  readonly isOfHeader: boolean;
}

/** A header has a version or a comment (RFC 9110 10.1.5); a name with a space in it has neither. */
const HEADER = /[/()]/;

/**
 * The product token that a text names: one by itself, or that in a whole User-Agent header. `undefined` where it is none
 * that a user-agent line could name.
 */
export function readProductToken(text: string): ReadToken | undefined {
  const wanted = text.trim();
  if (!HEADER.test(wanted)) {
    return isNameable(wanted) ? { productToken: wanted, isOfHeader: false } : undefined;
  }
  const found = productToken(wanted);
  if (!found.found || !isNameable(found.token)) return undefined;
  return { productToken: found.token, isOfHeader: true };
}

/** Whether core reads it whole in a user-agent line. */
function isNameable(token: string): boolean {
  const [group] = parseRobotsTxt(`User-agent: ${token}`).groups;
  return group?.productTokens[0] === token;
}

/**
 * The known crawlers that hold all the words that were typed, capitals aside, in their name, operator or purpose; those
 * whose name begins with what was typed come first. All of them for an empty text.
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
