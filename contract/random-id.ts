import { RANDOM_ID_LENGTH } from './limits';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Generates a random id of 4 lowercase letters and digits that is not taken (SPEC §3).
 *
 * @param taken ids that are already in use
 * @param draw returns a random integer with `0 ≤ n < below`
 * @throws RangeError if every id is taken
 */
export function randomId(taken: ReadonlySet<string>, draw: (below: number) => number): string {
  if (taken.size >= LETTERS.length ** RANDOM_ID_LENGTH) throw new RangeError('every id is taken');
  for (;;) {
    const id = Array.from({ length: RANDOM_ID_LENGTH }, () => LETTERS[draw(LETTERS.length)]).join('');
    if (!taken.has(id)) return id;
  }
}
