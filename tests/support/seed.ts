/** Decides what a run takes of more than it has time for: each day something else. `FUZZ_SEED` repeats the run of another day. */
export const DAY_SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Date.now() / 86_400_000));

/** Of how many parts a run takes one. */
export const SHARES = 3;

/**
 * A third of a list, for walks over what is made of the same parts: others tomorrow. `EVERY_PAGE=1` takes the whole list.
 *
 * @param turn 0, 1 or 2: walks with different turns take different thirds, so that each day sees every page in one of them
 */
export function shareOfToday<Item>(all: readonly Item[], turn: number): readonly Item[] {
  return process.env.EVERY_PAGE ? all : all.filter((_item, at) => (at + DAY_SEED + turn) % SHARES === 0);
}
