/** The tester in a browser that Playwright cannot drive, used with its mouse and its keyboard. */
import type { ViewportSize } from 'playwright';
import { expect } from 'vitest';
import type { RemoteBrowser } from './remote-browsers.js';
import { SCRIPT_PATH } from './watched-service.js';

/** The private-use character that stands for the key (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
export const ESCAPE = '\uE00C';

export class RemotePage {
  readonly #browser: RemoteBrowser;
  readonly #origin: string;

  constructor(browser: RemoteBrowser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** Opens a path like a new visitor. */
  async open(size: ViewportSize, path = '/'): Promise<void> {
    await this.#browser.resize(size);
    // A document of the same origin without the page's scripts, so that nothing writes to the storage afterwards.
    await this.#browser.navigate(`${this.#origin}${SCRIPT_PATH}`);
    const clear = () => {
      localStorage.clear();
      sessionStorage.clear();
      return localStorage.length;
    };
    // Firefox may refuse the storage for a moment after the navigation.
    await expect.poll(() => this.evaluate(clear)).toBe(0);
    await this.#browser.navigate(`${this.#origin}${path}`);
    await this.shows('h1');
  }

  /** Runs a function in the page with arguments and a result that JSON can represent. */
  async evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const call = `(${run})(${args.map((arg) => JSON.stringify(arg)).join()})`;
    const expression = `Promise.resolve(${call}).then((value) => JSON.stringify(value ?? null))`;
    return JSON.parse(await this.#browser.evaluate(expression)) as Awaited<Result>;
  }

  /** Waits until an element that matches a selector contains a text. */
  async shows(selector: string, text = ''): Promise<void> {
    const shown = () =>
      this.evaluate((all) => [...document.querySelectorAll<HTMLElement>(all)].map((found) => found.innerText), selector);
    if (text === '') await expect.poll(shown).not.toEqual([]);
    else await expect.poll(shown).toContainEqual(expect.stringContaining(text));
  }

  /** Clicks the first visible element that matches a selector and whose name or text begins like this. */
  async click(selector: string, name = ''): Promise<void> {
    const find = () =>
      this.evaluate(
        (all, begin) => {
          const found = [...document.querySelectorAll<HTMLElement>(all)].find(
            (element) => element.checkVisibility() && (element.ariaLabel ?? element.innerText).trim().startsWith(begin),
          );
          if (found === undefined) return null;
          found.scrollIntoView({ block: 'nearest' });
          const { x, y, width, height } = found.getBoundingClientRect();
          return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
        },
        selector,
        name,
      );
    await expect.poll(find, { message: `${selector} ${name}` }).not.toBeNull();
    const place = await find();
    await this.#browser.perform([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', ...place },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  async press(value: string): Promise<void> {
    const actions = [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ];
    await this.#browser.perform([{ type: 'key', id: 'keyboard', actions }]);
  }
}
