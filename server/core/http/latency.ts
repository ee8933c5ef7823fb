import { bucketOf } from './histogram';

/** Number of calls to an endpoint in a duration bucket (histogram.ts). */
export interface Counted {
  readonly address: string;
  readonly bucket: number;
  readonly calls: number;
  readonly failed: number;
}

/** Counter of call durations in memory. A job collects the counts and adds them to the database. */
export interface Latency {
  /** Counts a call. @param failed the call ended with a fault of this server or of a system that it depends on */
  note(address: string, ms: number, failed: boolean): void;
  /** Returns the counts since the previous `take` and resets them. */
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
