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
