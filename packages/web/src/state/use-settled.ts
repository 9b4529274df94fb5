/** Values that wait until typing pauses. */
import { useEffect, useState } from 'preact/hooks';

/** Delay after the last change before results are computed. */
export const SETTLED_MS = 120;

/** Returns the value after it has not changed for `SETTLED_MS`; the first one immediately. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState({ value });
  useEffect(() => {
    if (Object.is(value, settled.value)) return undefined;
    const timer = setTimeout(() => setSettled({ value }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled.value;
}

/** Faster work shows no progress text, which would flicker while typing. */
export const LATE_MS = 400;

/** Whether the condition has held for `LATE_MS`. */
export function useLate(condition: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!condition) return undefined;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [condition]);
  return condition && isLate;
}
