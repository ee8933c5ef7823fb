import type { Clock } from './clock';

/** Epoch of ids: the start of the time in ids, in milliseconds since 1970. Ids remain below 2^53 until the year 2095. */
const EPOCH = Date.UTC(2026, 0, 1);
/** Maximum number of processes that create ids at the same time. */
export const NODE_COUNT = 16;
/** Maximum number of ids per process and millisecond. Further ids use the next millisecond. */
const SEQUENCE_COUNT = 256;
const SLOTS = NODE_COUNT * SEQUENCE_COUNT;
/** Number of possible ids per second. The lowest possible id of each second is a multiple of this number. */
export const SECOND_IDS = SLOTS * 1_000;
const LAST_MILLISECOND = Math.floor(Number.MAX_SAFE_INTEGER / SLOTS) - 1;

/**
 * Generator of ids for database rows. Ids are positive integers below 2^53 that grow with time. An id is
 * `(milliseconds since 2026-01-01) × 4096 + node × 256 + sequence`. Processes have different node numbers, so ids are unique without
 * a database sequence.
 */
export interface Ids {
  /**
   * Returns the next id. It is larger than all earlier ids of this generator, even when the clock is set back.
   *
   * @throws Error when the lease of the node number has expired
   */
  next(): number;
}

/** An {@link Ids} generator for `leaseIds`, which reads the time of the last id and extends the time until which ids may be created. */
interface IdSource extends Ids {
  /** Returns the time of the last id, in milliseconds since the epoch of ids. Before the first id, it returns `after` or -1. */
  last(): number;
  /** Allows ids up to this millisecond since the epoch of ids, inclusive. */
  extend(until: number): void;
}

/** Converts a moment to milliseconds since the epoch of ids. The result is at least 0. */
export function idMilliseconds(at: Date): number {
  return Math.max(0, at.getTime() - EPOCH);
}

/** Returns the lower bound for ids that are created at or after a moment. */
export const idAt = (at: Date): number => idMilliseconds(at) * SLOTS;

/** Returns the moment that an id contains. */
export const idMoment = (id: number): Date => new Date(EPOCH + Math.floor(id / SLOTS));

/**
 * Creates a generator of ids. `after` and `until` are in milliseconds since the epoch of ids.
 *
 * @param options.node 0–15; a running server leases it (`database/nodes.ts`), and a test may use any of these numbers
 * @param options.after the last millisecond that the node's former holder may have used: ids start later
 * @param options.until the last millisecond in which ids may be created; default: no limit
 * @throws RangeError when `node` is not a node number
 */
export function createIds(options: { clock: Clock; node: number; after?: number; until?: number }): IdSource {
  const { clock, node } = options;
  if (!Number.isInteger(node) || node < 0 || node >= NODE_COUNT) {
    throw new RangeError(`a node number is 0 to ${NODE_COUNT - 1}, not ${node}`);
  }
  let millisecond = options.after ?? -1;
  let sequence = SEQUENCE_COUNT;
  let until = Math.min(options.until ?? LAST_MILLISECOND, LAST_MILLISECOND);
  return {
    next() {
      const present = idMilliseconds(clock.now());
      let nextMillisecond = millisecond;
      let nextSequence = sequence;
      if (present > millisecond) {
        nextMillisecond = present;
        nextSequence = 0;
      } else if (sequence >= SEQUENCE_COUNT) {
        nextMillisecond = millisecond + 1;
        nextSequence = 0;
      }
      if (nextMillisecond > until) {
        throw new Error('ids cannot be made: the lease of the node number has run out');
      }
      millisecond = nextMillisecond;
      sequence = nextSequence + 1;
      // The first slot of the epoch would be the id 0, but an id must be positive.
      return millisecond * SLOTS + node * SEQUENCE_COUNT + nextSequence || this.next();
    },
    last: () => millisecond,
    extend(limit) {
      until = Math.min(limit, LAST_MILLISECOND);
    },
  };
}
