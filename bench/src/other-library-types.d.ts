/** Libraries without type declarations. */
declare module 'robots-txt-guard';
declare module 'robots-txt-parse';
declare module 'robots-txt-parser';
