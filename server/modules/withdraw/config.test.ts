import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Data } from '../../../contract';
import { PAYMENT } from '../../../contract/payment.settings';
import type { WithdrawConfig } from '../../../contract/withdraw.settings';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';

/** These tests cover the withdrawal configuration (DOMAIN §3.5). */

let t: TestApp;
let owner: string;
before(async () => {
  t = await createTestApp();
});
after(() => t.close());
beforeEach(async () => {
  owner = await t.signIn();
  await t.db.deleteFrom('site_setting').where('group_key', 'like', 'withdraw%').execute();
  await t.db.deleteFrom('config_state').execute();
});

type Subject = 'team' | 'rider' | 'franchisee';
const read = async (group: Subject = 'team') =>
  (await t.call('finance.WithdrawConfig/get', { group }, { token: owner })).data as Data<'finance.WithdrawConfig/get'>;
/** Saves the present values with these changes. It sets the channel to "bank", because online channels need payment settings. */
async function save(changes: Partial<WithdrawConfig>, group: Subject = 'team') {
  const { values, version } = await read(group);
  const input = { group, values: { ...values, channels: ['bank'], ...changes }, version };
  return t.call('finance.WithdrawConfig/save', input, { token: owner, ticket: await t.ticket(owner) });
}
const faults = ({ data }: { data: unknown }) =>
  ((data as { errors?: { field: string; message: string }[] } | null)?.errors ?? []).map(({ field, message }) => [
    field,
    message,
  ]);
const calc = (input: { subject: Subject; amountFen: number; usedFreeTimes?: number }) =>
  t.call('finance.WithdrawConfig/calc', input, { token: owner });

test('each kind of applicant starts from its own defaults', async () => {
  const [team, rider] = [await read('team'), await read('rider')];
  assert.deepEqual([team.values.minFen, team.values.maxFen, team.values.feeType], [10_000, 5_000_000, 'rate']);
  assert.deepEqual([rider.values.minFen, rider.values.maxFen, rider.values.feeType], [1_000, 500_000, 'none']);
  assert.deepEqual((await read('franchisee')).values, team.values);
});

test('a value that contradicts another value is refused at its field', async () => {
  const bad = await save({ minFen: 6_000_000, dailyAmountFen: 4_999_999, feeMinFen: 5_001, timeTo: '09:00' });
  assert.equal(bad.code, 40001);
  assert.deepEqual(faults(bad), [
    ['minFen', '最低金额不能大于最高金额'],
    ['dailyAmountFen', '每日总额不能低于单笔最高'],
    ['feeMinFen', '最低手续费不能大于最高手续费'],
    ['timeTo', '结束时间必须晚于开始时间'],
  ]);
  assert.deepEqual(faults(await save({ multipleFen: 6_000_000 })), [['multipleFen', '最低与最高之间没有该倍数的金额']]);
  assert.deepEqual(faults(await save({ feeRateBp: 1_001 })).length, 1);
  assert.equal((await read()).version, 0);
});

test('the fee fields of a free withdrawal are not checked', async () => {
  assert.equal((await save({ feeType: 'none', feeMinFen: 9_000, feeMaxFen: 1 })).code, 100);
});

test('an online channel needs enabled payment settings; bank and offline need none', async () => {
  const off = await save({ channels: ['wechat', 'alipay', 'bank'] });
  assert.equal(off.code, 42330);
  assert.deepEqual(faults(off), [['channels', '请先在支付配置中启用：微信支付, 支付宝']]);
  await t.db
    .insertInto('config_state')
    .values({
      group_key: PAYMENT.groups.wx.key,
      enabled: true,
      changed_at: new Date(TEST_NOW),
      changed_by: 1,
      version: 1,
    })
    .execute();
  assert.deepEqual(faults(await save({ channels: ['wechat', 'alipay'] })), [
    ['channels', '请先在支付配置中启用：支付宝'],
  ]);
  assert.equal((await save({ channels: ['wechat', 'bank', 'offline'] })).code, 100);
});

test('saving needs a second verification and makes a version with author and time', async () => {
  const { values, version } = await read();
  const input = { group: 'team' as const, values: { ...values, channels: ['bank'], minFen: 20_000 }, version };
  assert.equal((await t.call('finance.WithdrawConfig/save', input, { token: owner })).code, 40303);
  assert.equal((await save({ minFen: 20_000 })).code, 100);
  const history = await t.call('finance.WithdrawConfig/getHistory', { group: 'team' }, { token: owner });
  const [newest] = (history.data as Data<'finance.WithdrawConfig/getHistory'>).list;
  assert.deepEqual([newest?.version, newest?.changed], [1, ['minFen', 'channels']]);
  assert.ok(newest?.byName);
});

test('the calculator uses the configuration in force', async () => {
  assert.deepEqual((await calc({ subject: 'team', amountFen: 100_000, usedFreeTimes: 1 })).data, {
    feeFen: 600,
    netFen: 99_400,
    free: false,
    configVersion: 0,
  });
  assert.equal(((await calc({ subject: 'team', amountFen: 100_000 })).data as { free: boolean }).free, true);
  await save({ feeRateBp: 100, freeTimesPerMonth: 0, feeMaxFen: 100_000 });
  assert.deepEqual((await calc({ subject: 'team', amountFen: 100_000 })).data, {
    feeFen: 1_000,
    netFen: 99_000,
    free: false,
    configVersion: 1,
  });
  assert.equal((await calc({ subject: 'team', amountFen: 9_999 })).code, 42251);
  assert.equal((await calc({ subject: 'team', amountFen: 5_000_001 })).code, 42252);
});

test('an amount that does not cover its fee is refused', async () => {
  await save({ minFen: 10, feeType: 'fixed', feeFixedFen: 100, freeTimesPerMonth: 0 });
  assert.equal((await calc({ subject: 'team', amountFen: 100 })).code, 42257);
  assert.equal(((await calc({ subject: 'team', amountFen: 101 })).data as { netFen: number }).netFen, 1);
});
