import { join } from 'node:path';
import { sql } from 'kysely';
import { buildApp } from './app';
import { loadSecretKeys } from './core/access/secrets';
import { partitionJobs } from './core/database/partitions';
import { diskGuard } from './core/files/disk';
import { createLatency, type Latency } from './core/http/latency';
import { type Job, startJobs } from './core/jobs';
import type { Ports } from './core/platforms/ports';
import {
  configurePayment,
  demoJobs,
  makeAccountAndApp,
  makeExports,
  makeMiniPrograms,
  makeMonthlyStatements,
  makePlatformStatements,
  makeTransfers,
  makeWithdrawals,
  seedDatabase,
  type ToolsAt,
} from './demo';
import { readingOf, runExports, runnerTools } from './exports';
import { createFirstOwner, createOwner, prepareIdentities } from './modules/account';
import { announcementJobs } from './modules/announcement';
import { approvalJobs } from './modules/approval';
import { callbackJobs } from './modules/callback';
import { configJobs } from './modules/configCenter';
import { costJobs } from './modules/cost';
import { orderJobs } from './modules/dashboard';
import { enquiryJobs } from './modules/enquiry';
import { factorJobs } from './modules/factor';
import { foodLossJobs } from './modules/foodLoss';
import { franchiseJobs } from './modules/franchise';
import { franchiseeJobs } from './modules/franchisee';
import { fundAuditJobs } from './modules/fundAudit';
import { healthJobs, jobJournal, readFacts } from './modules/health';
import { hourToReachJobs } from './modules/hourToReach';
import { informationJobs } from './modules/information';
import { insuranceJobs } from './modules/insurance';
import { intakeJobs } from './modules/intake';
import { ledgerJobs } from './modules/ledger';
import { FORGET_USERS } from './modules/left-users';
import { loginJobs } from './modules/login';
import { freeCodeTasks, miniCodeJobs } from './modules/miniCode';
import { noticeJobs } from './modules/noticeManage';
import { paymentJobs } from './modules/payment';
import { reconJobs } from './modules/recon';
import { keepHead, keptHeads, recordJobs } from './modules/record';
import { riderWorkJobs } from './modules/riderWork';
import { serviceNoticeJobs } from './modules/serviceNotice';
import { serviceNumberJobs } from './modules/serviceNumber';
import { readSetting } from './modules/site';
import { siteIncidentJobs } from './modules/siteIncident';
import { siteSafetyJobs } from './modules/siteSafety';
import { statementJobs } from './modules/statement';
import { teamJobs } from './modules/team';
import { teamFundJobs } from './modules/teamFund';
import { transferJobs } from './modules/transfer';
import { undoJobs } from './modules/undo';
import { userJobs } from './modules/user';
import { withdrawJobs } from './modules/withdraw';
import { clockAhead, createMeasures, createMonitorApp, type Measures, readinessOf, startMonitor } from './monitor';
import { makePorts } from './ports';
import { createOwnApp, type OwnApp, simulatorJobs } from './simulators/deliver';
import type { BaseServices, Bootstrap } from './start';

/** Services that the http app, the background jobs and the monitor need. */
interface Services {
  /** Lines for the terminal, such as the new owner's account and one-time password, or where messages are sent. */
  readonly notes: readonly string[];
  readonly ports: Ports;
  /** Records call durations for the system health page. */
  readonly latency: Latency;
  /** Metrics for a monitoring system. `null` means that the server offers no metrics. */
  readonly measures: Measures | null;
  /** Delivers the simulators' callbacks to this server's own app. */
  readonly ownApp: OwnApp;
}

/** Output folder of `npm run build`. */
const DIST = 'dist';

async function isEmpty({ db }: BaseServices): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from team) or exists (select 1 from account) as used`.execute(db);
  return !rows[0]?.used;
}

/** Lists all background jobs. */
export function jobsOf(tools: {
  ports: Ports;
  latency: Latency;
  ownApp: OwnApp;
  noteHead: (head: string) => void;
  heads: Parameters<typeof recordJobs>[1];
}): readonly Job[] {
  return [
    ...loginJobs,
    ...factorJobs,
    ...teamJobs,
    ...orderJobs,
    ...ledgerJobs,
    ...intakeJobs,
    ...teamFundJobs,
    ...userJobs(FORGET_USERS),
    ...announcementJobs,
    ...informationJobs,
    ...approvalJobs,
    ...enquiryJobs,
    ...franchiseJobs(tools.ports),
    ...franchiseeJobs,
    ...riderWorkJobs,
    ...insuranceJobs(tools.ports),
    ...siteSafetyJobs,
    ...siteIncidentJobs(tools.ports.files),
    ...foodLossJobs(tools.ports.files),
    ...fundAuditJobs,
    ...noticeJobs(tools.ports.sms),
    ...configJobs,
    ...hourToReachJobs(tools.ports),
    ...miniCodeJobs(tools.ports),
    ...serviceNoticeJobs(tools.ports),
    ...paymentJobs(tools.ports),
    ...withdrawJobs(tools.ports),
    ...transferJobs(tools.ports),
    ...costJobs,
    ...reconJobs(tools.ports),
    ...statementJobs,
    ...serviceNumberJobs(tools.ports),
    ...recordJobs(tools.noteHead, tools.heads),
    ...partitionJobs,
    ...undoJobs,
    ...callbackJobs(tools.ports),
    ...simulatorJobs({ simulators: tools.ports.platforms.simulators, ownApp: tools.ownApp }),
    ...healthJobs({ latency: tools.latency, files: tools.ports.files }),
    ...demoJobs,
  ];
}

/** Builds the product on the base services: its data, its background jobs, its http app and its monitor. */
export const bootstrap = {
  async prepare(foundation: BaseServices): Promise<Services> {
    const { db, clock, ids, settings, log } = foundation;
    const ports = await makePorts(foundation);
    await prepareIdentities({ db, clock, ids });
    const notes: string[] = [];
    const isSeeded = settings.seed !== 'none' && (await isEmpty(foundation));
    const isDemo = settings.seed === 'demo';
    /** Creates optional demo data. A failure is only logged. */
    const extra = (what: string, made: Promise<unknown>) =>
      made.catch((error: unknown) => log.error({ err: error }, `the ${what} of the demo could not be made`));
    if (isSeeded) {
      log.info(`filling the empty database with the ${settings.seed} data`);
      process.stdout.write('Filling the empty database with demo data …\n');
      await seedDatabase(db, {
        size: settings.seed,
        now: clock.now(),
        secrets: ports.secrets,
        ids,
        files: ports.files,
        onProgress: progressLines(),
      });
      if (isDemo) await extra('payment settings', configurePayment({ db, clock, ids, ports }));
      // Payouts through a platform need the payment settings, so the settings come first.
      await extra('withdrawals', makeWithdrawals({ db, ids, ports }, clock.now()));
      await extra('transfers', makeTransfers({ db, ids, ports }, clock.now()));
      await extra('statements of platforms', makePlatformStatements({ db, ids, ports }, clock.now()));
      await extra('monthly statements', makeMonthlyStatements({ db, ids, ports }, clock.now()));
      if (isDemo) {
        process.stdout.write('  making exports …\n');
        await extra('exports', makeDemoExports(foundation, ports));
      }
    }
    const owner = await createFirstOwner({ db, clock, ids }, { ...(settings.ownerTel && { tel: settings.ownerTel }) });
    notes.push(
      ...(owner
        ? ownerLines(owner)
        : ['Sign in with your account; "npm run owner" gives the owner a new one-time password.']),
    );
    if (isSeeded && isDemo) {
      await extra('mini programs', makeMiniPrograms({ db, ids, ports }, clock.now()));
      await extra('official account and app', makeAccountAndApp({ db, ids, ports }, clock.now()));
    }
    if ((await readSetting(db, 'sms')).provider === 'simulator') {
      notes.push(
        settings.databaseUrl === null
          ? 'SMS codes go to the local outbox, linked on the sign-in page for callers on this machine.'
          : 'SMS codes go to the outbox table: choose a provider under Site settings → SMS.',
      );
    }
    const measures = settings.monitor && createMeasures(measuredFrom(foundation));
    const counted = createLatency();
    return { notes, ports, latency: measures?.ofCalls(counted) ?? counted, measures, ownApp: createOwnApp() };
  },

  async startJobs(
    foundation: BaseServices,
    { ports, latency, measures, ownApp }: Services,
    exports?: Parameters<typeof runExports>[2],
  ) {
    const { db, clock, ids, log, settings } = foundation;
    const headPlace = async () => {
      const { dataDir, secretKeys } = settings;
      return { dataDir, keys: await loadSecretKeys(secretKeys, dataDir, clock), clock };
    };
    const jobs = jobsOf({
      ports,
      latency,
      ownApp,
      noteHead: (head) => log.info({ head }, 'head of the chain of the operation records'),
      heads: {
        read: async () => keptHeads(await headPlace()),
        keep: async (head) => keepHead(await headPlace(), head),
      },
    });
    const noted = jobJournal(db, clock, (error) => log.error({ err: error }, 'a run of a job could not be noted'));
    const journal = measures?.ofJobs(noted) ?? noted;
    const isDiskFull = diskGuard(settings);
    // Only this process uses the embedded database. So no process is working on queued and running code tasks yet.
    if (settings.databaseUrl === null) await freeCodeTasks(db);
    const stopJobs = startJobs(jobs, { db, clock, ids, log, journal, isDiskFull });
    const stopExports = runExports(foundation, ports, exports);
    return async () => {
      await Promise.all([stopJobs(), stopExports()]);
      await ports.platforms.close();
    };
  },

  async buildApp(foundation: BaseServices, { ports, latency, ownApp }: Services) {
    const { db, pool, clock, ids, settings, log, root } = foundation;
    const { http } = await buildApp({
      db,
      pool,
      clock,
      ids,
      ports,
      settings,
      latency,
      logger: log,
      distDir: join(root, DIST),
    });
    ownApp.attach(http);
    return http;
  },

  async startMonitor({ db, settings, isStopping }: BaseServices, { measures }: Services) {
    if (!settings.monitor || !measures) return async () => undefined;
    return startMonitor(
      createMonitorApp(measures, readinessOf({ db, isDiskFull: diskGuard(settings), isStopping })),
      settings.monitor,
    );
  },
} satisfies Bootstrap<Services>;

const measuredFrom = ({ db, pool, clock, settings }: BaseServices) => ({
  pool,
  facts: () => readFacts(db, clock.now(), settings.dataDir),
  clockAhead: () => clockAhead(db, clock),
});

const PROGRESS_STEP = 0.1;

/** Returns a function that prints a line for each tenth of the progress, because the first start takes a while. */
function progressLines(): (share: number) => void {
  let told = 0;
  return (share) => {
    if (share < told + PROGRESS_STEP) return;
    told = Math.floor(share / PROGRESS_STEP) * PROGRESS_STEP;
    process.stdout.write(`  ${Math.round(told * 100)} %\n`);
  };
}

/** Creates the demo's exports with the regular code, at past times. */
async function makeDemoExports(foundation: BaseServices, ports: Ports): Promise<void> {
  const { db, ids, clock, settings } = foundation;
  const reading = readingOf(foundation.url, settings);
  try {
    const toolsAt: ToolsAt = (then) => runnerTools({ ...foundation, clock: then }, { reading, ports, settings });
    await makeExports({ db, ids, ports }, toolsAt, clock.now());
  } finally {
    await reading.close();
  }
}

function ownerLines(owner: { account: string; password: string }): string[] {
  return [
    `Account of the owner:  ${owner.account}`,
    `One-time password:     ${owner.password}`,
    'It counts as phone verification once, and must be changed at the first sign-in.',
  ];
}

/**
 * Creates a new one-time password for the owner's account.
 *
 * @returns lines for the terminal with the password
 */
export async function renewOwner(tools: Pick<BaseServices, 'db' | 'clock' | 'ids'>): Promise<readonly string[]> {
  return ownerLines(await createOwner(tools));
}
