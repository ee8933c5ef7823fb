import { createHash, randomBytes, randomInt } from 'node:crypto';

/**
 * The only source of time and randomness on the server (ARCHITECTURE §server). Business rules never use it: they receive the
 * current time as a value.
 */
export interface Clock {
  /** Returns the current time. */
  now(): Date;
  /** Returns `size` unpredictable bytes. */
  randomBytes(size: number): Buffer;
  /** Returns a uniformly distributed integer with `min ≤ n < max`. */
  randomInt(min: number, max: number): number;
}

/** The system's clock and random source. */
export const systemClock: Clock = {
  now: () => new Date(),
  randomBytes: (size) => randomBytes(size),
  randomInt: (min, max) => randomInt(min, max),
};

/** A clock that moves only when a test moves it. Its randomness is a fixed stream per seed. */
export interface FixedClock extends Clock {
  /** Advances the time; negative values move it back. */
  advance(milliseconds: number): void;
  /** Sets the time to an ISO 8601 moment. */
  set(iso: string): void;
}

/**
 * Creates a settable clock for tests and for the demo generator.
 *
 * @param iso the initial time, ISO 8601 with offset
 * @param seed the same seed gives the same bytes in the same order
 * @throws RangeError when `iso` is not a valid moment
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
