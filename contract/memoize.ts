/**
 * Memoizes a function by its arguments. It is intended for Intl formatters, which are slow to create.
 *
 * @param make pure function. It should have few distinct arguments, because the cache never deletes entries
 */
export function memoize<A extends readonly (string | number)[], T>(make: (...args: A) => T): (...args: A) => T {
  const made = new Map<string, T>();
  return (...args) => {
    const key = args.join('\u0000');
    const known = made.get(key) ?? make(...args);
    made.set(key, known);
    return known;
  };
}
