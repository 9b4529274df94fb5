/** The crawlers that are asked for: a list to take from and a combobox to add to it, by the pattern of ARIA. */
import { knownCrawler } from '@repkit/core';
import { useId, useRef, useState } from 'preact/hooks';
import { useApp, useSelected } from '../state/app-context.js';
import { EVERYONE, readProductToken, searchCrawlers } from './crawlers.js';

interface Offer {
  readonly productToken: string;
  readonly about: string;
}

export function CrawlerPicker() {
  const { store, messages } = useApp();
  const { check: texts } = messages;
  const chosen = useSelected((state) => state.productTokens);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const offers = offersFor();
  const problem =
    typed.trim() !== '' && offers.length === 0 ? texts.notAToken(typed.trim()) : undefined;

  function offersFor(): Offer[] {
    if (!isOpen) return [];
    const isNew = ({ productToken }: Offer) => !chosen.some((token) => isSame(token, productToken));
    const known: Offer[] = searchCrawlers(typed, texts.purpose).map(
      ({ productToken, operator, purpose }) => ({
        productToken,
        about: `${operator}, ${texts.purpose[purpose]}`,
      }),
    );
    const asked = typed.trim() === '' ? EVERYONE : readProductToken(typed);
    const isKnown = known.some(({ productToken }) => isSame(productToken, asked ?? ''));
    if (asked !== undefined && !isKnown) {
      const other = {
        productToken: asked,
        about: asked === EVERYONE ? texts.everyone : texts.addOther(asked),
      };
      // What nobody is known by is meant as it is written; the others are nearer.
      if (known.length === 0 || asked === EVERYONE) known.unshift(other);
      else known.push(other);
    }
    return known.filter(isNew);
  }

  const add = (offer: Offer | undefined) => {
    if (offer === undefined) return;
    store.change({ productTokens: [...chosen, offer.productToken] });
    setTyped('');
    setActive(0);
    setOpen(false);
  };

  const move = (to: number) => {
    setOpen(true);
    const count = Math.max(offers.length, 1);
    const next = (to + count) % count;
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(isOpen ? active + 1 : 0);
    else if (event.key === 'ArrowUp') move(isOpen ? active - 1 : 0);
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
          <li key={token} class="chip" title={knownCrawler(token)?.operator}>
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
            setActive(0);
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
          {offers.map(({ productToken, about }, index) => (
            <div
              key={productToken}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Not on click: the field would lose the focus first, and the list with it.
              onMouseDown={(event) => {
                event.preventDefault();
                add({ productToken, about });
              }}
            >
              <span class="option-name">{productToken}</span>
              <span class="option-about">{about}</span>
            </div>
          ))}
        </div>
      </div>
      <p id={`${id}-hint`} class="hint" role="status">
        {problem ?? texts.addHint}
      </p>
    </div>
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
