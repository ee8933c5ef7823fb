/** The page's clock: the only place that reads the present moment, in milliseconds since 1970. */
export function now(): number {
  return Date.now();
}

/** A random number from 0 to below 1, so that many browsers do not reconnect in the same moment. */
export function chance(): number {
  return Math.random();
}
