import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Input } from '../../../contract';
import { runJob } from '../../core/jobs';
import { createTestApp, type TestApp } from '../../testing';
import { balancesOf, postAll } from '../ledger';
import { deliverWaiting } from './delivery';
import { noticeJobs } from './jobs';

/** Tests the notice about a merchant number whose balance falls below the threshold of the rule. */

let t: TestApp;
let ownerId: number;
let numberId: number;
let version = 0;
let serial = 0;

before(async () => {
  t = await createTestApp();
  await t.signIn();
  ownerId = (await t.db.selectFrom('account').select('id').where('account', '=', 'owner').executeTakeFirstOrThrow()).id;
  numberId = t.ids.next();
  const number = { channel: 'wechat', role: 'both' as const, enabled: true, created_at: t.clock.now() };
  const unused = { ...number, id: t.ids.next(), mch_no: '1999990002', name: 'Unused' };
  await t.db
    .insertInto('merchant_number')
    .values([{ ...number, id: numberId, mch_no: '1999990001', name: 'Payouts' }, unused])
    .execute();
});
after(() => t.close());
beforeEach(async () => {
  for (const table of ['notice_outbox', 'bell_notice', 'notice_rule', 'low_balance'] as const)
    await t.db.deleteFrom(table).execute();
  version = 0;
  await save({});
});

async function save(change: Partial<Input<'dashboard.Notice/saveRule'>>): Promise<void> {
  const rule: Input<'dashboard.Notice/saveRule'> = {
    ...{ event: 'balanceBelow', enabled: true, threshold: 50_000, channels: ['inSite'], identityIds: [] },
    ...{ accountIds: [ownerId], teamAdmins: false, mergeMin: 0, quiet: null, version, ...change },
  };
  const answer = await t.call('dashboard.Notice/saveRule', rule, { token: await t.signIn() });
  assert.equal(answer.code, 100, answer.msg);
  version = answer.data.version;
}

/** Sets the balance of the merchant number, in two parts of different stations. */
async function fund(fen: number): Promise<void> {
  const balance = (await balancesOf(t.db, ['CHANNEL'], [numberId])).get(`CHANNEL:${numberId}`) ?? 0;
  const difference = fen - balance;
  if (difference === 0) return;
  serial += 1;
  const [dc, other] = difference > 0 ? (['D', 'C'] as const) : (['C', 'D'] as const);
  const lines = [
    { account: 'CHANNEL', ownerId: numberId, dc, amountFen: Math.abs(difference) },
    { account: 'SUSPENSE', ownerId: numberId, dc: other, amountFen: Math.abs(difference) },
  ] as const;
  const on = {
    bizNo: `B${serial}`,
    teamId: serial % 2,
    at: t.clock.now(),
    day: t.clock.now().toISOString().slice(0, 10),
  };
  await postAll(t, [{ ...on, bizType: 'RECON_SUSPEND', lines }]);
}

/** Runs the job twice. @returns the titles of the new notices */
async function watch(): Promise<string[]> {
  const job = noticeJobs(t.ports.sms).find(({ name }) => name === 'notice-balances');
  assert.ok(job);
  for (let round = 0; round < 2; round += 1) await runJob(job, t);
  await deliverWaiting(t.db, t.clock, t.ids);
  const rows = await t.db.deleteFrom('bell_notice').returning(['title', 'content', 'link']).execute();
  for (const { content, link } of rows) {
    assert.match(content['en-US'], /^The balance of 1999990001 is below ¥\d/);
    assert.equal(link, '/financial/merchantIdFunds?part=numbers');
  }
  return rows.map(({ title }) => title['en-US']);
}
const LOW = ['Merchant number balance is low: Payouts'];

test('a balance that falls below the threshold is reported once, and again only after it has recovered', async () => {
  await fund(50_000);
  assert.deepEqual(await watch(), []);
  await fund(49_999);
  assert.deepEqual(await watch(), LOW);
  await fund(100);
  t.clock.advance(8 * 24 * 3_600_000);
  assert.deepEqual(await watch(), [], 'still below');
  await fund(50_000);
  assert.deepEqual(await watch(), []);
  await fund(-1);
  assert.deepEqual(await watch(), LOW, 'also below zero');
});

test('a higher threshold reports a number that is now below it, and a lower threshold forgets it', async () => {
  await fund(60_000);
  assert.deepEqual(await watch(), []);
  await save({ threshold: 60_001 });
  assert.deepEqual(await watch(), LOW);
  await save({ threshold: 60_000 });
  assert.deepEqual(await watch(), []);
  await save({ threshold: 70_000 });
  assert.deepEqual(await watch(), LOW);
});

test('a disabled rule and a disabled merchant number report nothing; once enabled, a low balance is reported', async () => {
  await fund(10);
  await save({ enabled: false });
  assert.deepEqual(await watch(), []);
  const enable = (enabled: boolean) =>
    t.db.updateTable('merchant_number').set({ enabled }).where('id', '=', numberId).execute();
  await save({});
  await enable(false);
  assert.deepEqual(await watch(), []);
  await enable(true);
  assert.deepEqual(await watch(), LOW);
});

test('until a rule is saved, the threshold is ¥1,000', async () => {
  await t.db.deleteFrom('notice_rule').execute();
  await fund(100_000);
  assert.deepEqual(await watch(), []);
  await fund(99_999);
  assert.deepEqual(await watch(), LOW);
});
