import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { systemClock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { createTestDatabase, type TestDatabase } from '../../core/database/testing';
import { withTransaction } from '../../core/database/transaction';
import { createIds } from '../../core/ids';
import { compareMonth } from './recon-compare';
import { comparePremiums, type Gap, type Premium } from './rules';
import { fillMonth, MONTH } from './testing';

/** Tests that the SQL comparison of an insurer's file finds the same differences as `comparePremiums`, which compares line by line. */

const COUNT = 20_000;
const ids = createIds({ clock: systemClock, node: 0 });
let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await fillMonth(database.db, COUNT);
  // These policies are not posted, so the comparison must ignore them.
  await sql`update insure_policy set tx_no = null, state = 'failed', insurer_no = null, premium_fen = 0 where id % 997 = 0`.execute(
    database.db,
  );
});
after(() => database.close());

type Numbers = readonly [policyId: number | null, no: string | null, insurerNo: string | null];

/** Adds a difference that was already adjusted by this amount. */
async function adjust([policyId, no, insurerNo]: Numbers, fen: number): Promise<void> {
  const id = ids.next();
  await sql`
    insert into insure_gap (id, month_id, policy_id, policy_no, insurer_no, kind, state, adjust_fen, adjust_no, tx_no, resolved_at)
    values (${id}, ${MONTH.id}, ${policyId}, ${no}, ${insurerNo}, ${policyId === null ? 'notOurs' : 'amount'}, 'adjusted', ${fen},
      ${`IA${id}`}, 'TX', now())`.execute(database.db);
}

/**
 * Reads our premiums in the order in which ./recon-compare passes them to `comparePremiums`: policies by id, then adjusted charges without
 * a policy.
 */
async function ours(db: Kysely<Database>): Promise<(Premium & { id: number | null })[]> {
  const { rows } = await sql<Premium & { id: number | null }>`
    select p.id, no, insurer_no as "insurerNo", premium_fen + coalesce((select sum(adjust_fen) from insure_gap where policy_id = p.id
      and state = 'adjusted'), 0)::bigint as "premiumFen"
    from insure_policy p where tx_no is not null
    union all
    select null, coalesce(policy_no, ''), coalesce(insurer_no, ''), sum(adjust_fen)::bigint from insure_gap
    where policy_id is null and state = 'adjusted' group by 2, 3
    order by 1 nulls last, 2, 3`.execute(db);
  return rows;
}

/** Finds the expected differences: `comparePremiums` compares the lines one by one. */
async function expected(lines: readonly Premium[]): Promise<(Gap & { policyId: number | null })[]> {
  const premiums = await ours(database.db);
  const policies = new Map(
    premiums.map(({ id, no }) => [no, id]).filter(([, id]) => id !== null) as [string, number][],
  );
  const comparison = comparePremiums(premiums);
  const found = lines.flatMap((line) => comparison.take(line) ?? []);
  return [...found, ...comparison.rest()].map((gap) => ({
    ...gap,
    policyId: gap.kind === 'notOurs' ? null : (policies.get(gap.no ?? '') ?? null),
  }));
}

async function* batches(lines: readonly Premium[]): AsyncGenerator<readonly Premium[]> {
  for (let at = 0; at < lines.length; at += 3_000) yield lines.slice(at, at + 3_000);
}
const compare = (lines: readonly Premium[]) =>
  withTransaction(database.db, (db) => compareMonth({ db, ids }, MONTH, batches(lines)));

/** Reads the open differences, ordered by id. */
async function stored(): Promise<(Gap & { policyId: number | null })[]> {
  const { rows } = await sql<Gap & { policyId: number | null }>`
    select kind, policy_no as no, insurer_no as "insurerNo", our_fen as "ourFen", their_fen as "theirFen", policy_id as "policyId"
    from insure_gap where state = 'open' order by id`.execute(database.db);
  return rows;
}
const sorted = (gaps: readonly Gap[]) => gaps.map((gap) => JSON.stringify(Object.entries(gap).sort())).sort();

async function assertSame(lines: readonly Premium[]): Promise<void> {
  const wanted = await expected(lines);
  const { count, fen, gaps } = await compare(lines);
  assert.deepEqual([count, fen], [lines.length, lines.reduce((sum, { premiumFen }) => sum + premiumFen, 0)]);
  const found = await stored();
  assert.equal(gaps, found.length);
  assert.deepEqual(sorted(found), sorted(wanted));
  const inFile = (all: readonly Gap[]) =>
    all.flatMap(({ theirFen, no, insurerNo }) => (theirFen === null ? [] : [[no, insurerNo]]));
  assert.deepEqual(inFile(found), inFile(wanted));
}

/** Returns a generator of numbers from 0 to 1 that are the same in every run. */
function random(): () => number {
  let state = 7;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Generates lines with every kind of difference, in random order. */
function disturbed(): Premium[] {
  const next = random();
  const lines: Premium[] = [];
  for (let n = 1; n <= COUNT; n += 1) {
    const line = { no: `IP${n}`, insurerNo: `PX${n}`, premiumFen: 300 + (n % 100) };
    const chance = next();
    if (chance < 0.02) continue;
    if (chance < 0.04) lines.push({ ...line, premiumFen: line.premiumFen + 7 });
    else if (chance < 0.06) lines.push({ ...line, no: '' });
    else if (chance < 0.08) lines.push({ ...line, insurerNo: '' });
    else if (chance < 0.1) lines.push({ ...line, insurerNo: `other ${n}` }, line);
    else if (chance < 0.12) lines.push(line, line);
    else if (chance < 0.13) lines.push(line, { ...line, no: `IP${n + 1}` });
    else if (chance < 0.14) lines.push({ no: '', insurerNo: `unknown ${n}`, premiumFen: 300 });
    else if (chance < 0.15) lines.push({ no: `unknown ${n}`, insurerNo: '', premiumFen: 300 });
    else lines.push(line);
  }
  return lines
    .map((line) => ({ line, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ line }) => line);
}

test('a comparison of 20,000 lines finds the same differences by SQL join as line by line', async () => {
  await assertSame(disturbed());
});

test('adjusted premiums and charges with policy numbers give the same differences by SQL join as line by line', async () => {
  for (let n = 10; n < 400; n += 13) {
    await adjust([n, `IP${n}`, `PX${n}`], n % 2 === 0 ? 7 : -(300 + (n % 100)));
    await adjust([null, `IP${n + 1}`, `PX${n + 1}`], 50 + n);
    await adjust([null, `IP${n + 2}`, `PX${n + 3}`], 300);
    await adjust([null, `IP${n + 4}`, null], 300);
    await adjust([null, null, `unknown ${n}`], 300);
    await adjust([null, `unknown ${n}`, `other ${n + 5}`], 20);
  }
  await assertSame(disturbed());
});

test('a file of another month differs in every policy, and the right file replaces its differences', async () => {
  const { gaps } = await compare([{ no: 'IP0', insurerNo: 'PX0', premiumFen: 1 }]);
  assert.ok(gaps > COUNT * 0.99);
  const whole = (await ours(database.db)).filter(({ premiumFen }) => premiumFen !== 0);
  assert.equal((await compare(whole)).gaps, 0);
  assert.deepEqual(await stored(), []);
});
