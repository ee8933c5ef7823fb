import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import type { Endpoint } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import { ERRORS, type ErrorCode } from '../../contract/errors';
import { RULES, type RuleId, withParents } from '../../contract/permissions';
import { issueClient, signatureOf } from '../../server/core/http/signed';
import { createTestApp, type TestApp } from '../../server/testing';
import { businessFingerprint, type Changes, changesOf } from '../support/fingerprint';
import { asSent, type Hints, validInputs } from '../support/inputs';
import { oneOfToday } from '../support/seed';
import { type LivingSession, livingSessions } from '../support/sessions';

/**
 * Tests the access to every endpoint for eight kinds of callers (QUALITY C.3 9). Also tests objects outside of the data scope (10)
 * and fields outside of the contract (11). Each endpoint has `INPUTS` inputs. Each caller sends one of them, which changes daily
 * (`FUZZ_SEED`). With `EVERY_PAGE=1` each caller sends all inputs.
 */

const INPUTS = 3;
const SEED = 20260301;
const CANARY = 'canary-7f3a';
const OUT_OF_SESSION = ['anonymous', 'expired', 'revoked', 'disabled'] as const;
const IN_SESSION = ['ruleless', 'exact', 'otherStation', 'owner'] as const;
const KINDS = [...OUT_OF_SESSION, ...IN_SESSION] as const;
type Kind = (typeof KINDS)[number];

let t: TestApp;
let hints: Hints;
let session: (account?: string) => Promise<LivingSession>;
let own: { id: number; name: string };
let foreign: { id: number; name: string };
let deletedId: number;
/** Sessions that the server must refuse. Each has exactly one reason for the refusal. */
const closed = new Map<Kind, LivingSession>();

before(async () => {
  t = await createTestApp({ demo: true });
  session = livingSessions(t);
  const teams = await t.db
    .selectFrom('team')
    .select(['id', 'name'])
    .where('status', '=', 'operating')
    .orderBy('id')
    .execute();
  const [first, second] = teams;
  assert.ok(first && second && first.name !== second.name);
  own = first;
  foreign = second;
  deletedId = t.ids.next();
  const { draft_values: _draft, ...row } = await t.db
    .selectFrom('team')
    .selectAll()
    .where('id', '=', foreign.id)
    .executeTakeFirstOrThrow();
  await t.db
    .insertInto('team')
    .values({
      ...row,
      id: deletedId,
      code: 'GONE99',
      name: 'Deleted station',
      images: JSON.stringify(row.images),
      service_types: JSON.stringify(row.service_types),
      deleted_at: t.clock.now(),
    })
    .execute();
  const id = fc.constant(own.id);
  const identities = await t.db.selectFrom('identity').select('id').orderBy('id').execute();
  const identity = fc.constantFrom(...identities.map((row) => row.id));
  const people = await t.db.selectFrom('account').select('id').orderBy('id').execute();
  hints = {
    id,
    teamId: id,
    ids: id,
    teamIds: id,
    version: fc.constant(1),
    a: identity,
    b: identity,
    identityId: identity,
    accountId: fc.constantFrom(...people.map((row) => row.id)),
  };
  await t.account({ account: 'ruleless', rules: [] });
  for (const kind of ['expired', 'revoked', 'disabled'] as const) {
    const { account } = await t.account({ account: kind });
    const token = await t.signIn(account);
    closed.set(kind, { token, ticket: await t.ticket(token) });
  }
  const past = new Date(t.clock.now().getTime() - 1);
  await updateSession('expired', { expire_at: past });
  await updateSession('revoked', { ended_at: past });
  await t.db.updateTable('account').set({ status: 'disabled' }).where('account', '=', 'disabled').execute();
});
after(() => t.close());
// An earlier call may have reported a sign-in by another person, which forces a password change. We undo that for the next test.
beforeEach(async () => {
  await t.db
    .updateTable('account')
    .set({ must_change_password: false })
    .where('must_change_password', '=', true)
    .execute();
});

const rulesOf = ({ access }: Endpoint): RuleId[] => (typeof access === 'object' ? [access.rule].flat() : []);
const accounts = new Map<string, string>();

/**
 * Returns an account with these permission ids and stations (`null` = all), and creates it at the first use. Without permission ids
 * the account has only the workbench.
 */
async function accountWith(rules: readonly number[], teams: readonly number[] | null): Promise<string> {
  const key = JSON.stringify([rules, teams]);
  const known = accounts.get(key);
  if (known) return known;
  const scope = teams ? ({ kind: 'teams', ids: teams } as const) : ({ kind: 'all', ids: [] } as const);
  const { account } = await t.account({ rules: rules.length > 0 ? rules : [2], scope });
  accounts.set(key, account);
  return account;
}

const updateSession = (account: string, change: { expire_at: Date } | { ended_at: Date | null }) =>
  t.db
    .updateTable('account_session')
    .set(change)
    .where('account_id', '=', (eb) => eb.selectFrom('account').select('id').where('account', '=', account))
    .execute();

/** Returns the session of a kind of caller, or `null` for anonymous callers. */
async function sessionOf(kind: Kind, endpoint: Endpoint): Promise<LivingSession | null> {
  switch (kind) {
    case 'expired':
      // The server marks an expired session as ended at its first call, so we remove the mark.
      await updateSession('expired', { ended_at: null });
      return closed.get(kind) ?? null;
    case 'ruleless':
      return session('ruleless');
    case 'exact':
      return session(await accountWith(rulesOf(endpoint).slice(0, 1), null));
    case 'otherStation':
      return session(await accountWith(rulesOf(endpoint).slice(0, 1), [foreign.id]));
    case 'owner':
      return session();
    default:
      return closed.get(kind) ?? null;
  }
}

const isSecond = (endpoint: Endpoint) => endpoint.method === 'POST' && endpoint.risk === 'second';

async function call(address: string, endpoint: Endpoint, input: unknown, caller: LivingSession | null) {
  const ticket = isSecond(endpoint) ? caller?.ticket : undefined;
  return t.raw(address, asSent(endpoint, input), { token: caller?.token, ticket });
}

const isDone = (code: number) => code === 100 || code === 110;

for (const [address, endpoint] of Object.entries<Endpoint>(endpoints)) {
  test(`${address}: only the callers of the contract have access; a refused call changes nothing`, async () => {
    const inputs = validInputs(endpoint, INPUTS, SEED, hints);
    assert.ok(inputs.length > 0);
    for (const [at, kind] of KINDS.entries()) {
      for (const input of oneOfToday(inputs, at)) {
        const caller = await sessionOf(kind, endpoint);
        const before = await businessFingerprint(t);
        const { code, msg, data } = await call(address, endpoint, input, caller);
        const told = `${address} as ${kind} with ${JSON.stringify(input)} → ${code} ${JSON.stringify(data)?.slice(0, 300)}`;
        assert.ok(code in ERRORS && msg, told);
        assert.ok(code < 50_000 || code === 50_201 || code === 50_202, `${told}\n${t.faults.at(-1)}`);
        if (!isDone(code)) assert.equal(await businessFingerprint(t), before, told);

        const isOut = (OUT_OF_SESSION as readonly string[]).includes(kind);
        if (endpoint.access === 'public') continue;
        // An endpoint with `signed` access needs another server's signature. A session gives no access.
        if (endpoint.access === 'signed') {
          assert.equal(code, 401, told);
          continue;
        }
        if (isOut) assert.equal(code, 401, told);
        else if (kind === 'ruleless' && endpoint.access !== 'signedIn') assert.equal(code, 40301, told);
        else assert.notEqual(code, 401, told);
        if (!isOut && kind !== 'ruleless' && typeof endpoint.access === 'object') {
          // An authorized caller may still get 40301 for certain values, for example a bulk action with a separate permission. Such an
          // endpoint declares the code.
          const isDeclared = endpoint.errors?.includes(40301 as ErrorCode) ?? false;
          if (!isDeclared && rulesOf(endpoint).length === 1) assert.notEqual(code, 40301, told);
        }
        if (kind === 'owner') assert.ok(code !== 40302, told);
      }
    }
  });
}

test('each closed session of the matrix is closed for one reason only', async () => {
  const rows = await t.db
    .selectFrom('account_session')
    .innerJoin('account', 'account.id', 'account_session.account_id')
    .select(['account.account', 'account.status', 'account_session.expire_at', 'ended_at', 'end_reason'])
    .where('account.account', 'in', [...closed.keys()])
    .orderBy('account.account')
    .execute();
  const isEnded = ({ ended_at: at, end_reason: reason }: (typeof rows)[number]) => at !== null && reason !== 'expired';
  assert.deepEqual(
    rows.map((row) => [row.account, row.status !== 'active', row.expire_at <= t.clock.now(), isEnded(row)]),
    [
      ['disabled', true, false, false],
      ['expired', false, true, false],
      ['revoked', false, false, true],
    ],
  );
});

for (const [address, endpoint] of Object.entries<Endpoint>(endpoints)) {
  if (endpoint.access !== 'signed') continue;
  test(`${address}: accepts a signed request only once, unchanged and in time`, async () => {
    const [input] = validInputs(endpoint, 1, SEED, hints);
    const body = JSON.stringify(input);
    const server = await issueClient({ ...t, secrets: t.ports.secrets }, 'matrix');
    const send = (
      change: { secret?: string; signedBody?: string; seconds?: number; key?: string; nonce?: string } = {},
    ) => {
      const timestamp = String(Math.floor(t.clock.now().getTime() / 1_000) + (change.seconds ?? 0));
      const nonce = change.nonce ?? t.clock.randomBytes(12).toString('base64url');
      const signed = { timestamp, nonce, address, body: change.signedBody ?? body };
      const headers = {
        'x-client': change.key ?? server.key,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': signatureOf(change.secret ?? server.secret, signed),
      };
      return t.raw(address, body, { headers });
    };
    const nonce = t.clock.randomBytes(12).toString('base64url');
    assert.ok(isDone((await send({ nonce })).code));
    const before = await businessFingerprint(t);
    for (const [why, change] of [
      ['sent twice', { nonce }],
      ['another body', { signedBody: `${body} ` }],
      ['another secret', { secret: `${server.secret}x` }],
      ['an unknown client', { key: 'nobody' }],
      ['too old', { seconds: -301 }],
      ['too early', { seconds: 301 }],
      ['a short nonce', { nonce: 'short' }],
    ] as const) {
      assert.equal((await send(change)).code, 401, why);
    }
    await t.db.updateTable('api_client').set({ status: 'off' }).where('name', '=', 'matrix').execute();
    assert.equal((await send()).code, 401, 'switched off');
    assert.equal(await businessFingerprint(t), before);
    const renewed = await issueClient({ ...t, secrets: t.ports.secrets }, 'matrix');
    assert.equal((await send()).code, 401, 'its former key');
    assert.ok(isDone((await send(renewed)).code));
  });
}

/** Names of input fields that contain station ids. */
const POINTERS = ['id', 'teamId', 'ids', 'teamIds', 'exceptId'] as const;
const shapeOf = (endpoint: Endpoint) =>
  (endpoint.input._zod.def as unknown as { shape?: Record<string, unknown> }).shape ?? {};

for (const [address, endpoint] of Object.entries<Endpoint>(endpoints)) {
  const pointers = POINTERS.filter((name) => name in shapeOf(endpoint));
  // Endpoints of `team.Terms` are excluded, because their ids are ids of terms, not of stations.
  const isAboutTeams = /^(team\.(?!Terms\/)|dashboard\.Index)/.test(address) || address === 'common.Sensitive/unmask';
  if (pointers.length === 0 || !isAboutTeams) continue;
  test(`${address}: refuses a station that is out of scope, deleted or missing, and does not reveal its name`, async () => {
    const rules = withParents(RULES.map((rule) => rule.id).filter((rule) => rule !== 1101));
    const name = await accountWith(rules, [own.id]);
    for (const wanted of [foreign.id, deletedId, t.ids.next()]) {
      const pointing = {
        ...hints,
        // Some endpoints accept several kinds of objects. They are tested with stations.
        objectType: fc.constant('team'),
        ...Object.fromEntries(pointers.map((key) => [key, fc.constant(wanted)])),
      };
      for (const input of validInputs(endpoint, INPUTS, SEED, pointing)) {
        const isPointed = pointers.some((key) => [(input as Record<string, unknown>)[key]].flat().includes(wanted));
        if (!isPointed) continue;
        const caller = await session(name);
        const before = await businessFingerprint(t);
        const answer = await call(address, endpoint, input, caller);
        const told = `${address} ${JSON.stringify(input)} → ${JSON.stringify(answer).slice(0, 400)}`;
        assert.ok(
          !JSON.stringify(answer).includes(foreign.name) && !JSON.stringify(answer).includes('Deleted station'),
          told,
        );
        const isWrite = endpoint.method === 'POST' && endpoint.audit !== null;
        if (isWrite) assert.equal(await businessFingerprint(t), before, told);
        const isOneObject = ['id', 'teamId'].some((key) => (input as Record<string, unknown>)[key] === wanted);
        if (isOneObject && !isDone(answer.code)) {
          // The server checks input and permission first. "Out of scope" and "missing" get the same response (DOMAIN §9, decision 28).
          assert.ok([40001, 40301, 40304, 40302].includes(answer.code), told);
        }
        if (isOneObject) assert.ok(!isDone(answer.code), told);
      }
    }
  });
}

async function newestTransaction(): Promise<string> {
  const { rows } = await t.database.pool.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id ?? assert.fail();
}

/** Finds tables, except orders and users, with a canary in a row that was written after `transaction`. Older rows were checked before. */
async function tablesWithCanary(before: Changes, transaction: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, count] of await changesOf(t)) {
    if (before.get(name) === count || ['customer_order', 'app_user'].includes(name)) continue;
    const hit = await t.database.pool.query(
      `select 1 from ${name} x where x.xmin::text::bigint > $1 and x::text like '%${CANARY}%' limit 1`,
      [transaction],
    );
    if (hit.rowCount) found.push(name);
  }
  return found;
}

for (const [address, endpoint] of Object.entries<Endpoint>(endpoints)) {
  test(`${address}: returns and accepts only the fields of its contract`, async () => {
    const extra = {
      isAdmin: CANARY,
      accountType: CANARY,
      created_by: CANARY,
      status: CANARY,
      state: CANARY,
      deletedAt: CANARY,
      ruleIds: [CANARY],
    };
    const declared = shapeOf(endpoint);
    const [before, transaction] = [await changesOf(t), await newestTransaction()];
    const strangers = Object.fromEntries(Object.entries(extra).filter(([key]) => !(key in declared)));
    for (const input of validInputs(endpoint, INPUTS, SEED + 1, hints)) {
      const { token, ticket } = await session();
      const sent = { ...(input as object), ...strangers };
      const poisoned = JSON.stringify(sent).replace(
        /}$/,
        `,"__proto__":{"isAdmin":"${CANARY}"},"constructor":{"x":"${CANARY}"}}`,
      );
      const answer =
        endpoint.method === 'POST'
          ? await t.raw(address, poisoned, { token, ticket, signed: endpoint.access === 'signed' })
          : await t.raw(address, asSent(endpoint, sent), { token, ticket });
      assert.ok(!JSON.stringify(answer).includes(CANARY), address);
      if (isDone(answer.code)) assert.deepEqual(endpoint.data.parse(answer.data), answer.data);
      assert.equal(({} as { isAdmin?: string }).isAdmin, undefined);
    }
    assert.deepEqual(await tablesWithCanary(before, transaction), []);
  });
}
