import { join } from 'node:path';

/**
 * Returns the Node.js arguments that start one of our programs in a test. `npm test` has built a bundle, because translating all modules
 * at each start would take longer than most programs run. A single test file without this bundle uses the source.
 *
 * @param source path from the root; config/tasks/test-bundle.mjs must list it
 */
export function programArguments(source: string): readonly string[] {
  const folder = process.env.TEST_PROGRAMS;
  return folder ? ['--enable-source-maps', join(folder, source.replace(/\.ts$/, '.mjs'))] : ['--import', 'tsx', source];
}
