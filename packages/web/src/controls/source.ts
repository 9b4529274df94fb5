/** Where the project and its docs are published. */
export const SOURCE = 'https://github.com/repkit/repkit';
