/** The first cell of a row of verdicts: the URL without the origin that all rows share. */
import type { ComponentChildren } from 'preact';

/** Characters at the end of a long URL that stay visible if it does not fit. */
const END = 10;
/** Shorter ones are cut at the end. */
const MIN_SPLIT = 24;

export interface UrlHeadProps {
  readonly url: string;
  /** The origin in the head of the column, or an empty string. */
  readonly origin: string;
  readonly children?: ComponentChildren;
}

export function UrlHead({ url, origin, children }: UrlHeadProps) {
  const shown = url.slice(origin.length);
  return (
    <th scope="row" title={url}>
      <span class="path">
        {children}
        {shown.length < MIN_SPLIT ? (
          <span class="path-start">{shown}</span>
        ) : (
          <>
            <span class="sr-only">{shown}</span>
            <span class="path-start" aria-hidden="true">
              {shown.slice(0, -END)}
            </span>
            <span class="path-end" aria-hidden="true">
              {shown.slice(-END)}
            </span>
          </>
        )}
      </span>
    </th>
  );
}
