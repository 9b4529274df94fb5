/** What typing has come to. */
import { useEffect, useState } from 'preact/hooks';

/** So long nobody types before what follows from the text is computed. */
export const SETTLED_MS = 120;

/** The value once it has not changed for a moment; the first one at once. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState({ value });
  useEffect(() => {
    if (Object.is(value, settled.value)) return undefined;
    const timer = setTimeout(() => setSettled({ value }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled.value;
}

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
