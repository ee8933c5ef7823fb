/**
 * `npm run simulate`: simulates the orders and the apps of a city against the running server. `SPEED=60` simulates the orders of one minute
 * per second.
 */
import { join } from 'node:path';
import { ensureInstalled, run } from './install.mjs';

const root = process.cwd();
await ensureInstalled(root);
process.exitCode = await run(process.execPath, ['--import', 'tsx', join(root, 'server', 'demo', 'simulate.ts')], {
  cwd: root,
});
