/** `npm run seed:large`: fills an empty database with 5,000 stations and 1,000,000 orders, for measurements. */
import { join } from 'node:path';
import { ensureInstalled, run } from './install.mjs';

const root = process.cwd();
await ensureInstalled(root);
process.exitCode = await run(process.execPath, ['--import', 'tsx', join(root, 'server', 'demo', 'large.ts')], {
  cwd: root,
});
