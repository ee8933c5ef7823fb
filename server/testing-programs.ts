import { join } from 'node:path';

/**
 * Node's arguments to start one of our programs in a test: the bundle that `npm test` has built, or the source when a test file runs
 * alone. Translating the server's modules each time would take longer than most of these programs run.
 *
 * @param source path from the root; must be listed in config/tasks/test-bundle.mjs
 */
export function programArguments(source: string): readonly string[] {
  const folder = process.env.TEST_PROGRAMS;
  return folder ? ['--enable-source-maps', join(folder, source.replace(/\.ts$/, '.mjs'))] : ['--import', 'tsx', source];
}
