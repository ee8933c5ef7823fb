import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import type { Address, Data, Envelope, Input } from '../contract';
import type { WithSums } from '../contract/endpoint';
import { endpoints } from '../contract/endpoints';
import { FIELD_RULES, type FieldRule } from '../contract/field-rules';
import type { BuiltinIdentityKey } from '../contract/identity.builtin';
import type { Locale } from '../contract/text';
import { type App, type AppParts, buildApp } from './app';
import { hashPassword } from './core/access/passwords';
import { createSecretBox } from './core/access/secrets';
import { grantTicket, startSession } from './core/access/session';
import { type FixedClock, fixedClock } from './core/clock';
import { connect } from './core/database/connect';
import { createTestDatabase, type Filling, type TestDatabase } from './core/database/testing';
import { issueClient, signatureOf } from './core/http/signed';
import { createIds, type Ids } from './core/ids';
import { mapPort } from './core/platforms/map';
import { ocrSimulator } from './core/platforms/ocr';
import { UpstreamFailure } from './core/platforms/outbound';
import type { FilePort, Ports } from './core/platforms/ports';
import { createSmsSimulator } from './core/platforms/sms-simulator';
import { seedDatabase } from './demo';
import { createAccount, seedIdentities } from './modules/account';
import { createCodePlatforms } from './modules/miniCode';
import { platformPorts } from './ports';
import type { SimulatorMaker } from './simulators';

/** Time at which the clock of a test starts. */
export const TEST_NOW = '2026-03-01T11:40:00+08:00';
/** Default password of test accounts. */
export const TEST_PASSWORD = 'Harbour-Lamp-42';
/** Browser that calls use by default. A session is bound to its browser. */
export const TEST_BROWSER =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Options of a call in a test. */
export interface CallOptions {
  readonly token?: string;
  /** Idempotency key. By default it is generated if the endpoint needs a key. `null` omits it. */
  readonly key?: string | null;
  /** Ticket of a second verification. */
  readonly ticket?: string;
  readonly locale?: Locale;
  readonly userAgent?: string;
  readonly ip?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `true` signs the call as a server with the name `tests`. */
  readonly signed?: boolean;
}

/** A test account. `identity` is a built-in identity; `rules` are the permission ids of a new identity. */
export interface TestAccount {
  readonly account?: string;
  readonly type?: 'owner' | 'staff' | 'station' | 'franchisee';
  readonly identity?: BuiltinIdentityKey | null;
  readonly rules?: readonly number[];
  readonly scope?: { readonly kind: 'all' | 'regions' | 'teams' | 'franchisees'; readonly ids: readonly number[] };
  /** Kinds of masked data that the new identity reveals. By default it reveals all. */
  readonly fields?: readonly FieldRule[];
  readonly tel?: string;
  readonly password?: string;
  readonly oneTime?: boolean;
  readonly status?: 'invited' | 'active';
  readonly teamIds?: readonly number[];
  readonly franchiseeId?: number;
}

export interface TestApp {
  readonly app: App;
  readonly database: TestDatabase;
  readonly db: TestDatabase['db'];
  readonly clock: FixedClock;
  readonly ids: Ids;
  readonly ports: Ports;
  readonly parts: AppParts;
  /** Errors of the server from its log. A failing test shows them in its message. */
  readonly faults: readonly string[];
  /** Creates an account. By default it is staff with every permission and all data. */
  account(wanted?: TestAccount): Promise<{ id: number; account: string; tel: string; password: string }>;
  /** Opens a session of an account without the sign-in page. A missing account is created: `owner` as an owner, any other name as staff. */
  signIn(account?: string): Promise<string>;
  /** Creates a second-verification ticket for a session. */
  ticket(token: string): Promise<string>;
  call<A extends Address>(address: A, input: Input<A>, options?: CallOptions): Promise<Envelope<WithSums<Data<A>>>>;
  /** Makes a call whose input may violate the types. */
  raw(address: string, input: unknown, options?: CallOptions & { method?: 'GET' | 'POST' }): Promise<Envelope<unknown>>;
  close(): Promise<void>;
}

/** Creates a file store in memory. */
function memoryFiles(): FilePort {
  const stored = new Map<string, Uint8Array>();
  return {
    async put(key, bytes) {
      stored.set(key, bytes);
    },
    async get(key) {
      const bytes = stored.get(key);
      if (!bytes) throw new Error(`no file ${key}`);
      return bytes;
    },
    async remove(key) {
      stored.delete(key);
    },
    async replace(key, bytes) {
      stored.set(key, bytes);
    },
    adopt: async (key, path) => {
      stored.set(key, await readFile(path));
      await rm(path);
    },
    size: async (key) => stored.get(key)?.length ?? null,
    part: (key, from, to) => Readable.from([Buffer.from(stored.get(key) ?? []).subarray(from, to + 1)]),
  };
}

const hashes = new Map<string, Promise<string>>();
/** Hashes a password once per process. Hashing it for each account would take longer than the rest of the set-up. */
function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

const secretsOf = (clock: FixedClock) => createSecretBox([Buffer.alloc(32, 7)], clock);

/** Fills a database with the small demo. Its ids use another node number than an app on the same database, so no id repeats. */
export const SMALL_DEMO: Filling = {
  name: 'demo',
  async fill(url) {
    const { db, close } = connect(url);
    const clock = fixedClock(TEST_NOW);
    const ids = createIds({ clock, node: 2 });
    await seedDatabase(db, { size: 'small', now: clock.now(), secrets: secretsOf(clock), ids });
    await close();
  },
};

/** Substitute for name servers, which tests must not query. No host has an alias or answers over HTTPS. */
const NO_HOSTS: Ports['hosts'] = {
  aliases: async () => [],
  answersHttps: async () => {
    throw new UpstreamFailure('not reachable');
  },
};

/**
 * Builds the HTTP app on a new database with a fixed clock, without jobs and rate limits. By default the database has no accounts, only
 * the built-in identities.
 *
 * ```ts
 * let test: TestApp;
 * before(async () => { test = await createTestApp(); });
 * after(() => test.close());
 * const token = await test.signIn();                       // the owner
 * const answer = await test.call('team.Team/getList', {}, { token });
 * ```
 */
export async function createTestApp(
  options: {
    settings?: Partial<AppParts['settings']>;
    ports?: Partial<Ports>;
    distDir?: string | null;
    logger?: AppParts['logger'];
    streamMs?: AppParts['streamMs'];
    isDiskFull?: AppParts['isDiskFull'];
    /** Receivers of callbacks. They replace the receivers of the product. */
    receivers?: AppParts['receivers'];
    simulators?: Readonly<Record<string, SimulatorMaker>>;
    /** Simulates a second process. `url` is the URL of another app's database, and `now` is the initial time of the clock. */
    beside?: { readonly url: string; readonly now: string };
    /** `true` fills the database with the small demo, which is created for the time {@link TEST_NOW}. Not used with `beside`. */
    demo?: boolean;
  } = {},
): Promise<TestApp> {
  const { beside } = options;
  const database = beside
    ? { ...connect(beside.url), url: beside.url }
    : await createTestDatabase(options.demo ? SMALL_DEMO : undefined);
  const faults: string[] = [];
  const { db } = database;
  const clock = beside ? fixedClock(beside.now, process.pid) : fixedClock(TEST_NOW);
  const ids = createIds({ clock, node: beside ? 1 : 0 });
  const exportFolder = await mkdtemp(join(tmpdir(), 'multistation-exports-'));
  const secrets = secretsOf(clock);
  const platforms = platformPorts({ url: database.url, clock, ids, secrets, makers: options.simulators });
  const ports: Ports = {
    sms: createSmsSimulator(db, clock, ids),
    map: mapPort({ serverKey: null }),
    hosts: NO_HOSTS,
    files: memoryFiles(),
    ocr: ocrSimulator(),
    secrets,
    platforms,
    exportFolder,
    codePlatformOf: createCodePlatforms({ db, secrets, platforms, clock }),
    ...options.ports,
  };
  const parts: AppParts = {
    db,
    pool: database.pool,
    clock,
    ids,
    ports,
    settings: {
      trustProxy: false,
      automationCode: null,
      databaseUrl: null,
      corsOrigins: [],
      frameAncestors: [],
      publicOrigin: null,
      outgoingAddresses: [],
      rateLimited: false,
      staffSeats: 200,
      dataDir: tmpdir(),
      traces: null,
      ...options.settings,
    },
    logger: options.logger ?? pino({ level: 'error', base: null }, { write: (line: string) => faults.push(line) }),
    distDir: options.distDir ?? null,
    freshMs: 0,
    // The test must not depend on the disk of the test machine.
    isDiskFull: options.isDiskFull ?? (async () => false),
    ...(options.streamMs && { streamMs: options.streamMs }),
    ...(options.receivers && { receivers: options.receivers }),
  };
  const app = await buildApp(parts);
  const identities = await seedIdentities({ db, clock, ids });
  let serial = 0;

  async function account(wanted: TestAccount = {}) {
    serial += 1;
    const name = wanted.account ?? `staff${serial}`;
    // These numbers are outside the range of the demo's phones (server/demo/names).
    const tel = wanted.tel ?? `1991000${String(serial).padStart(4, '0')}`;
    const type = wanted.type ?? 'staff';
    const password = wanted.password ?? TEST_PASSWORD;
    const key = wanted.identity === undefined && !wanted.rules ? 'owner' : wanted.identity;
    const identityIds = key ? [identities.get(key) ?? 0] : [];
    if (wanted.rules)
      identityIds.push(await identity(wanted.rules, wanted.scope ?? { kind: 'all', ids: [] }, wanted.fields));
    const id = await createAccount(
      { db, clock, ids },
      {
        accountType: type,
        account: name,
        name,
        tel,
        identityIds,
        passwordHash: await hashOnce(password),
        oneTime: wanted.oneTime,
        status: wanted.status ?? 'active',
        teamIds: wanted.teamIds,
        franchiseeId: wanted.franchiseeId,
      },
    );
    return { id, account: name, tel, password };
  }

  async function identity(
    ruleIds: readonly number[],
    scope: NonNullable<TestAccount['scope']>,
    fields: TestAccount['fields'] = FIELD_RULES,
  ): Promise<number> {
    const id = ids.next();
    const at = clock.now();
    await db
      .insertInto('identity')
      .values({
        id,
        created_at: at,
        updated_at: at,
        name: `identity ${id}`,
        type: 'hq',
        rule_ids: JSON.stringify(ruleIds),
        data_scope: JSON.stringify(scope),
        field_rules: JSON.stringify(fields),
      })
      .execute();
    return id;
  }

  async function signIn(name = 'owner'): Promise<string> {
    const find = () =>
      db
        .selectFrom('account')
        .select('id')
        .where('account', '=', name)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
    const found = (await find()) ?? (await account({ account: name, type: name === 'owner' ? 'owner' : 'staff' }));
    const { token } = await startSession(
      { db, clock, ids },
      { accountId: found.id, ip: '127.0.0.1', userAgent: TEST_BROWSER, remember: true, most: 100 },
    );
    return token;
  }

  let client: Promise<{ key: string; secret: string }> | undefined;
  async function signature(address: string, body: string): Promise<Record<string, string>> {
    client ??= issueClient({ db, clock, ids, secrets: ports.secrets }, 'tests');
    const { key, secret } = await client;
    const timestamp = String(Math.floor(clock.now().getTime() / 1_000));
    const nonce = clock.randomBytes(12).toString('base64url');
    const signed = signatureOf(secret, { timestamp, nonce, address, body });
    return { 'x-client': key, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signed };
  }

  async function raw(
    address: string,
    input: unknown,
    how: CallOptions & { method?: 'GET' | 'POST' } = {},
  ): Promise<Envelope<unknown>> {
    const endpoint = Object.entries(endpoints).find(([known]) => known === address)?.[1];
    const method = how.method ?? endpoint?.method ?? 'GET';
    const needsKey = endpoint?.method === 'POST' && endpoint.idempotent;
    const key = how.key === undefined && needsKey ? clock.randomBytes(16).toString('hex') : how.key;
    const request: InjectOptions = {
      method,
      url: `/api/${address}`,
      remoteAddress: how.ip ?? '127.0.0.1',
      headers: {
        host: 'localhost',
        'user-agent': how.userAgent ?? TEST_BROWSER,
        ...(how.token && { authorization: how.token }),
        ...(key && { 'idempotency-key': key }),
        ...(how.ticket && { 'x-verify-ticket': how.ticket }),
        ...(how.locale && { 'accept-language': how.locale }),
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...how.headers,
      },
    };
    if (method === 'POST') request.payload = typeof input === 'string' ? input : JSON.stringify(input);
    else request.url = `/api/${address}?${queryOf(input)}`;
    if (how.signed) request.headers = { ...(await signature(address, String(request.payload))), ...request.headers };
    const response = await app.http.inject(request);
    await app.settle();
    return response.json<Envelope<unknown>>();
  }

  return {
    app,
    database,
    db,
    clock,
    ids,
    ports,
    parts,
    faults,
    account,
    signIn,
    async ticket(token) {
      const { createHash } = await import('node:crypto');
      const hash = createHash('sha256').update(token).digest('hex');
      const session = await db
        .selectFrom('account_session')
        .select('id')
        .where('token_hash', '=', hash)
        .executeTakeFirstOrThrow();
      return (await grantTicket({ db, clock }, session.id)).ticket;
    },
    call: (address, input, how) => raw(address, input, how) as ReturnType<TestApp['call']> as never,
    raw,
    async close() {
      await app.http.close();
      await ports.platforms.close();
      await database.close();
      await rm(exportFolder, { recursive: true, force: true });
    },
  };
}

function queryOf(input: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input ?? {}) as Record<string, unknown>)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part !== undefined && part !== null) query.append(name, String(part));
    }
  }
  return query.toString();
}
