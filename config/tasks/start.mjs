/** `npm start`: installs packages and builds when needed, then runs the server in this process (docs/operating.md). */

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
// The server runs in this process, so that signals reach it and no parent process remains.
await import(pathToFileURL(join(root, 'build', 'server', 'main.mjs')).href);
