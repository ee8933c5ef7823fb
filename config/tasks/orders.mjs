/** `npm run orders -- <file>`: sends a file of order events to the running server (docs/orders.md). */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = process.cwd();
await ensureInstalled(root);
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt(root);
await import(pathToFileURL(join(root, 'build', 'server', 'orders.mjs')).href);
