/**
 * `npm run dev`: installs packages when needed, and starts umi's development server with hot reload. The same process serves `/api`
 * with the real server code and demo data. With `MOCK=none` it proxies `/api` to the back end of config/proxy.ts instead.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, run } from './install.mjs';

const root = process.cwd();
await ensureInstalled(root);
const { mapVersion, writeMap } = await import('./build-map.mjs');
const mapFolder = join(root, 'build', `map-${mapVersion()}`);
if (!existsSync(mapFolder)) writeMap(mapFolder);
// The terminal sends Ctrl-C to the whole process group. We ignore it here, and exit after umi has stopped itself and the back end.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.exitCode = await run(process.execPath, [join(root, 'node_modules', '@umijs', 'max', 'bin', 'max.js'), 'dev'], {
  cwd: root,
  env: {
    PORT: '8000',
    HOST: '127.0.0.1',
    ...process.env,
    MAP_FOLDER: mapFolder,
    NODE_ENV: 'development',
    BABEL_POLYFILL: 'none',
    DID_YOU_KNOW: 'none',
    BROWSER: 'none',
  },
});
