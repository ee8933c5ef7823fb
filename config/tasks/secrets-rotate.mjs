/** `npm run secrets:rotate`: encrypts all stored secrets and files with the current secret key. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = process.cwd();
await ensureInstalled(root);
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt(root);
await import(pathToFileURL(join(root, 'build', 'server', 'secrets-rotate.mjs')).href);
