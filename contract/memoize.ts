/**
 * Memoizes a function by its arguments. Intended for Intl formatters, whose creation costs more than their use.
 *
 * @param make pure function; it should have few distinct arguments, because the cache never evicts
 */
export function memoize<A extends readonly (string | number)[], T>(make: (...args: A) => T): (...args: A) => T {
  const made = new Map<string, T>();
  return (...args) => {
    const key = args.join('/');
    const known = made.get(key) ?? make(...args);
    made.set(key, known);
    return known;
  };
}
