/**
 * Bundles the test files, and the programs that they start, so that Node runs them directly. The tests run in several processes.
 * Without bundles each process would compile and resolve hundreds of server modules, which takes longer than many tests.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { jsonOfPackages } from './build.mjs';
import { groupFiles } from './test-results.mjs';

/**
 * Packages to bundle, because they consist of many small files that each test process would load again. Packages that they import are
 * bundled too. All other packages remain external.
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
 * Writes programs that run several test files in sequence. Each test file is a separate suite.
 *
 * @param files paths relative to the root
 * @returns paths of the programs, and of the files that run alone. The paths are relative to the root
 */
export function groupTests(root, files) {
  const folder = join('build', 'test-groups');
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  const { groups, alone } = groupFiles(files.map((file) => ({ file, size: statSync(join(root, file)).size })));
  const programs = groups.map((group, at) => {
    const path = join(folder, `group-${at + 1}.ts`);
    // `require` is synchronous, so the tests of each file belong to the suite of that file.
    const suites = group.map((file) => `describe('${file}', () => void require('${join(root, file)}'));`);
    writeFileSync(join(root, path), [`import { describe } from 'node:test';`, ...suites, ''].join('\n'));
    return path;
  });
  return [...programs, ...alone];
}

/** Sources of the programs that tests start (server/testing-programs.ts). */
const STARTED = [
  'server/archive.ts',
  'server/audit-verify.ts',
  'server/backup.ts',
  'server/secrets-rotate.ts',
  'server/core/database/archive/testing-kill.ts',
  'server/core/database/testing-cluster.ts',
  'server/demo/simulate.ts',
  'server/restore.ts',
  'tests/crash/export-server.ts',
  'tests/crash/mini-code-server.ts',
  'tests/crash/payout-program.ts',
  'tests/crash/tiny-server.ts',
];

/** Returns the path of the bundled program of a source file. */
export const programOf = (folder, source) => join(folder, source.replace(/\.ts$/, '.mjs'));

/**
 * Bundles test files.
 *
 * @param files paths relative to the root
 * @returns the output folder below build/. Each program has the relative path of its source
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
    // If several test files share code, the bundler writes this code only once.
    splitting: true,
    plugins: [jsonOfPackages(root), externalPackages],
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // Some server code reads the names of functions and classes at run time.
    keepNames: true,
    // Stack traces must show line numbers of the sources.
    sourcemap: true,
    // Source maps need no source text, because the sources are available as files. Smaller maps load faster in each process.
    sourcesContent: false,
    logLevel: 'warning',
  });
  return outdir;
}
