/** `npm start`: installs and builds when needed, then runs the server in this process (docs/operating.md). */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = process.cwd();
await ensureInstalled(root);
const { ensureBuilt } = await import('./build.mjs');
try {
  await ensureBuilt(root);
} catch (error) {
  console.error(`The console could not be built (${error.message}): read the lines above.`);
  process.exit(1);
}
// In the same process, so that signals reach the server and no parent process remains.
await import(pathToFileURL(join(root, 'build', 'server', 'main.mjs')).href);
