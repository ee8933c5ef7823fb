/** `npm start`: installs when needed, builds when needed, then becomes the server (docs/operating.md). */

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
// In this very process: Ctrl-C and signals reach the server itself, and no parent is left behind.
await import(pathToFileURL(join(root, 'build', 'server', 'main.mjs')).href);
