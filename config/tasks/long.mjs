/**
 * Runs longer versions of tests of `npm test`, and disk tests that `npm test` leaves out. Variables in parentheses change the numbers.
 *
 * `npm run crash`:
 * - 30 kills (kill -9) during plain writes, and 30 during orders (CRASH_CYCLES)
 * - a first start killed at about 30 moments (FIRST_START_GROWTH)
 * - payouts, whose process is killed at 20 points (PAYOUT_POINTS)
 * - receipts of 100,000 people, with ten kills and 300 readers (ANNOUNCE_PEOPLE, ANNOUNCE_KILLS, ANNOUNCE_READERS)
 * - notices to 100,000 recipients with ten kills (NOTICE_RECIPIENTS, NOTICE_KILLS)
 * - full and read-only disks, which only root can mount
 *
 * `npm run fuzz`:
 * - 200 inputs of each kind at every endpoint (FUZZ_RUNS)
 * - every SQL injection of the test in every free text field (STATEMENT_SHARE)
 * - 1,000 random configurations of settings pages, saved and read back (CONFIGURATIONS)
 * - 2,000 random histories of the ledger (LEDGER_HISTORIES) and 2,000 of withdrawals (WITHDRAW_HISTORIES), both in the database
 * - 200 payouts with random faults (WITHDRAW_PAYOUTS)
 * - 500 random histories of food losses (FOOD_LOSS_HISTORIES)
 * - 300 random forms of the application page (APPLY_FORMS)
 */
import { ensureInstalled, run } from './install.mjs';

const PARTS = {
  crash: {
    files: [
      'tests/crash/crash.test.ts',
      'tests/crash/books.test.ts',
      'tests/crash/first-start.test.ts',
      'tests/crash/payouts.test.ts',
      'tests/crash/announcements.test.ts',
      'tests/crash/notices.test.ts',
      'tests/crash/full-disk.ts',
    ],
    env: {
      CRASH_CYCLES: '30',
      FIRST_START_GROWTH: '1.1',
      PAYOUT_POINTS: '20',
      ANNOUNCE_PEOPLE: '100000',
      ANNOUNCE_KILLS: '10',
      ANNOUNCE_READERS: '300',
      NOTICE_RECIPIENTS: '100000',
      NOTICE_KILLS: '10',
    },
    built: true,
  },
  fuzz: {
    files: [
      'tests/fuzz/fuzz.test.ts',
      'tests/fuzz/statements.test.ts',
      'tests/security/round-trip.test.ts',
      'server/modules/ledger/model.test.ts',
      'server/modules/withdraw/faults.test.ts',
      'server/modules/foodLoss/foodLoss.test.ts',
      'server/modules/franchisePage/answers.test.ts',
    ],
    env: {
      FUZZ_RUNS: '200',
      STATEMENT_SHARE: '1000',
      CONFIGURATIONS: '1000',
      LEDGER_HISTORIES: '2000',
      WITHDRAW_HISTORIES: '2000',
      WITHDRAW_PAYOUTS: '200',
      FOOD_LOSS_HISTORIES: '500',
      APPLY_FORMS: '300',
    },
  },
};
const part = PARTS[process.argv[2]];
if (!part) {
  console.error(`Name one of: ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}

await ensureInstalled();
if (part.built) await (await import('./build.mjs')).ensureBuilt(process.cwd());
const env = { ...part.env, ...process.env, NODE_ENV: 'test' };
const command = ['--import', 'tsx', '--test', '--test-concurrency=1', '--test-reporter=spec', ...part.files];
process.exit(await run(process.execPath, command, { env }));
