/** Seed for tests that cover only a share of their cases each day. It changes daily. `FUZZ_SEED` repeats the run of another day. */
export const DAY_SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Date.now() / 86_400_000));

/** Number of shares of a list. {@link shareOfToday} selects one of them. */
export const SHARES = 6;
const IS_WHOLE = Boolean(process.env.EVERY_PAGE);

/**
 * Selects today's share of a list: a sixth, or another share. `EVERY_PAGE=1` selects the whole list.
 *
 * @param turn 0 to `shares` − 1. Tests with different turns get different shares, so that together they cover more of the list each day
 * @param shares number of shares: 2 selects a half
 */
export function shareOfToday<Item>(all: readonly Item[], turn: number, shares = SHARES): readonly Item[] {
  return IS_WHOLE ? all : all.filter((_item, at) => (at + DAY_SEED + turn) % shares === 0);
}

/**
 * Selects one element of a list. The element changes daily. `EVERY_PAGE=1` selects the whole list.
 *
 * @param turn consecutive turns get consecutive elements, and after the last element the first one again
 */
export function oneOfToday<Item>(all: readonly Item[], turn: number): readonly Item[] {
  const at = (DAY_SEED + turn) % all.length;
  return IS_WHOLE ? all : all.slice(at, at + 1);
}

/** Computes today's minimum count: `whole` divided by `shares`, rounded up. With `EVERY_PAGE=1` it returns `whole`. */
export const leastToday = (whole: number, shares = SHARES): number => (IS_WHOLE ? whole : Math.ceil(whole / shares));
