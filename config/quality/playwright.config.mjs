import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const JSON_REPORT = process.env.JOURNEY_REPORT;

/**
 * The browser journeys. They are bundled before (config/tasks/test-bundle.mjs), so that nothing is translated here; `npm run journeys`
 * and `npm test` make the world that they run in. Each file starts a console and a browser of its own (tests/support/journey.ts).
 */
export default {
  testDir: join(process.env.TEST_PROGRAMS ?? join(root, 'build/tests'), 'tests/journeys'),
  testMatch: /\.test\.mjs$/,
  outputDir: join(root, 'build/journeys'),
  build: { external: ['**/*'] },
  // A journey that never ends is stopped; how fast pages are is the subject of benches.
  timeout: 1_800_000,
  workers: 1,
  reporter: JSON_REPORT ? [['list'], ['json', { outputFile: JSON_REPORT }]] : [['list']],
};
