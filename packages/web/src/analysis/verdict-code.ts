/** How a verdict is written as a number: 1 if allowed, plus this if the rules do not govern the crawler. */
export const NOT_GOVERNED = 2;

/** The outcome for each of these numbers. */
export const OUTCOMES = ['disallowed', 'allowed', 'not-governed', 'not-governed'] as const;
