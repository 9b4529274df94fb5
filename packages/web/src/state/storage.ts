/** Storage of the browser, which it can deny. */
type StorageName = 'localStorage' | 'sessionStorage';

/** Returns null if nothing is stored, or the browser denies access. */
export function readStorage(name: StorageName, key: string): string | null {
  try {
    return globalThis[name].getItem(key);
  } catch {
    return null;
  }
}

/** Returns whether the value is stored now: the browser can deny access, or its storage be full. */
export function writeStorage(name: StorageName, key: string, value: string): boolean {
  try {
    globalThis[name].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
