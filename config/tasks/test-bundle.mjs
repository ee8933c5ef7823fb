/**
 * Test files, and what they start, as programs that Node runs as they are. Each is a process of its own: to translate and
 * resolve the hundreds of modules of the server one by one took each of them longer than many of its tests.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { jsonOfPackages } from './build.mjs';
import { groupFiles } from './test-results.mjs';

/**
 * Packages of many small files that only our code uses, with their own dependencies; all other packages stay external. Each test
 * file is a process that loads them again.
 */
const BUNDLED = /^(kysely|zod|fast-check|dayjs|@simplewebauthn|@turf)(\/|$)/;

const externalPackages = {
  name: 'external-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      const ours =
        kind === 'entry-point' ||
        path.startsWith('@contract/') ||
        path.startsWith('@/') ||
        BUNDLED.test(path) ||
        (importer.includes('/node_modules/') && !isBuiltin(path));
      return ours ? undefined : { path, external: true };
    });
  },
};

/**
 * Writes programs that run several test files one after the other, each as a suite of its own.
 *
 * @param files paths from the root
 * @returns the programs and the files that run alone, as paths from the root
 */
export function groupTests(root, files) {
  const folder = join('build', 'test-groups');
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  const { groups, alone } = groupFiles(files.map((file) => ({ file, size: statSync(join(root, file)).size })));
  const programs = groups.map((group, at) => {
    const path = join(folder, `group-${at + 1}.ts`);
    // Required, not imported: a file declares its tests while its suite is being declared.
    const suites = group.map((file) => `describe('${file}', () => void require('${join(root, file)}'));`);
    writeFileSync(join(root, path), [`import { describe } from 'node:test';`, ...suites, ''].join('\n'));
    return path;
  });
  return [...programs, ...alone];
}

/** Programs that tests start from their sources (server/testing-programs.ts). */
const STARTED = [
  'server/audit-verify.ts',
  'server/backup.ts',
  'server/core/database/testing-cluster.ts',
  'server/demo/simulate.ts',
  'server/restore.ts',
  'tests/crash/export-server.ts',
  'tests/crash/mini-code-server.ts',
  'tests/crash/payout-program.ts',
  'tests/crash/tiny-server.ts',
];

/** @returns where the program of a test file lies in the folder of the bundled ones */
export const programOf = (folder, source) => join(folder, source.replace(/\.ts$/, '.mjs'));

/**
 * @param files paths from the root
 * @returns the folder below build/ in which they lie, each where its source lies
 */
export async function bundleTests(root, files) {
  const { build } = await import('esbuild');
  const outdir = join(root, 'build', 'tests');
  rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: [...files, ...STARTED],
    outbase: root,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What two test files need is written once.
    splitting: true,
    plugins: [jsonOfPackages(root), externalPackages],
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // Names of functions and classes stay as they are written: some are asked for.
    keepNames: true,
    // Faults are told where they are in the sources.
    sourcemap: true,
    // They lie beside; each process reads the whole of the maps of what it loads.
    sourcesContent: false,
    logLevel: 'warning',
  });
  return outdir;
}
