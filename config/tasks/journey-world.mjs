/** Prepares browser journeys: a browser, the built console, a PostgreSQL server, and a data folder that all consoles copy. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM, findChromium, HEADLESS_SHELL } from './chromium.mjs';
import { run } from './process.mjs';
import { programOf } from './test-bundle.mjs';

/**
 * Finds the journeys' browser, or installs it when the process runs as root. apt-get waits up to 300 s for the lock of the package
 * database, and repeats a failed download.
 *
 * @throws Error with the remedy and, after a failed installation, the output of apt-get
 */
async function ensureChromium(preferred) {
  const found = findChromium(preferred);
  if (found) return found;
  const remedy =
    'The browser journeys need Chromium: "apt-get install chromium-headless-shell" (or chromium), or set CHROMIUM to its path.';
  if (process.env.CHROMIUM || process.getuid?.() !== 0 || !(await run('apt-get', ['--version'])).ok)
    throw new Error(remedy);
  console.log('Installing Chromium for the browser journeys …');
  const patient = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];
  const said = [];
  for (const what of [
    ['update', '-qq'],
    ['install', '-y', '-qq', HEADLESS_SHELL.package],
    // Older Debian versions have no headless shell.
    ['install', '-y', '-qq', CHROMIUM.package],
  ]) {
    if (findChromium()) break;
    const { output, code } = await run('apt-get', [...patient, ...what], { DEBIAN_FRONTEND: 'noninteractive' });
    said.push(`apt-get ${what.join(' ')} ended with ${code}\n${output}`);
  }
  const installed = findChromium(preferred);
  if (!installed) throw new Error([remedy, ...said].join('\n'));
  return installed;
}

/**
 * Starts one embedded PostgreSQL for a group of test files, or uses the server of TEST_DATABASE_URL. Each file copies its own
 * database from a template database, which has all migrations.
 *
 * @param folder folder of the bundled test programs
 */
export async function startCluster(folder) {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const program = programOf(folder, 'server/core/database/testing-cluster.ts');
  const cluster = spawn(process.execPath, [program], {
    env: { ...process.env, NODE_ENV: 'test' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    cluster.stdout.on('data', (part) => {
      text += part;
      const match = text.match(/^TEST_DATABASE_URL=(.+)$/m);
      if (match) resolve(match[1]);
    });
    cluster.on('close', (code) => reject(new Error(`the test database ended with ${code}: ${text}`)));
  });
  const closed = new Promise((resolve) => cluster.on('close', resolve));
  return {
    url,
    async stop() {
      cluster.stdin.end();
      await closed;
    },
  };
}

/** The first arguments for `playwright` in every run of journeys. */
export const JOURNEY_RUN = ['test', '-c', 'config/quality/playwright.config.mjs'];

/** Builds the pattern for one journey file. The plain name "rights" would also match rights-walk. @param name such as `rights` */
export const journeyFile = (name) => `journeys/${name}\\.test\\.`;

/**
 * Prepares the journeys.
 *
 * @param folder folder of the bundled test programs
 * @param preferred the browser to use when both of Debian's browsers are installed
 * @returns `env`, the environment variables of the journeys, and `end`, which stops the database and deletes temporary data
 * @throws Error when there is no browser, the console cannot be built, or the test database does not start
 */
export async function makeJourneyWorld(folder, preferred = HEADLESS_SHELL) {
  const browser = await ensureChromium(preferred);
  // When `npm test` runs all its parts, the build is already current. This command then returns immediately.
  const built = await run(process.execPath, ['config/tasks/build.mjs', '--if-changed']);
  if (!built.ok) throw new Error(built.output);
  const { url, stop } = await startCluster(folder);
  // Copying a database is faster than seeding it. So the journeys copy the data that the first journey with the same seed created.
  const CONSOLE_WORLDS = mkdtempSync(join(tmpdir(), 'multistation-worlds-'));
  return {
    env: {
      NODE_ENV: 'test',
      // Stack traces must show line numbers of the sources.
      NODE_OPTIONS: '--enable-source-maps',
      TEST_PROGRAMS: folder,
      TEST_DATABASE_URL: url,
      CHROMIUM: browser,
      CONSOLE_WORLDS,
    },
    async end() {
      rmSync(CONSOLE_WORLDS, { recursive: true, force: true });
      await stop();
    },
  };
}
