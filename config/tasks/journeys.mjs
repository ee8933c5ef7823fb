/**
 * `npm run journeys -- stations`: browser journeys by the name of their file, for watching and debugging one; without a name all of them.
 * Options are those of `playwright test`: `--grep "a station is paused"` by the name of a test, `--headed` in a window, `--debug` step by
 * step, `--trace on` with a trace, `--list` without running.
 */
import { readdirSync } from 'node:fs';
import { CHROMIUM, HEADLESS_SHELL } from './chromium.mjs';
import { ensureInstalled, run } from './install.mjs';
import { JOURNEY_RUN, journeyFile, makeJourneyWorld } from './journey-world.mjs';
import { bin } from './process.mjs';
import { bundleTests } from './test-bundle.mjs';

const SUFFIX = '.test.ts';
const words = process.argv.slice(2);
const names = readdirSync('tests/journeys')
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const nameOf = (word) => word.replace(/^(tests\/)?journeys\//, '').replace(/\.test\.ts$/, '');
const given = words.map((word) => (names.includes(nameOf(word)) ? journeyFile(nameOf(word)) : word));

await ensureInstalled();
const folder = await bundleTests(
  process.cwd(),
  names.map((name) => `tests/journeys/${name}${SUFFIX}`),
);
const isWatched = words.some((word) => ['--headed', '--debug', '--ui'].includes(word));
const world = await makeJourneyWorld(folder, isWatched ? CHROMIUM : HEADLESS_SHELL);
const code = await run(bin('playwright'), [...JOURNEY_RUN, ...given], { env: { ...process.env, ...world.env } });
await world.end();
process.exit(code);
