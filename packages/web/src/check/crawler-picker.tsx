/** The chosen crawlers, and a combobox (ARIA pattern) that adds known crawlers and custom product tokens. */
import { crawlerProfile } from '@repkit/core/crawlers';
import { useId, useRef, useState } from 'preact/hooks';
import { usePage } from '../state/page.js';
import { MAX_PRODUCT_TOKENS } from '../state/page-state.js';
import { type Suggestion, searchFor } from './crawler-search.js';
import { ALL_OTHERS, isSameToken } from './crawlers.js';

export function CrawlerPicker() {
  const { state, messages } = usePage();
  const { check: texts, fill } = messages;
  const chosen = state.productTokens.value;
  const [typed, setTyped] = useState('');
  const [addedFromHeader, setAddedFromHeader] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  /** Index of the option selected with the arrow keys. */
  const [moved, setMoved] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const { token, suggestions: found } = searchFor(typed, messages);
  const listed = (token: string) => chosen.find((chosenToken) => isSameToken(chosenToken, token));
  const listedToken = token && listed(token);
  const isFull = chosen.length >= MAX_PRODUCT_TOKENS;
  const isListed = ({ productTokens }: Suggestion) => productTokens.every(listed);
  const suggestions = isOpen && !isFull ? found.filter((suggestion) => !isListed(suggestion)) : [];
  // If the typed token is already listed, Enter must not add a longer name with the same prefix.
  const active = moved ?? (listedToken === undefined ? 0 : -1);

  function hintFor(): string {
    if (isFull) return fill(texts.tooManyCrawlers, { limit: MAX_PRODUCT_TOKENS });
    if (addedFromHeader !== undefined) return fill(texts.fromHeader, { token: addedFromHeader });
    if (typed.trim() === '') return texts.addHint;
    if (listedToken !== undefined) return fill(texts.alreadyListed, { token: listedToken });
    const [first] = found;
    if (first === undefined) return fill(texts.notAToken, { text: typed.trim() });
    return found.every(isListed) ? fill(texts.alreadyListed, { token: first.name }) : texts.addHint;
  }

  const add = (suggestion: Suggestion | undefined) => {
    if (suggestion === undefined) return;
    const added = suggestion.productTokens.filter((token) => !listed(token));
    state.productTokens.value = [...chosen, ...added].slice(0, MAX_PRODUCT_TOKENS);
    setAddedFromHeader(suggestion.isFromHeader ? suggestion.name : undefined);
    setTyped('');
    setMoved(undefined);
    setOpen(false);
  };

  const move = (to: number) => {
    setOpen(true);
    const count = Math.max(suggestions.length, 1);
    const next = (to + count) % count;
    setMoved(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(isOpen ? active + 1 : 0);
    else if (event.key === 'ArrowUp') move(isOpen ? Math.max(active, 0) - 1 : 0);
    else if (event.key === 'Enter') add(suggestions[active]);
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
  };

  return (
    <div class="crawlers stack">
      <label class="field-label" for={`${id}-input`}>
        {texts.crawlers}
      </label>
      <ul class="chips row" aria-label={texts.crawlers}>
        {chosen.map((token) => (
          <li key={token} class="chip" title={crawlerProfile(token)?.operator}>
            <span>{token === ALL_OTHERS ? `* (${texts.allOthers})` : token}</span>
            <button
              type="button"
              aria-label={fill(texts.remove, { token })}
              onClick={() => {
                state.productTokens.value = chosen.filter((chosenToken) => chosenToken !== token);
                input.current?.focus();
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {chosen.length > 3 && (
        <button
          type="button"
          class="link"
          onClick={() => {
            state.productTokens.value = [];
            input.current?.focus();
          }}
        >
          {texts.removeAll}
        </button>
      )}
      <div class="combobox stack">
        <input
          ref={input}
          id={`${id}-input`}
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          placeholder={texts.addCrawler}
          aria-autocomplete="list"
          aria-expanded={isOpen && suggestions.length > 0}
          aria-controls={`${id}-list`}
          aria-describedby={`${id}-hint`}
          aria-activedescendant={suggestions[active] ? `${id}-${active}` : undefined}
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
          class="options pane popup"
          aria-label={texts.addCrawler}
          hidden={suggestions.length === 0}
        >
          {suggestions.map((suggestion, index) => (
            <div
              key={suggestion.name}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // On click would be too late: the input loses focus first, which closes the list.
              onMouseDown={(event) => {
                event.preventDefault();
                add(suggestion);
              }}
            >
              <span class="option-name">{suggestion.name}</span>
              <span class="option-about hint">{suggestion.about}</span>
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
