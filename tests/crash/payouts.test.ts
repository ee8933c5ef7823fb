import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { findOffences } from '../../server/modules/ledger';
import { openStage, type Person } from '../../server/modules/withdraw/testing';
import { databaseStore } from '../../server/simulators/database-store';
import { programArguments } from '../../server/testing-programs';
import type { Work } from './payout-program';

/**
 * Tests a process that is killed while it sends a payout or handles a callback (DOMAIN §4.4). After a kill at each tested point the
 * application is paid exactly once.
 */

/** Number of points at which the process is killed. `npm run crash` uses 20. */
const POINTS = Number(process.env.PAYOUT_POINTS ?? 5);
const AMOUNT_FEN = 1_000;
const HOUR_MS = 3_600_000;

let t: Awaited<ReturnType<typeof openStage>>;
let payer: Person;
before(async () => {
  t = await openStage();
  payer = await t.stage.person();
});
after(() => t.close());

/** Does the work in a separate process. @returns the number of SQL statements, or `null` when the process was killed */
async function elsewhere(work: Pick<Work, 'call' | 'after' | 'killAt'>): Promise<number | null> {
  const whole: Work = { ...work, url: t.database.url, now: t.clock.now().toISOString() };
  const child = spawn(process.execPath, programArguments('tests/crash/payout-program.ts'), {
    env: { ...process.env, WORK: JSON.stringify(whole) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal === 'SIGKILL') return null;
  assert.equal(code, 0, errors);
  return Number(/statements (\d+)/.exec(output)?.[1] ?? Number.NaN);
}

let serial = 0;
/** Creates an approved application for the next rider. */
async function approved(channel: 'wechat' | 'alipay'): Promise<number> {
  const rider = t.riders[serial % t.riders.length];
  serial += 1;
  assert.ok(rider);
  const owner = { subject: 'rider' as const, id: rider.id, teamId: rider.teamId };
  await t.stage.earn(owner, AMOUNT_FEN + 1_000);
  await t.stage.fund(channel, rider.teamId, 10_000_000);
  const payeeId = await t.stage.payee(owner, channel, channel === 'alipay' ? 'rider@example.com' : `o-crash-${serial}`);
  const id = await t.stage.apply(owner, payeeId, AMOUNT_FEN);
  await t.db
    .updateTable('withdraw_apply')
    .set({ created_at: new Date('2026-01-02T00:00:00Z'), state: 'approved' })
    .where('id', '=', id)
    .execute();
  return id;
}

async function payCall(id: number): Promise<NonNullable<Work['call']>> {
  const { version } = await t.stage.row(id);
  const token = await t.signIn(payer.account);
  return { address: 'finance.Withdraw/pay', input: { id, version }, token, ticket: await t.ticket(token) };
}

/** Selects the statements before which the process is killed: the first, the last, and statements at equal distances between them. */
const pointsOf = (statements: number): number[] =>
  Array.from({ length: POINTS }, (_, at) => 1 + Math.round((at * (statements - 1)) / (POINTS - 1)));

/** Counts how often the platforms have paid an application. */
async function paidTimes(id: number): Promise<number> {
  const numbers = (await t.stage.payouts(id)).map(({ po_no: no }) => no);
  const wx = await databaseStore(t.db, 'wxpay').list<{ outBillNo: string; finished: { state: string } | null }>(
    'transfer',
  );
  const ali = await databaseStore(t.db, 'alipay').list<{ outBizNo: string }>('transfer');
  return (
    wx.filter(({ value }) => numbers.includes(value.outBillNo) && value.finished?.state === 'SUCCESS').length +
    ali.filter(({ value }) => numbers.includes(value.outBizNo)).length
  );
}

/** Runs the jobs, as another process would, until the application is paid: at most six rounds. Starts a payout that has not started. */
async function goOn(id: number): Promise<void> {
  for (let round = 0; round < 6 && (await t.stage.state(id)) !== 'paid'; round += 1) {
    if ((await t.stage.state(id)) === 'approved') await t.stage.step('pay', id, payer);
    t.clock.advance(HOUR_MS);
    await t.stage.pursue();
    await t.stage.deliver();
  }
}

async function assertPaidOnce(id: number, what: string): Promise<void> {
  assert.equal(await t.stage.state(id), 'paid', what);
  assert.equal(await paidTimes(id), 1, what);
  const { no } = await t.stage.row(id);
  const entries = await t.db
    .selectFrom('ledger_txn')
    .select('biz_type')
    .where('biz_no', '=', no)
    .orderBy('biz_type')
    .execute();
  assert.deepEqual(
    entries.map(({ biz_type: type }) => type),
    ['WITHDRAW_FREEZE', 'WITHDRAW_PAY'],
    what,
  );
  const success = (await t.stage.payouts(id)).filter(({ state }) => state === 'success');
  assert.equal(success.length, 1, what);
}

test(`a payout whose process is killed at any of ${POINTS} points of sending it is paid once`, {
  timeout: 300_000,
}, async () => {
  const words = { after: 'insert into "payout"' };
  const whole = await approved('alipay');
  const statements = await elsewhere({ ...words, call: await payCall(whole), killAt: 0 });
  assert.ok(statements !== null && statements >= POINTS, `${statements} statements`);
  await assertPaidOnce(whole, 'without a kill');
  const met = new Set<string>();
  for (const killAt of pointsOf(statements)) {
    const id = await approved('alipay');
    assert.equal(await elsewhere({ ...words, call: await payCall(id), killAt }), null, `not killed at ${killAt}`);
    met.add(`${await t.stage.state(id)} ${await paidTimes(id)}`);
    await goOn(id);
    await assertPaidOnce(id, `killed at ${killAt} of ${statements}`);
  }
  // The kills left three states: payout not started; started but not sent; sent but without a stored result.
  for (const state of ['approved 0', 'paying 0', 'paying 1']) assert.ok(met.has(state), `${state} of ${[...met]}`);
  assert.deepEqual(await findOffences(t.db), []);
});

test(`a payout whose process is killed at any of ${POINTS} points of a callback is paid once`, {
  timeout: 300_000,
}, async () => {
  const words = { after: 'from "simulated_callback"' };
  /** Creates an application, pays it, and advances the clock by two minutes, in which the simulated payee confirms. */
  const confirmed = async () => {
    const id = await approved('wechat');
    await t.stage.step('pay', id, payer);
    assert.equal(await t.stage.state(id), 'awaitPayee');
    t.clock.advance(120_000);
    return id;
  };
  const whole = await confirmed();
  const statements = await elsewhere({ ...words, call: null, killAt: 0 });
  assert.ok(statements !== null && statements >= POINTS, `${statements} statements`);
  await assertPaidOnce(whole, 'without a kill');
  for (const killAt of pointsOf(statements)) {
    const id = await confirmed();
    await elsewhere({ ...words, call: null, killAt });
    await goOn(id);
    await assertPaidOnce(id, `killed at ${killAt} of ${statements}`);
  }
  assert.deepEqual(await findOffences(t.db), []);
});
