/** `npm run crash`: 30 times kill -9 in mid-traffic (CRASH_CYCLES changes the number). */
import { ensureInstalled, run } from './install.mjs';

await ensureInstalled();
const env = { ...process.env, NODE_ENV: 'test', CRASH_CYCLES: process.env.CRASH_CYCLES ?? '30' };
const command = ['--import', 'tsx', '--test', '--test-reporter=spec', 'tests/crash/crash.test.ts'];
process.exit(await run(process.execPath, command, { env }));
