/** Options for bundling the script of the public application page. The build and a server that runs from its sources use them. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Returns esbuild's options. @param root folder of the project */
export function applyScript(root) {
  const { wordsInPlace } = createRequire(join(root, 'package.json'))('./config/words-loader.cjs');
  return {
    absWorkingDir: root,
    entryPoints: ['src/features/applyPage/main.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    // We do not use the project's tsconfig.json, because it extends a file that only the framework generates.
    tsconfigRaw: '{"compilerOptions":{"alwaysStrict":true,"baseUrl":".","paths":{"@contract/*":["./contract/*"]}}}',
    plugins: [wordsInPlace],
  };
}
