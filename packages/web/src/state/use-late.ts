/** What takes a while. */
import { useEffect, useState } from 'preact/hooks';

/** What is done sooner is not worth a word, which would come and go while somebody types. */
export const LATE_MS = 400;

/** Whether it has been so for a while without a break. */
export function useLate(isSo: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isSo) return undefined;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [isSo]);
  return isSo && isLate;
}
