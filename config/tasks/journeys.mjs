/**
 * `npm run journeys -- stations`: runs browser journeys by file name, for watching and debugging. Without a name it runs all of them.
 * Options are those of `playwright test`. `--grep "stations are paused"` selects tests by name, and `--headed` opens a window.
 * `--debug` runs step by step, `--trace on` records a trace, and `--list` only lists the tests.
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
