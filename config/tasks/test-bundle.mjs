/**
 * Test files of the server as programs that Node runs as they are. Each test file is a process of its own: to translate and
 * resolve the hundreds of modules of the server one by one took each of them longer than many of its tests.
 */
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { jsonOfPackages } from './build.mjs';

/** Packages of many small files, which only we use; the others stay where they are. */
const BUNDLED = /^(kysely|zod|fast-check|pure-rand|dayjs)(\/|$)/;

const externalPackages = {
  name: 'external-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const ours =
        kind === 'entry-point' || path.startsWith('@contract/') || path.startsWith('@/') || BUNDLED.test(path);
      return ours ? undefined : { path, external: true };
    });
  },
};

/**
 * @param files paths from the root
 * @returns the programs in the same order, below build/tests
 */
export async function bundleTests(root, files) {
  const { build } = await import('esbuild');
  const outdir = join(root, 'build', 'tests');
  rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: files,
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
    logLevel: 'warning',
  });
  return files.map((file) => relative(root, join(outdir, file.replace(/\.ts$/, '.mjs'))));
}
