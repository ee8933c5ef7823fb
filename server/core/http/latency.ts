import { bucketOf } from './histogram';

/** Calls of one address in one class of duration. */
export interface Counted {
  readonly address: string;
  readonly bucket: number;
  readonly calls: number;
  readonly failed: number;
}

/** Counts how long calls take, in memory; a job takes the counts out and adds them to the database's. */
export interface Latency {
  /** @param failed the call ended with a fault of this server or of a system behind it */
  note(address: string, ms: number, failed: boolean): void;
  /** What was counted since the last time. */
  take(): Counted[];
}

export function createLatency(): Latency {
  let counts = new Map<string, { address: string; bucket: number; calls: number; failed: number }>();
  return {
    note(address, ms, failed) {
      const bucket = bucketOf(ms);
      const key = `${address} ${bucket}`;
      const entry = counts.get(key) ?? { address, bucket, calls: 0, failed: 0 };
      entry.calls += 1;
      if (failed) entry.failed += 1;
      counts.set(key, entry);
    },
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
  };
}
