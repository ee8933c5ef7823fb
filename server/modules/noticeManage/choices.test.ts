import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Input } from '../../../contract';
import { text } from '../../../contract/text';
import type { SmsPort } from '../../core/platforms/ports';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';
import { notify } from '../notice';
import { deliverWaiting } from './delivery';
import { isReceiver, thoseWhoWant } from './rules';

let t: TestApp;
let owner: string;
let people: { id: number; account: string; token: string }[];
const sms: SmsPort = {
  isSimulated: async () => false,
  repeats: async () => true,
  send: async () => undefined,
  quotaLeft: async () => null,
};

before(async () => {
  t = await createTestApp({ ports: { sms } });
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  owner = await t.signIn();
  for (const table of ['notice_outbox', 'bell_notice', 'notice_rule', 'notice_sms', 'notice_choice'] as const)
    await t.db.deleteFrom(table).execute();
  people = [];
  for (const _one of [1, 2]) {
    const { id, account } = await t.account({ rules: [2, 4] });
    people.push({ id, account, token: await t.signIn(account) });
  }
  const rule: Input<'dashboard.Notice/saveRule'> = {
    event: 'loginRisk',
    enabled: true,
    threshold: null,
    channels: ['inSite', 'sms'],
    identityIds: [],
    accountIds: people.map(({ id }) => id),
    teamAdmins: false,
    mergeMin: 0,
    quiet: null,
    version: 0,
  };
  assert.equal((await t.call('dashboard.Notice/saveRule', rule, { token: owner })).code, 100);
});

const NEWS = { title: text('新', 'News', 'Novo', '新'), content: text('内', 'Inside', 'Dentro', '內') };
const first = () => people[0] ?? assert.fail('nobody is there');
const second = () => people[1] ?? assert.fail('nobody else is there');
const save = (input: Input<'dashboard.Account/saveNotify'>, token = first().token) =>
  t.call('dashboard.Account/saveNotify', input, { token, locale: 'en-US' });
const get = async (token = first().token) =>
  (await t.call('dashboard.Account/getNotify', {}, { token, locale: 'en-US' })).data;
async function tell(accountIds: readonly number[] = []) {
  await notify(t, { ...NEWS, event: 'loginRisk', accountIds });
  await deliverWaiting(t.db, t.clock, t.ids);
}
async function told() {
  const read = async (table: 'bell_notice' | 'notice_sms') =>
    (await t.db.selectFrom(table).select('account_id as id').orderBy('account_id').execute()).map(({ id }) => id);
  return { inSite: await read('bell_notice'), sms: await read('notice_sms') };
}

test('a user who disables a channel gets no notices through it, but still through the other; other users get both', async () => {
  const [one, two] = [first().id, second().id];
  assert.equal((await save({ event: 'loginRisk', channel: 'inSite', on: false })).code, 100);
  await tell();
  assert.deepEqual(await told(), { inSite: [two], sms: [one, two] });
  assert.equal((await save({ event: 'loginRisk', channel: 'sms', on: false })).code, 100);
  await tell();
  assert.deepEqual(await told(), { inSite: [two, two], sms: [one, two, two] });
  assert.equal((await save({ event: 'loginRisk', channel: 'inSite', on: true })).code, 100);
  await tell();
  assert.deepEqual((await told()).inSite, [one, two, two, two]);
});

test('notices about one’s own account arrive in the console regardless of choices', async () => {
  await save({ event: 'loginRisk', channel: 'inSite', on: false });
  await tell([first().id]);
  assert.deepEqual((await told()).inSite, [first().id, second().id]);
});

test('the matrix shows which rules apply to the reader, their choices, and the state of each channel', async () => {
  await save({ event: 'loginRisk', channel: 'sms', on: false });
  const mine = await get();
  assert.deepEqual(
    mine.list.map(({ event, receives }) => [event, receives]),
    [
      ['loginRisk', true],
      ['certExpiring', false],
      ['riderSuspended', false],
      ['policyFailed', false],
      ['inspectionOverdue', false],
      ['incidentSevere', false],
      ['applicationNew', false],
      ['franchiseOverdue', false],
      ['franchiseExpiring', false],
      ['franchiseeAdjustPending', false],
      ['teamAutoChange', false],
      ['fundAdjustPending', false],
      ['teamTermsPending', false],
      ['fundAuditPending', false],
      ['withdrawPending', false],
      ['withdrawFailed', false],
      ['foodLossNew', false],
      ['foodLossAsked', false],
      ['foodLossDecided', false],
      ['foodLossAppeal', false],
      ['statementSent', false],
      ['statementDisputed', false],
      ['depositLow', false],
      ['auditHeadKept', false],
      ['auditHeadLost', false],
      ['transferPending', false],
      ['reconDiff', false],
      ['balanceBelow', false],
      ['problemReported', false],
      ['callbackFailed', false],
      ['configExpiring', false],
      ['miniAudit', false],
      ['exportReady', false],
    ],
  );
  assert.deepEqual(mine.list[0]?.cells, [
    { channel: 'inSite', used: true, on: true, fixed: false },
    { channel: 'sms', used: true, on: false, fixed: false },
  ]);
  assert.deepEqual(
    mine.channels.map(({ text: name, state }) => [name, state]),
    [
      ['In-site', 'ready'],
      ['SMS', 'ready'],
      ['Official account', 'missing'],
    ],
  );
  assert.equal((await get(second().token)).list[0]?.cells[1]?.on, true, 'a choice is one’s own');
});

test('each choice leaves one record with the former state, and a repeated choice changes nothing', async () => {
  const off = { event: 'loginRisk', channel: 'sms', on: false } as const;
  const answers = [await save(off), await save(off), await save({ ...off, on: true })];
  const rows = await t.db
    .selectFrom('operation_record')
    .select(['module', 'object_id as objectId', 'before', 'after'])
    .where(
      'request_id',
      'in',
      answers.map(({ requestId }) => requestId),
    )
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map(({ module, objectId, before: was, after: is }) => [
      module,
      Number(objectId),
      (was as { on: boolean }).on,
      (is as { on: boolean }).on,
    ]),
    [
      ['profile', first().id, true, false],
      ['profile', first().id, false, false],
      ['profile', first().id, false, true],
    ],
  );
});

test('an unknown event or channel is refused', async () => {
  for (const input of [
    { event: 'toString', channel: 'sms', on: false },
    { event: 'loginRisk', channel: 'officialAccount', on: false },
    { event: 'loginRisk', channel: 'sms' },
  ])
    assert.equal((await t.raw('dashboard.Account/saveNotify', input, { token: first().token })).code, 40001);
});

test('withdrawals and safety incidents always stay in the console, but their text messages can be disabled', () => {
  const crowd = [{ id: 1 }, { id: 2 }];
  const off = [
    { accountId: 1, channel: 'inSite' as const },
    { accountId: 1, channel: 'sms' as const },
  ];
  for (const event of ['withdrawPending', 'withdrawFailed', 'incidentSevere']) {
    assert.deepEqual(thoseWhoWant(crowd, off, event, 'inSite'), crowd);
    assert.deepEqual(thoseWhoWant(crowd, off, event, 'sms'), [{ id: 2 }]);
  }
  assert.deepEqual(thoseWhoWant(crowd, off, 'loginRisk', 'inSite'), [{ id: 2 }]);
});

test('a rule includes users with the page right by identity or name, and station administrators; a disabled rule includes none', () => {
  const rule = { enabled: true, identityIds: [5], accountIds: [7], teamAdmins: true };
  const nobody = { id: 1, identityIds: [] as number[], isTeamAdmin: false, holdsRight: true };
  assert.equal(isReceiver(rule, nobody), false);
  assert.equal(isReceiver(rule, { ...nobody, identityIds: [4, 5] }), true);
  assert.equal(isReceiver(rule, { ...nobody, id: 7 }), true);
  assert.equal(isReceiver(rule, { ...nobody, id: 7, holdsRight: false }), false);
  assert.equal(isReceiver(rule, { ...nobody, isTeamAdmin: true, holdsRight: false }), true);
  assert.equal(isReceiver({ ...rule, enabled: false }, { ...nobody, id: 7 }), false);
});
