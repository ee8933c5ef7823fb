import { startTestCluster } from './testing';

/**
 * A PostgreSQL for a whole group of test files, as a process of its own: prints `TEST_DATABASE_URL=…`, and ends when its
 * standard input ends.
 */
async function main(): Promise<void> {
  const cluster = await startTestCluster();
  process.stdin.on('end', () => void cluster.stop());
  process.stdin.resume();
  process.stdout.write(`TEST_DATABASE_URL=${cluster.adminUrl}\n`);
}

void main();
