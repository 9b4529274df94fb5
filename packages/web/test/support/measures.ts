/** Figures of the tester that a script in the page can measure. */

/** Figures are printed next to their targets; a test fails only at this limit, which a busy machine meets, too. */
export const HANGS_MS = 60_000;

/** Returns the rows of the table of verdicts that are completely visible. */
export function visibleRows(): number {
  const rows = [...document.querySelectorAll('.verdicts tbody tr')];
  const box = rows[0]?.closest('.grid-box')?.getBoundingClientRect().bottom ?? 0;
  const bottom = Math.min(box, innerHeight);
  return rows.filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
}

/** Returns the shortest time in which a click on the first column's head sorted the table, in milliseconds. */
export async function sortingTime(): Promise<number> {
  const button = document.querySelector<HTMLElement>('.verdicts thead th button');
  const first = () => document.querySelector('.verdicts tbody th')?.textContent;
  const times: number[] = [];
  for (let click = 0; click < 3; click++) {
    const before = first();
    const began = performance.now();
    button?.click();
    // Not with the frames, which take 60 ms each in WebKit without a graphics card.
    while (first() === before) await new Promise((resolve) => setTimeout(resolve));
    document.body.getBoundingClientRect();
    times.push(Math.round(performance.now() - began));
  }
  return Math.min(...times);
}

/** Returns by how many pixels the page and the table are wider than their space. */
export function sidewaysScroll(): [page: number, table: number] {
  const overflow = (element: Element | null) => (element === null ? 0 : element.scrollWidth - element.clientWidth);
  return [overflow(document.documentElement), overflow(document.querySelector('.grid-box'))];
}

/** Pastes into the first field. Returns the milliseconds until the answer is there. */
export async function firstAnswerTime(text: string): Promise<number> {
  const field = document.querySelector('.site-field input');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const began = performance.now();
  const event = new Event('paste', { bubbles: true, cancelable: true });
  // Not a ClipboardEvent: Firefox ignores the data that its constructor receives.
  field?.dispatchEvent(Object.assign(event, { clipboardData }));
  while (document.querySelector('.answer li') === null) {
    await new Promise((resolve) => setTimeout(resolve));
  }
  return Math.round(performance.now() - began);
}
