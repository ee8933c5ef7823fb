import { createHash, randomBytes, randomInt } from 'node:crypto';

/**
 * Source of time and randomness for the server's business code (ARCHITECTURE §server). Pure functions receive the current time as a
 * parameter. Other clocks: durations use `performance.now()`, traces use `Date.now()`, and leases of node numbers use the database's
 * `now()`.
 */
export interface Clock {
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

/** A clock for tests and demo data. Its time changes only on request. Equal seeds produce equal random values. */
export interface FixedClock extends Clock {
  /** Advances the time. A negative value moves it back. */
  advance(milliseconds: number): void;
  /** Sets the time. @param iso moment in ISO 8601 */
  set(iso: string): void;
}

/**
 * Creates a settable clock for tests and for the demo generator.
 *
 * @param iso the initial time, ISO 8601 with offset
 * @param seed the same seed produces the same bytes in the same order
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
