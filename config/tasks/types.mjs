/**
 * Type-checks console, server and tests, each with its own tsconfig.json. The native compiler needs a third of the time. Tools that
 * use the compiler's API (the framework, the tests that read our types) still use the JavaScript compiler.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from './install.mjs';

const PROJECTS = ['tsconfig.json', 'server/tsconfig.json', 'tests/tsconfig.json'];
const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript-native/package.json')), 'bin', 'tsc');
/** One checker: several would each load the types of the same packages, and another check runs in parallel. */
const options = ['--noEmit', '--checkers', '1', '--pretty', 'false'];
/** Garbage collection runs less often, because the compiler ends before it uses much memory. */
const env = { ...process.env, GOGC: '400' };

let failed = 0;
for (const project of PROJECTS) {
  const from = performance.now();
  const code = await run(process.execPath, [compiler, '-p', project, ...options], { env });
  if (code !== 0) failed += 1;
  console.log(
    `${project}: ${code === 0 ? 'no faults' : 'faults'} (${((performance.now() - from) / 1000).toFixed(1)} s)`,
  );
}
process.exitCode = failed;
