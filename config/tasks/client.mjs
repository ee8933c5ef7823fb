/** `npm run client -- <name>`: creates a key and secret for another server that sends orders (docs/orders.md). */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = process.cwd();
await ensureInstalled(root);
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt(root);
await import(pathToFileURL(join(root, 'build', 'server', 'client.mjs')).href);
