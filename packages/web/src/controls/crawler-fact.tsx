/** A sentence of core about a crawler, in the language of the page if that has it. */
import { useMessages } from '../state/page.js';

interface CrawlerFactProps {
  /** What core says. */
  readonly english: string;
}

export function CrawlerFact({ english }: CrawlerFactProps) {
  const translated = useMessages().crawlerFacts[english];
  return (
    <p class="hint" lang={translated === undefined ? 'en' : undefined}>
      {translated ?? english}
    </p>
  );
}
