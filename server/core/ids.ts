import type { Clock } from './clock';

/** The epoch of ids. Ids stay below 2^53 until the year 2095. */
const EPOCH = Date.UTC(2026, 0, 1);
/** Maximum number of processes that create ids at the same time. */
export const NODE_COUNT = 16;
/** Ids per process and millisecond; further ids use the next millisecond. */
const SEQUENCE_COUNT = 256;
const SLOTS = NODE_COUNT * SEQUENCE_COUNT;
const LAST_MILLISECOND = Math.floor(Number.MAX_SAFE_INTEGER / SLOTS) - 1;

/**
 * Creates the keys of all tables: positive integers below 2^53 that grow with time. An id is
 * `milliseconds since 2026-01-01 × 4096 + node × 256 + sequence`. Processes have different node numbers, so ids are unique without
 * a database sequence.
 */
export interface Ids {
  /**
   * Returns the next id. It is larger than all earlier ids of this generator, whatever the clock does.
   *
   * @throws Error when the lease of the node number has ended
   */
  next(): number;
}

/** An {@link Ids} generator whose range the lease of its node number reads and extends. */
interface IdSource extends Ids {
  /** Returns the millisecond of the last id since the epoch of ids; -1 before the first id. */
  last(): number;
  /** Allows ids up to and including this millisecond since the epoch of ids. */
  extend(until: number): void;
}

/** Converts a moment to milliseconds since the epoch of ids; at least 0. */
export function idMilliseconds(at: Date): number {
  return Math.max(0, at.getTime() - EPOCH);
}

/** Returns the smallest id of a moment: later ids are never below it. */
export const idAt = (at: Date): number => idMilliseconds(at) * SLOTS;

/** Returns the moment of an id. */
export const idMoment = (id: number): Date => new Date(EPOCH + Math.floor(id / SLOTS));

/**
 * Creates a generator of ids.
 *
 * @param options.node 0–15; a running server leases it (`database/nodes.ts`), a test uses any
 * @param options.after the last millisecond that the node's former holder used: ids start later
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
      // An id must be positive: only the very first slot of the epoch would be 0.
      return millisecond * SLOTS + node * SEQUENCE_COUNT + nextSequence || this.next();
    },
    last: () => millisecond,
    extend(limit) {
      until = Math.min(limit, LAST_MILLISECOND);
    },
  };
}
