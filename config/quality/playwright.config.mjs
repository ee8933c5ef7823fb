import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const JSON_REPORT = process.env.JOURNEY_REPORT;

/**
 * Configures the browser journeys. config/tasks/test-bundle.mjs bundles them first, so Playwright compiles nothing. `npm run journeys`
 * and `npm test` prepare the environment. Each file starts its own console and browser (tests/support/journey.ts).
 */
export default {
  testDir: join(process.env.TEST_PROGRAMS ?? join(root, 'build/tests'), 'tests/journeys'),
  testMatch: /\.test\.mjs$/,
  outputDir: join(root, 'build/journeys'),
  build: { external: ['**/*'] },
  // This limit only stops journeys that hang. The benches measure page speed.
  timeout: 1_800_000,
  workers: 1,
  reporter: JSON_REPORT ? [['list'], ['json', { outputFile: JSON_REPORT }]] : [['list']],
};
