/**
 * `npm run bench`: runs all benches, or one by name (`npm run bench web`). Each bench prints a table. No bench passes or fails.
 *
 * - `web`: load times of the console in Chromium, with a slow processor and network
 * - `server`: response times of the API with 5,000 stations and 1,000,000 orders
 * - `cluster`: one to three servers behind a load balancer on the same data
 * - `start`: a cold and a warm start
 * - `access`: authorization of a request
 * - `audit`: the hash chain and the list of 5,000,000 operation records
 * - `ledger`: transactions and postings per second
 * - `export`: a million operation records and bills, and the movements of a station, compared with COPY
 * - `bills`: the list of 1,000,000 bills
 * - `people`: the lists of 5,000,000 users and 100,000 riders
 * - `funds`: the fund list of 5,000 stations, and the postings of one station in one year
 * - `ingest`: incoming orders per second
 * - `intake`: incoming orders in batches for ten minutes while the figures page is read
 * - `callbacks`: callbacks of external platforms
 * - `bulk`: searches over 5,000 stations, and bulk actions on 5,000 records with their undo
 * - `enquiry`: price enquiries per second, and the list of 1,000,000 enquiries
 * - `payouts`: payouts of withdrawals
 * - `whatif`: a fee rule over 1,000,000 past orders
 * - `recon`: the reconciliation of a statement with 1,000,000 payments
 * - `premiums`: the comparison of an insurer's file with 300,000 policies
 * - `figures`: the figures page with 1,000,000 postings on open days
 * - `growth`: response times with 1,000,000 and with 10,000,000 bills of one year
 */
import { existsSync } from 'node:fs';
import { ensureInstalled, run } from './install.mjs';

const root = process.cwd();
const parts = [
  'web',
  'server',
  'cluster',
  'start',
  'access',
  'audit',
  'ledger',
  'export',
  'bills',
  'people',
  'funds',
  'ingest',
  'intake',
  'callbacks',
  'bulk',
  'enquiry',
  'payouts',
  'whatif',
  'recon',
  'premiums',
  'figures',
  'growth',
];
const [wanted, ...rest] = process.argv.slice(2);
if (wanted && !wanted.startsWith('-') && !parts.includes(wanted)) {
  console.error(`Unknown bench "${wanted}". There are: ${parts.join(', ')}`);
  process.exit(2);
}
const chosen = parts.includes(wanted) ? [wanted] : parts;
const options = parts.includes(wanted) ? rest : process.argv.slice(2);

await ensureInstalled(root);
const { ensureBuilt } = await import('./build.mjs');
if (!existsSync('build/server/main.mjs') || !options.includes('--no-build')) await ensureBuilt(root);
const env = { ...process.env, NODE_ENV: 'test' };
for (const part of chosen) {
  const code = await run(process.execPath, ['--import', 'tsx', `tests/bench/${part}.ts`, ...options], { env });
  if (code !== 0) process.exit(code);
}
