/**
 * Pseudo-random numbers for the generator's data (DOMAIN §7). The numbers depend on the seed and a name. Each section of the data has its
 * own name. The data of a section therefore does not change when another section uses more numbers.
 */

const SEED = 20_260_301;

export interface Random {
  /** Returns a number x with 0 ≤ x < 1. */
  next(): number;
  /** Returns an integer from `min` to `max`, both inclusive. */
  int(min: number, max: number): number;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Returns an index. Its probability is proportional to its weight. */
  weighted(weights: readonly number[]): number;
  /** Returns a normally distributed number with mean 0 and standard deviation 1. */
  normal(): number;
  /** Returns a copy of the list in random order. */
  shuffled<T>(list: readonly T[]): T[];
}

/** Computes a 32-bit FNV-1a hash over the UTF-16 code units of a text. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value ^= text.charCodeAt(index);
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
}

/** Creates a generator of pseudo-random numbers. The same name always gives the same sequence. */
export function random(name: string): Random {
  let state = (SEED ^ hash(name)) >>> 0;
  // mulberry32 is small, fast and good enough for demo data.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const picked = list[int(0, list.length - 1)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    weighted: (weights) => {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
      for (const [index, weight] of weights.entries()) {
        left -= weight;
        if (left < 0) return index;
      }
      return weights.length - 1;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    shuffled: (list) => {
      const copy = [...list];
      for (let index = copy.length - 1; index > 0; index -= 1) {
        const other = int(0, index);
        [copy[index], copy[other]] = [copy[other] as (typeof copy)[number], copy[index] as (typeof copy)[number]];
      }
      return copy;
    },
  };
}
