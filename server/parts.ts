import { join } from 'node:path';
import { sql } from 'kysely';
import { buildApp } from './app';
import { diskFiles } from './core/files';
import { startJobs } from './core/jobs';
import type { Ports } from './core/ports';
import { checkSecretKey, createSecretBox, loadSecretKey } from './core/secrets';
import { createSmsSimulator } from './core/sms/simulator';
import { demoJobs, seedDatabase } from './demo';
import { createOwner, hasOwner, seedIdentities } from './modules/account';
import { orderJobs } from './modules/dashboard';
import { factorJobs } from './modules/factor';
import { loginJobs } from './modules/login';
import { noticeJobs } from './modules/noticeManage';
import { recordJobs } from './modules/record';
import { configuredPorts, readSetting } from './modules/site';
import { teamJobs } from './modules/team';
import type { Foundation, Parts } from './start';

/** What the operator is told once the server answers. */
interface Prepared {
  /** Lines for the terminal: the new owner's account and one-time password, where messages go. */
  readonly notes: readonly string[];
  readonly ports: Ports;
}

/** Where `npm run build` puts the console. */
const DIST = 'dist';

/** Outside systems as the settings choose them. The key of the sealed secrets is checked before anything is served. */
async function makePorts({ db, clock, ids, settings }: Foundation): Promise<Ports> {
  const secrets = createSecretBox(await loadSecretKey(settings.secretKey, settings.dataDir, clock), clock);
  await checkSecretKey(db, secrets, clock);
  const files = diskFiles(join(settings.dataDir, 'files'));
  return { files, secrets, ...configuredPorts(db, secrets, clock, createSmsSimulator(db, clock, ids)) };
}

async function isEmpty({ db }: Foundation): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from team) or exists (select 1 from account) as used`.execute(db);
  return !rows[0]?.used;
}

/** What the product puts on the foundation: its data, its background work, its http app. */
export const parts = {
  async prepare(foundation: Foundation): Promise<Prepared> {
    const { db, clock, ids, settings, log } = foundation;
    const ports = await makePorts(foundation);
    await seedIdentities({ db, clock, ids });
    const notes: string[] = [];
    if (settings.seed !== 'none' && (await isEmpty(foundation))) {
      log.info(`filling the empty database with the ${settings.seed} data`);
      process.stdout.write('Filling the empty database with demo data …\n');
      await seedDatabase(db, {
        size: settings.seed,
        now: clock.now(),
        secrets: ports.secrets,
        ids,
        files: ports.files,
      });
    }
    if (!(await hasOwner(db))) {
      const owner = await createOwner({ db, clock, ids }, { ...(settings.ownerTel && { tel: settings.ownerTel }) });
      notes.push(...ownerLines(owner));
    } else {
      notes.push('Sign in with your account; "npm run owner" gives the owner a new one-time password.');
    }
    if ((await readSetting(db, 'sms')).provider === 'simulator') {
      notes.push(
        settings.databaseUrl === null
          ? 'SMS codes go to the local outbox, linked on the sign-in page for callers on this machine.'
          : 'SMS codes go to the outbox table: choose a provider under Site settings → SMS.',
      );
    }
    return { notes, ports };
  },

  async startJobs({ db, clock, ids, log }: Foundation, { ports }: Prepared) {
    const records = recordJobs((head) => log.info({ head }, 'head of the chain of the operation records'));
    const jobs = [
      ...loginJobs,
      ...factorJobs,
      ...teamJobs,
      ...orderJobs,
      ...noticeJobs(ports.sms),
      ...records,
      ...demoJobs,
    ];
    return startJobs(jobs, { db, clock, ids, log });
  },

  async buildApp(foundation: Foundation, { ports }: Prepared) {
    const { db, clock, ids, settings, log, root } = foundation;
    const { http } = await buildApp({ db, clock, ids, ports, settings, logger: log, distDir: join(root, DIST) });
    return http;
  },
} satisfies Parts<Prepared>;

function ownerLines(owner: { account: string; password: string }): string[] {
  return [
    `Account of the owner:  ${owner.account}`,
    `One-time password:     ${owner.password}`,
    'It counts as phone verification once, and must be changed at the first sign-in.',
  ];
}

/**
 * Gives the owner's account a new one-time password.
 *
 * @returns the lines that tell it
 */
export async function renewOwner(tools: Pick<Foundation, 'db' | 'clock' | 'ids'>): Promise<readonly string[]> {
  return ownerLines(await createOwner(tools));
}
