/**
 * Type-checks console, server and tests, each with its own tsconfig.json. The native compiler needs a third of the JavaScript
 * compiler's time. The JavaScript compiler remains installed, because the framework and some tests use its API.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from './install.mjs';

const PROJECTS = ['tsconfig.json', 'server/tsconfig.json', 'tests/tsconfig.json'];
const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript-native/package.json')), 'bin', 'tsc');
/** Options of the compiler. It uses one checker, because several checkers would each load the types of the same packages. */
const options = ['--noEmit', '--checkers', '1', '--pretty', 'false'];
/** Environment of the compiler. `GOGC: '400'` makes garbage collection rarer, because the compiler ends before it uses much memory. */
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
