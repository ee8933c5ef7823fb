/**
 * The check of types: console, server and tests, each as its own tsconfig.json asks. By the native compiler, which needs a third of
 * the time; tools that use the compiler from within (the framework, the tests that read our own types) keep the one before it.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from './install.mjs';

const PROJECTS = ['tsconfig.json', 'server/tsconfig.json', 'tests/tsconfig.json'];
const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript-native/package.json')), 'bin', 'tsc');
/** Several checkers would each load the types of the same packages, and another check runs at the same time. */
const options = ['--noEmit', '--checkers', '1', '--pretty', 'false'];
/** Memory is freed less often than usual: the compiler ends before it has taken much. */
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
