/** Before the tests in the browser, which cannot start a process: gives them the answers of the service. */
import type { TestProject } from 'vitest/node';
import { type LiveAnswers, liveAnswers } from './live-answers.js';

declare module 'vitest' {
  interface ProvidedContext {
    live: LiveAnswers;
  }
}

export async function setup({ provide }: TestProject): Promise<void> {
  provide('live', await liveAnswers());
}
