/**
 * Makes a thing once for each set of arguments. For the formatters of Intl: making one takes longer than all that it is asked afterwards.
 *
 * @param make must answer the same for the same arguments; few different ones may be asked, as nothing is ever let go
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
