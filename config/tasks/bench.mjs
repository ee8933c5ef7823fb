/**
 * `npm run bench`: figures, one table each. `npm run bench web` measures the console in Chromium, `server` the API on 5,000
 * stations and 1,000,000 orders, `start` a cold and a warm start, `access` what authorising a request costs,
 * `audit` the operation records, `ledger` how fast money moves, `export` a million operation records and bills and the flow of a
 * station beside COPY, `bills` the list of 1,000,000 bills, `people` the lists of
 * 5,000,000 users and 100,000 riders, `funds` the money of 5,000 stations and one year of one of them, `ingest`
 * how many orders come in, `callbacks` the calls of outside platforms, `bulk` one step over 5,000 stations and its undo, `enquiry` how fast
 * price enquiries are answered, `payouts` how fast withdrawals are paid, `whatif` a fee rule over 1,000,000 past orders, `recon` a statement
 * of a million payments, `figures` the page of figures with 1,000,000 postings on open days. Nothing passes or fails here.
 */
import { existsSync } from 'node:fs';
import { ensureInstalled, run } from './install.mjs';

const root = process.cwd();
const parts = [
  'web',
  'server',
  'start',
  'access',
  'audit',
  'ledger',
  'export',
  'bills',
  'people',
  'funds',
  'ingest',
  'callbacks',
  'bulk',
  'enquiry',
  'payouts',
  'whatif',
  'recon',
  'figures',
];
const [wanted, ...rest] = process.argv.slice(2);
if (wanted && !wanted.startsWith('-') && !parts.includes(wanted)) {
  console.error(`Unknown figures "${wanted}". There are: ${parts.join(', ')}`);
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
