/** Vite loads a style sheet together with the module that imports it. */
declare module '*.css';
