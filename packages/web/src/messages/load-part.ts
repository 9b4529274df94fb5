/** Loads parts of the page on demand. */

export class LoadError extends Error {}

/** The number of the next attempt by URL; one that succeeded is used again. */
const attempts = new Map<string, number>();

/**
 * Imports a part of the page, also after a failure: Chromium 150 does not request a failed URL again. Rejects with a
 * LoadError.
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load().catch(loadElsewhere);
  } catch (cause) {
    throw new LoadError('Part of the page could not be loaded', { cause });
  }
}

async function loadElsewhere(error: unknown) {
  // Chromium and Firefox end the message with the URL; Safari names none.
  const url = String(error).split(' ').at(-1) ?? '';
  if (!URL.canParse(url) || new URL(url).origin !== location.origin) throw error;
  const attempt = attempts.get(url) ?? 1;
  try {
    return await import(/* @vite-ignore */ `${url}?${attempt}`);
  } catch (again) {
    attempts.set(url, attempt + 1);
    throw again;
  }
}
