import { startTestCluster } from './testing';

/**
 * Runs a PostgreSQL for a group of test files as a separate process. It prints `TEST_DATABASE_URL=…` and stops when its standard input
 * is closed.
 */
async function main(): Promise<void> {
  const cluster = await startTestCluster();
  process.stdin.on('end', () => void cluster.stop());
  process.stdin.resume();
  process.stdout.write(`TEST_DATABASE_URL=${cluster.adminUrl}\n`);
}

void main();
