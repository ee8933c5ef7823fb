/** `npm run archive`: moves past months of operation records into files, and restores them. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = process.cwd();
await ensureInstalled(root);
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt(root);
await import(pathToFileURL(join(root, 'build', 'server', 'archive.mjs')).href);
