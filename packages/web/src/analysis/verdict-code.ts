/** How a verdict is written as a number: 1 if allowed, plus this if the rules do not govern the crawler. */
export const NOT_GOVERNED = 2;
