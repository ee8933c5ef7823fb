/**
 * `npm run test:postgres`: runs the server's tests on the PostgreSQL of DATABASE_URL, and the browser journeys if a Chromium is installed.
 * Each test file creates a database and drops it afterwards. Tests also create roles and disable triggers, so the user of the URL must be a
 * superuser.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './chromium.mjs';

const OLDEST_POSTGRES = 15;

/** Finds a missing prerequisite. @returns one line with the remedy. `null` means that nothing is missing */
async function missing() {
  const url = process.env.DATABASE_URL?.trim();
  if (!url) {
    return 'DATABASE_URL is not set: name a PostgreSQL and a superuser, for example DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres.';
  }
  if (!existsSync('node_modules/tsx') || !existsSync('node_modules/pg')) {
    return 'The packages are not installed: run "npm ci" first.';
  }
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as version, rolsuper as allowed,
         current_setting('server_encoding') as encoding from pg_roles where rolname = current_user`,
    );
    const [{ version, allowed }] = rows;
    if (version < OLDEST_POSTGRES) return `This is PostgreSQL ${version}: take ${OLDEST_POSTGRES} or newer.`;
    if (!allowed)
      return 'The user of DATABASE_URL is no superuser, and tests create roles and disable triggers: name another user.';
    return null;
  } catch (error) {
    return `The PostgreSQL of DATABASE_URL cannot be reached (${error.message || error.code}): start it, or correct the address.`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const what = await missing();
if (what) {
  console.error(what);
  process.exit(1);
}
const wanted = process.argv.slice(2);
const hasBrowser = findChromium() !== null;
if (!hasBrowser) console.log('There is no Chromium: the browser journeys are left out (install it, or set CHROMIUM).');
const env = { ...process.env, TEST_DATABASE_URL: process.env.DATABASE_URL, DATABASE_URL: '' };
const parts = wanted.length > 0 ? wanted : ['server', ...(hasBrowser ? ['journeys'] : [])];
const child = spawn(process.execPath, ['config/tasks/test.mjs', ...parts], { env, stdio: 'inherit' });
child.on('close', (code) => process.exit(code ?? 1));
