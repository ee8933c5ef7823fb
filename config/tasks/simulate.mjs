/** `npm run simulate`: plays the ordering side of a city against the running server. `SPEED=60` lets a minute pass in a second. */
import { join } from 'node:path';
import { ensureInstalled, run } from './install.mjs';

const root = process.cwd();
await ensureInstalled(root);
process.exitCode = await run(process.execPath, ['--import', 'tsx', join(root, 'server', 'demo', 'simulate.ts')], {
  cwd: root,
});
