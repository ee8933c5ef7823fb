import { useEffect, useState } from 'react';

/** Debounce of typed values, in milliseconds. */
const PAUSE_MS = 400;

/** Returns the value after it has not changed for 400 ms. The first value is returned at once. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
