import type { Clock } from './clock';

/** Ids count milliseconds from here, so that they stay below 2^53 until the year 2095. */
const EPOCH = Date.UTC(2026, 0, 1);
/** How many processes may make ids at the same time. */
export const NODE_COUNT = 16;
/** How many ids one process makes within one millisecond before it borrows from the next. */
const SEQUENCE_COUNT = 256;
const SLOTS = NODE_COUNT * SEQUENCE_COUNT;
const LAST_MILLISECOND = Math.floor(Number.MAX_SAFE_INTEGER / SLOTS) - 1;

/**
 * Makes the keys of all tables: positive integers below 2^53 that grow with time. An id is
 * `milliseconds since 2026-01-01 × 4096 + node × 256 + sequence`; two processes hold different nodes, so they never
 * make the same one, and no database sequence is needed.
 */
export interface Ids {
  /**
   * The next id, larger than every one this source gave before, whatever the clock does.
   *
   * @throws Error when the source may no longer make ids (its node number is not its own any more)
   */
  next(): number;
}

/** An {@link Ids} whose span can be read and widened by the lease of its node number. */
interface IdSource extends Ids {
  /** Milliseconds since the epoch of ids of the last id made; -1 before the first. */
  last(): number;
  /** Ids may be made up to and including this millisecond of the epoch of ids. */
  extend(until: number): void;
}

/** The moment as milliseconds since the epoch of ids; never below 0. */
export function idMilliseconds(at: Date): number {
  return Math.max(0, at.getTime() - EPOCH);
}

/** The first id of a moment: ids that are made later are not below it. */
export const idAt = (at: Date): number => idMilliseconds(at) * SLOTS;

/**
 * @param options.node 0–15; a running server leases it (`database/nodes.ts`), a test takes any
 * @param options.after ids start in a later millisecond than this one (the former holder of the node was here)
 * @param options.until the last millisecond in which ids may be made; default: no limit
 * @throws RangeError when `node` is no node number
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
