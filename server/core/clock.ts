import { createHash, randomBytes, randomInt } from 'node:crypto';

/**
 * The only source of time and randomness on the server (ARCHITECTURE §server). Rules never see it: they are given
 * the moment as a value.
 */
export interface Clock {
  /** The present moment. */
  now(): Date;
  /** `size` unpredictable bytes. */
  randomBytes(size: number): Buffer;
  /** A uniformly distributed integer with `min ≤ n < max`. */
  randomInt(min: number, max: number): number;
}

/** The computer's clock and the operating system's random source. */
export const systemClock: Clock = {
  now: () => new Date(),
  randomBytes: (size) => randomBytes(size),
  randomInt: (min, max) => randomInt(min, max),
};

/** A clock that moves only when a test moves it; its randomness is a fixed stream per seed. */
export interface FixedClock extends Clock {
  /** Moves time by so many milliseconds; negative numbers move it back. */
  advance(milliseconds: number): void;
  /** Puts time at an ISO 8601 moment. */
  set(iso: string): void;
}

/**
 * A settable clock for tests and for the demo generator.
 *
 * @param iso the moment it starts at, ISO 8601 with offset
 * @param seed the same seed gives the same bytes in the same order
 * @throws RangeError when `iso` is no moment
 */
export function fixedClock(iso: string, seed = 20260301): FixedClock {
  let milliseconds = moment(iso);
  let counter = 0;
  let stock = Buffer.alloc(0);
  const bytes = (size: number): Buffer => {
    while (stock.length < size) {
      const block = createHash('sha256').update(`${seed}:${counter}`).digest();
      counter += 1;
      stock = Buffer.concat([stock, block]);
    }
    const taken = Buffer.from(stock.subarray(0, size));
    stock = stock.subarray(size);
    return taken;
  };
  return {
    now: () => new Date(milliseconds),
    randomBytes: bytes,
    randomInt(min, max) {
      const range = max - min;
      if (!Number.isSafeInteger(range) || range <= 0 || range > 2 ** 48) {
        throw new RangeError(`no integer lies in [${min}, ${max})`);
      }
      const limit = Math.floor(2 ** 48 / range) * range;
      for (;;) {
        const drawn = bytes(6).readUIntBE(0, 6);
        if (drawn < limit) return min + (drawn % range);
      }
    },
    advance(step) {
      milliseconds += step;
    },
    set(next) {
      milliseconds = moment(next);
    },
  };
}

function moment(iso: string): number {
  const value = Date.parse(iso);
  if (Number.isNaN(value)) throw new RangeError(`"${iso}" is not a moment in ISO 8601`);
  return value;
}
