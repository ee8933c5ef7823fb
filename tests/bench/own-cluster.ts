import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../../server/core/database/supervisor';

/** Functions for benches: a separate PostgreSQL, and the duration and memory growth of an operation. */

/** Starts a PostgreSQL, which writes each commit to the disk, in a new folder. `end` stops PostgreSQL and deletes the folder. */
export async function startOwnCluster(name: string) {
  const folder = await mkdtemp(join(tmpdir(), `multistation-${name}-`));
  const cluster = await startCluster({ dataDir: folder, root: process.cwd() });
  return {
    cluster,
    folder,
    async end(): Promise<void> {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Runs `work`. @returns its result, its duration in seconds, and the largest growth of the process's memory (RSS) in bytes */
export async function measured<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number; grownBytes: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 100);
  const begun = performance.now();
  try {
    const result = await work();
    return { result, seconds: (performance.now() - begun) / 1_000, grownBytes: most - before };
  } finally {
    clearInterval(sampling);
  }
}
