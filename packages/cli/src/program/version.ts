/** Equal to package.json, which a test checks; a constant saves reading a file at start-up. */
export const VERSION = '0.1.0';

/** Equal to `homepage` in the root's package.json. */
export const HOMEPAGE = 'https://github.com/repkit/repkit';
