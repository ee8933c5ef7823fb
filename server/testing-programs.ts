import { join } from 'node:path';

/**
 * How Node starts a program of ours in a test: as `npm test` has translated it, or from its source where a test file runs alone. To
 * translate the modules of the server each time took longer than what most of these programs do.
 *
 * @param source path from the root; one of those that config/tasks/test-bundle.mjs names
 */
export function programArguments(source: string): readonly string[] {
  const folder = process.env.TEST_PROGRAMS;
  return folder ? ['--enable-source-maps', join(folder, source.replace(/\.ts$/, '.mjs'))] : ['--import', 'tsx', source];
}
