/** `npm run backup`: everything of one moment, into a folder, while the server runs or not. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = process.cwd();
await ensureInstalled(root);
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt(root);
await import(pathToFileURL(join(root, 'build', 'server', 'backup.mjs')).href);
