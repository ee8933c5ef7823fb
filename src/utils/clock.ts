/** The page's clock: the only place that reads the present moment, in milliseconds since 1970. */
export function now(): number {
  return Date.now();
}
