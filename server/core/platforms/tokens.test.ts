import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import { createSecretBox } from '../access/secrets';
import { type FixedClock, fixedClock } from '../clock';
import { type Connection, connect } from '../database/connect';
import { createTestDatabase, type TestDatabase } from '../database/testing';
import { UpstreamFailure } from './outbound';
import type { TokenName } from './ports';
import { createTokens } from './tokens';

const TWO_HOURS = 7_200;

let database: TestDatabase;
let other: Connection;
let clock: FixedClock;
let serial = 0;
let fetches = 0;
let name: TokenName;

before(async () => {
  database = await createTestDatabase();
  other = connect(database.url, { max: 4 });
});
after(async () => {
  await other.close();
  await database.close();
});
beforeEach(() => {
  serial += 1;
  fetches = 0;
  clock = fixedClock('2026-03-01T11:40:00+08:00');
  name = { platform: 'testpay', environment: 'simulator', account: `app${serial}`, kind: 'access' };
});

const box = (key = 7) => createSecretBox([Buffer.alloc(32, key)], clock);
const tokensOf = (on: Pick<Connection, 'db'>) => createTokens({ db: on.db, clock, secrets: box() });
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
async function fetchNew(expiresInSeconds = TWO_HOURS) {
  fetches += 1;
  const token = `token ${fetches}`;
  await pause(20);
  return { token, expiresInSeconds };
}

test('fifty parallel callers of two processes fetch once and get the same token', async () => {
  const processes = [tokensOf(database), tokensOf(other)] as const;
  const tokens = await Promise.all(
    Array.from({ length: 50 }, (_, index) => processes[index % 2 === 0 ? 0 : 1].accessToken(name, fetchNew)),
  );
  assert.equal(fetches, 1);
  assert.deepEqual(new Set(tokens), new Set(['token 1']));
});

test('environments, accounts and kinds have separate tokens', async () => {
  const tokens = tokensOf(database);
  const names = [name, { ...name, environment: 'production' as const }, { ...name, kind: 'ticket' }];
  const found = [];
  for (const one of names) found.push(await tokens.accessToken(one, fetchNew));
  assert.deepEqual(found, ['token 1', 'token 2', 'token 3']);
  for (const one of names) await tokens.accessToken(one, fetchNew);
  assert.equal(fetches, 3);
});

test('after a process dies between fetch and store, the next caller fetches again', async () => {
  const dying = tokensOf(other).accessToken(name, async () => {
    const fetched = await fetchNew();
    // This closes the database connection of the process that fetches, as when that process is killed.
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`.execute(database.db);
    return fetched;
  });
  await assert.rejects(dying);
  assert.equal(await tokensOf(database).accessToken(name, fetchNew), 'token 2');
});

test('a waiting process fetches when the previous one fails', async () => {
  let fail: (error: Error) => void = () => undefined;
  let begun: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const first = tokensOf(other).accessToken(name, () => {
    begun();
    return new Promise((_resolve, reject) => {
      fail = reject;
    });
  });
  await isBegun;
  const second = tokensOf(database).accessToken(name, fetchNew);
  fail(new UpstreamFailure('busy'));
  await assert.rejects(first, UpstreamFailure);
  assert.equal(await second, 'token 1');
});

test('a token is fetched again ten minutes before it expires', async () => {
  const tokens = tokensOf(database);
  await tokens.accessToken(name, fetchNew);
  clock.advance(TWO_HOURS * SECOND_MS - 10 * MINUTE_MS - 1);
  assert.equal(await tokens.accessToken(name, fetchNew), 'token 1');
  clock.advance(1);
  assert.equal(await tokens.accessToken(name, fetchNew), 'token 2');
});

test('a short-lived token is fetched again when a tenth of its lifetime is left', async () => {
  const tokens = tokensOf(database);
  const short = () => fetchNew(300);
  await tokens.accessToken(name, short);
  clock.advance(270 * SECOND_MS - 1);
  assert.equal(await tokens.accessToken(name, short), 'token 1');
  clock.advance(1);
  assert.equal(await tokens.accessToken(name, short), 'token 2');
});

test('while the platform refuses a new token, the former token is used until exactly its expiry', async () => {
  const tokens = tokensOf(database);
  await tokens.accessToken(name, fetchNew);
  const refused = async () => {
    throw new UpstreamFailure('busy');
  };
  clock.advance(TWO_HOURS * SECOND_MS - 1);
  assert.equal(await tokens.accessToken(name, refused), 'token 1');
  clock.advance(1);
  await assert.rejects(tokens.accessToken(name, refused), UpstreamFailure);
});

test('a refused token is fetched again once, however many callers report it', async () => {
  const processes = [tokensOf(database), tokensOf(other)] as const;
  const stale = await processes[0].accessToken(name, fetchNew);
  const again = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const tokens = processes[index % 2 === 0 ? 0 : 1];
      await tokens.invalidateToken(name, stale);
      return tokens.accessToken(name, fetchNew);
    }),
  );
  assert.deepEqual(new Set(again), new Set(['token 2']));
  await processes[1].invalidateToken(name, stale);
  assert.equal(await processes[1].accessToken(name, fetchNew), 'token 2');
  assert.equal(fetches, 2);
});

test('tokens are stored encrypted, and a token encrypted with another key is fetched again', async () => {
  await tokensOf(database).accessToken(name, fetchNew);
  const { sealed } = await database.db
    .selectFrom('platform_token')
    .select('sealed')
    .where('account', '=', `simulator/${name.account}`)
    .executeTakeFirstOrThrow();
  assert.equal(sealed.includes('token 1'), false);
  const later = createTokens({ db: database.db, clock, secrets: box(8) });
  assert.equal(await later.accessToken(name, fetchNew), 'token 2');
});
