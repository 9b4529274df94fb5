/** The build replaces this file, so that the page and the worker share the chunks that both load; see vite.config.ts. */
export const workerUrl = new URL('./worker.ts', import.meta.url).href;
