/** Returns the present time in milliseconds since 1970. Other modules call this function instead of `Date.now`. */
export function now(): number {
  return Date.now();
}

/** Returns a random number from 0 to below 1. It is used for samples, and for delays that spread the calls of many browsers. */
export function chance(): number {
  return Math.random();
}
