import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Data, Input } from '../../../contract';
import type { WithSums } from '../../../contract/endpoint';
import { BALANCE_KEYS, FLOW_KEYS } from '../../../contract/finance.figures';
import { withParents } from '../../../contract/permissions';
import { createTestApp, type TestApp } from '../../testing';
import { prepareGround } from '../../testing-stations';
import {
  addSettleLines,
  channelFee,
  depositIn,
  type Entry,
  endBill,
  findOffences,
  markBills,
  openBill,
  orderPay,
  orderRefund,
  orderSettle,
  postAll,
  reopenDay,
  reverse,
  type SettleLine,
  snapshotOf,
} from '../ledger';

/** Days of the test data. The test clock shows 2026-03-01. */
const DAYS = [
  '2026-02-20',
  '2026-02-24',
  '2026-02-25',
  '2026-02-26',
  '2026-02-27',
  '2026-02-28',
  '2026-03-01',
] as const;
const FRAME = { dayFrom: '2026-02-24', dayTo: '2026-03-01' };

let t: TestApp;
let owner: string;
let stations: number[];

before(async () => {
  t = await createTestApp();
  owner = await t.signIn();
  const ground = await prepareGround(t);
  stations = [(await ground.open()).id, (await ground.open()).id, (await ground.open()).id];
  await t.db
    .insertInto('merchant_number')
    .values(
      [1, 2].map((id) => ({
        id,
        channel: 'wechat',
        mch_no: `199999000${id}`,
        name: `No ${id}`,
        created_at: t.clock.now(),
      })),
    )
    .execute();
  await makeHistory();
});
after(async () => {
  assert.deepEqual(await findOffences(t.db), []);
  assert.deepEqual(t.faults, []);
  await t.close();
});

const tools = () => ({ db: t.db, ids: t.ids, clock: t.clock });

/** Returns a generator of pseudo-random numbers that are the same in every run. */
function chances(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

/** Creates payments, refunds, settlements, reserves, fees of payment channels and reversals over several days and stations. */
async function makeHistory(): Promise<void> {
  const chance = chances(7);
  for (const [index, day] of DAYS.entries()) {
    const at = new Date(Date.parse(`${day}T02:00:00Z`));
    const entries: Entry[] = [];
    const lines: SettleLine[] = [];
    for (let n = 0; n < 14; n += 1) {
      const teamId = stations[chance(3)] as number;
      const goodsFen = 800 + chance(9_000);
      const deliveryFen = 300 + chance(500);
      const subsidyFen = chance(4) === 0 ? 100 : 0;
      const payment = {
        channelFen: goodsFen + deliveryFen - subsidyFen,
        merchantNumberId: 1 + chance(2),
        balanceFen: 0,
        userId: 5,
        subsidyFen,
      };
      const on = { bizNo: `${day}-${n}`, teamId, at: new Date(at.getTime() + n * 60_000), day };
      const bill = { counterType: 'user' as const, counterId: 5, orderNo: on.bizNo, channel: 'wechat' };
      const paid = orderPay(on, payment, bill);
      if (paid) entries.push(paid);
      const fate = chance(5);
      if (fate === 0) {
        entries.push(orderRefund(on, payment, { before: 0, amountFen: payment.channelFen }, bill));
      } else if (fate > 1) {
        const terms = {
          settlementMode: 'balance',
          settleCycle: 'T1',
          feePlanId: null,
          planName: null,
          planFrom: null,
          rateBp: 600,
          fixedFen: 10,
          riderShareBp: 8_000,
          franchiseeId: 9,
          shareRateBp: 2_000,
        } as const;
        const cost = snapshotOf(terms, { goodsFen, deliveryFen, promotionFeeFen: chance(2) * 50 });
        const order = { goodsFen, payment, refundedFen: 0, merchantId: 3, riderId: 4, cost };
        const settled = orderSettle(on, order, false);
        entries.push(...settled.entries);
        if (settled.pendingFen > 0) {
          lines.push({ teamId, orderNo: on.bizNo, amountFen: settled.pendingFen, dueAt: on.at, at: on.at });
        }
      }
    }
    const deposit = { bizNo: `D${index}`, teamId: stations[0] as number, at, day };
    entries.push(depositIn(deposit, { subject: 'team', id: deposit.teamId }, 10_000 + index, 1, {}));
    entries.push(channelFee({ bizNo: `F${index}`, teamId: 0, at, day }, 1, 77 + index, { counterId: 1 }));
    const posted = await postAll({ ...tools(), isHistory: true }, entries);
    await addSettleLines(tools(), lines);
    const place = entries.findIndex(({ bizType }) => bizType === 'DEPOSIT_IN');
    if (index % 2 === 0) {
      const original = { teamId: deposit.teamId, id: posted[place]?.id ?? 0 };
      await reverse(tools(), original, { at, day, remark: 'typed wrongly', operatorId: 0 });
    }
  }
}

type Summary = Data<'finance.Information/getSummary'>;
const summaryOf = async (input: Input<'finance.Information/getSummary'>, token = owner): Promise<WithSums<Summary>> =>
  (await t.call('finance.Information/getSummary', input, { token })).data;
const movements = async (input: Input<'finance.Information/getMovements'>, token = owner) =>
  t.call('finance.Information/getMovements', input, { token });
const groups = async (input: Input<'finance.Information/getByTeam'>, token = owner) =>
  (await t.call('finance.Information/getByTeam', { limit: 100, ...input }, { token })).data;
const second = async (address: 'closeDay' | 'reopenDay', input: Record<string, string>, token = owner) =>
  t.raw(`finance.Information/${address}`, input, { token, ticket: await t.ticket(token) });

/** Closes all days up to `last`, the oldest first. */
async function closeUntil(last: string, token = owner): Promise<void> {
  for (const day of DAYS) {
    if (day > last) return;
    const { code, msg } = await second('closeDay', { day }, token);
    assert.equal(code, 100, `${day}: ${msg}`);
  }
}

/** Checks that each figure of the summary equals the sum of its list of movements. */
async function everyFigureIsItsMovements(): Promise<void> {
  for (const teamIds of [undefined, [stations[0] as number], [stations[1] as number, stations[2] as number]]) {
    const own = teamIds ? { teamIds } : {};
    const summary = await summaryOf({ ...FRAME, ...own });
    for (const figure of FLOW_KEYS) {
      const told = `${figure} of ${JSON.stringify(teamIds)}`;
      const { data } = await movements({ figure, ...FRAME, ...own, limit: 100 });
      assert.equal(data.summary.amountFen, summary.flows[figure], told);
      if (data.total <= 100) {
        const [debit, credit] = [
          data.list.reduce((sum, row) => sum + row.debitFen, 0),
          data.list.reduce((sum, row) => sum + row.creditFen, 0),
        ];
        assert.deepEqual([debit, credit], [data.summary.debitFen, data.summary.creditFen], told);
      }
    }
    for (const figure of BALANCE_KEYS) {
      const { data } = await movements({ figure, ...FRAME, ...own });
      assert.equal(data.summary.closingFen, summary.balances[figure], `${figure} of ${JSON.stringify(teamIds)}`);
    }
    for (const group of ['team', 'day', 'region'] as const) {
      const { list, summary: whole } = await groups({ ...FRAME, ...own, group });
      assert.deepEqual(whole.flows, summary.flows, group);
      for (const figure of FLOW_KEYS) {
        assert.equal(
          list.reduce((sum, row) => sum + row.flows[figure], 0),
          summary.flows[figure],
          `${figure} by ${group}`,
        );
      }
      assert.equal(
        list.reduce((sum, row) => sum + row.orders, 0),
        whole.orders,
        group,
      );
      const closing =
        group === 'day'
          ? (list.find(({ day }) => day === '2026-03-01')?.closingFen ?? 0)
          : list.reduce((sum, row) => sum + row.closingFen, 0);
      assert.equal(closing, summary.balances.teamMoney, group);
      const row = list.find(({ teamIds: ids }) => ids.length > 0) ?? list[0];
      assert.ok(row);
      const link = { ...FRAME, teamIds: row.teamIds, ...(row.day && { dayFrom: row.day, dayTo: row.day }) };
      const { data } = await movements({ figure: 'net', ...link });
      assert.equal(data.summary.amountFen, row.flows.net, `net of ${row.name}`);
    }
    assert.equal(summary.differenceFen, 0);
  }
}

test('every figure equals the sum of the movements behind its link', everyFigureIsItsMovements);

test('the balance of a merchant number equals the closing sum of the movements behind it', async () => {
  const { channels, balances } = await summaryOf(FRAME);
  assert.equal(
    channels.reduce((sum, { balanceFen }) => sum + balanceFen, 0),
    balances.channel,
  );
  for (const { id, balanceFen } of channels) {
    const { data } = await movements({ code: ['CHANNEL'], merchantNumberIds: [id], ...FRAME });
    assert.equal(data.summary.closingFen, balanceFen);
  }
});

test('a movement leads to its transaction with all postings, and on to its bill', async () => {
  const { list } = (await movements({ figure: 'received', ...FRAME })).data;
  const { data } = await t.call('finance.Information/getTransaction', { id: list[0]?.id ?? 0 }, { token: owner });
  assert.equal(data.transaction.txNo, list[0]?.txNo);
  const sum = (dc: string) =>
    data.transaction.postings.reduce((total, posting) => total + (posting.dc === dc ? posting.amountFen : 0), 0);
  assert.equal(sum('D'), sum('C'));
  const bill = await t.call('finance.Bill/getDetail', { id: data.billId ?? 0 }, { token: owner });
  assert.equal(bill.data.transaction?.txNo, list[0]?.txNo);
});

test('the trial balance of any day has equal sides and follows from the previous day', async () => {
  const trialOf = async (day: string) =>
    (await t.call('finance.Information/getTrialBalance', { day }, { token: owner })).data;
  let closing: number[] = [];
  for (const day of DAYS.slice(1)) {
    const { rows, ...trial } = await trialOf(day);
    assert.equal(trial.assetsFen, trial.liabilitiesFen);
    assert.equal(trial.debitFen, trial.creditFen);
    assert.ok(trial.debitFen > 0);
    const opening = rows.map(({ openingFen }) => openingFen);
    if (closing.length > 0) assert.deepEqual(opening, closing);
    closing = rows.map(({ closingFen }) => closingFen);
  }
  assert.equal(
    (await t.call('finance.Information/getTrialBalance', { day: '2026-03-02' }, { token: owner })).code,
    40006,
  );
});

test('the trial balance at a moment equals the sum of movements until then, before and after closing', async () => {
  const told = async () => {
    const rows: number[] = [];
    for (const [day, time] of [
      ['2026-02-26', '10:03'],
      ['2026-02-26', '00:00'],
      ['2026-02-27', '23:59'],
    ] as const) {
      const trial = (await t.call('finance.Information/getTrialBalance', { day, time }, { token: owner })).data;
      assert.deepEqual([trial.assetsFen, trial.time], [trial.liabilitiesFen, time]);
      for (const { code, openingFen, debitFen, creditFen, closingFen } of trial.rows) {
        const { summary } = (await movements({ code: [code], dayFrom: day, dayTo: day, time })).data;
        assert.deepEqual(
          [summary.openingFen, summary.debitFen, summary.creditFen, summary.closingFen],
          [openingFen, debitFen, creditFen, closingFen],
          `${code} at ${day} ${time}`,
        );
        rows.push(closingFen);
      }
    }
    return rows;
  };
  const before = await told();
  const nothing = await t.call(
    'finance.Information/getTrialBalance',
    { day: '2026-02-26', time: '00:00' },
    { token: owner },
  );
  assert.equal(nothing.data.debitFen, 0);
  const some = await t.call(
    'finance.Information/getTrialBalance',
    { day: '2026-02-26', time: '10:03' },
    { token: owner },
  );
  assert.ok(some.data.debitFen > 0);
  const end = await t.call('finance.Information/getTrialBalance', { day: '2026-02-26' }, { token: owner });
  assert.ok(some.data.debitFen < end.data.debitFen);
  await closeUntil('2026-02-26');
  assert.deepEqual(await told(), before);
  assert.equal((await second('reopenDay', { day: '2026-02-20', reason: 'a bill came late' })).code, 100);
});

test('a user of one station sees only its figures, even when requesting others', async () => {
  const [own = 0, other = 0] = stations;
  const rules = withParents([31]);
  const token = await t.signIn((await t.account({ rules, scope: { kind: 'teams', ids: [own] } })).account);
  assert.deepEqual((await summaryOf(FRAME, token)).flows, (await summaryOf({ ...FRAME, teamIds: [own] })).flows);
  assert.deepEqual(
    (await groups(FRAME, token)).list.map(({ id }) => id),
    [own],
  );
  assert.equal((await movements({ ...FRAME, teamIds: [other] }, token)).code, 40302);
  const { data } = await movements({ ...FRAME, teamIds: [other] });
  const foreign = await t.call('finance.Information/getTransaction', { id: data.list[0]?.id ?? 0 }, { token });
  assert.equal(foreign.code, 40302);
});

test('a past day is closed once with a second verification and unchanged figures, and the owner can reopen it', async () => {
  const closer = await t.signIn((await t.account({ rules: withParents([31, 3106]) })).account);
  const narrow = await t.account({
    rules: withParents([31, 3106]),
    scope: { kind: 'teams', ids: [stations[0] as number] },
  });
  const days = async (token = closer) =>
    (await t.call('finance.Information/getDays', { ...FRAME, limit: 100 }, { token })).data.list;
  const dayOf = async (day: string, token = closer) => (await days(token)).find((row) => row.day === day);
  const [first = ''] = DAYS;
  assert.deepEqual((await dayOf('2026-02-24'))?.actions, []);
  assert.deepEqual((await dayOf('2026-03-01'))?.actions, []);
  assert.equal((await t.raw('finance.Information/closeDay', { day: first }, { token: closer })).code, 40303);
  const early = await second('closeDay', { day: '2026-02-25' }, closer);
  assert.deepEqual([early.code, early.msg.includes(first)], [42247, true]);
  const before = await summaryOf(FRAME);
  assert.equal((await second('closeDay', { day: first }, closer)).code, 100);
  assert.deepEqual((await dayOf('2026-02-24'))?.actions, ['closeDay']);
  for (const day of ['2026-02-24', '2026-02-25']) assert.equal((await second('closeDay', { day }, closer)).code, 100);
  assert.equal((await second('closeDay', { day: '2026-02-25' }, closer)).code, 42201);
  assert.equal((await second('closeDay', { day: '2026-03-01' }, closer)).code, 40006);
  assert.equal((await second('closeDay', { day: '2026-03-09' }, closer)).code, 40006);
  assert.equal((await dayOf('2026-02-25'))?.state, 'closed');
  assert.deepEqual((await dayOf('2026-02-25'))?.actions, []);
  assert.deepEqual((await dayOf('2026-02-25', owner))?.actions, ['reopenDay']);
  const closed = await summaryOf(FRAME);
  assert.deepEqual([closed.flows, closed.balances, closed.daily], [before.flows, before.balances, before.daily]);
  await everyFigureIsItsMovements();

  const reason = 'a bill came late';
  assert.equal((await second('reopenDay', { day: '2026-02-25', reason }, closer)).code, 40304);
  const proposed = await second('reopenDay', { day: '2026-02-25', reason });
  assert.deepEqual([proposed.code, (await dayOf('2026-02-25'))?.state], [110, 'closed']);
  const approve = async (token: string) => {
    const input = { id: (proposed.data as { id: number }).id, version: 1 };
    return t.call('approval.Proposal/approve', input, { token, ticket: await t.ticket(token) });
  };
  assert.equal((await approve(owner)).code, 40305);
  assert.notEqual((await approve(await t.signIn(narrow.account))).code, 100);
  assert.equal((await approve(closer)).code, 100);
  assert.equal((await second('reopenDay', { day: '2026-02-25', reason })).code, 42201);
  assert.deepEqual(
    await Promise.all(['2026-02-24', '2026-02-25', '2026-02-26'].map(async (day) => (await dayOf(day))?.state)),
    ['closed', 'open', 'open'],
  );
  const { reopening } = (await dayOf('2026-02-25')) ?? {};
  assert.deepEqual([reopening?.times, reopening?.reason, reopening?.untilDay], [2, reason, '2026-02-25']);
  await t.db.transaction().execute(async (db) => reopenDay({ ...tools(), db }, first, { byId: 0, reason }));
  const again = await summaryOf(FRAME);
  assert.deepEqual([again.flows, again.balances], [before.flows, before.balances]);
});

test('a day with open differences cannot be closed', async () => {
  const day = '2026-02-26';
  const bills = await t.db
    .selectFrom('bill')
    .innerJoin('ledger_txn', (join) =>
      join.onRef('ledger_txn.team_id', '=', 'bill.team_id').onRef('ledger_txn.id', '=', 'bill.txn_id'),
    )
    .where('ledger_txn.day', '=', day)
    .select('bill.id')
    .limit(1)
    .execute();
  const [other = 0] = bills.map(({ id }) => id);
  const set = (id: number, state: 'difference' | 'resolved') => markBills(t.db, state, sql`select ${id}::bigint`);
  const shown = async () => {
    const { list } = (await t.call('finance.Information/getDays', { ...FRAME, limit: 100 }, { token: owner })).data;
    return list.find((row) => row.day === day)?.openItems;
  };
  const late = await openBill(tools(), {
    ...{ type: 'WITHDRAW_PAY', direction: 'out', teamId: 0, merchantNumberId: 1, amountFen: 1, day },
    ...{ at: t.clock.now(), facts: {} },
  });
  await set(other, 'difference');
  assert.equal(await shown(), 2);
  await closeUntil('2026-02-25');
  const refused = await second('closeDay', { day });
  assert.equal(refused.code, 42274);
  assert.match(refused.msg, /2/);
  await endBill(t.db, late.id, 'closed');
  assert.equal(await shown(), 1);
  assert.equal((await second('closeDay', { day })).code, 42274);
  await set(other, 'resolved');
  assert.equal(await shown(), 0);
  assert.equal((await second('closeDay', { day })).code, 100);
  await t.db
    .transaction()
    .execute(async (db) => reopenDay({ ...tools(), db }, DAYS[0] as string, { byId: 0, reason: 'late' }));
});

test('open differences cover the stations in the user’s scope', async () => {
  const [own = 0, other = 0] = stations;
  const token = await t.signIn(
    (await t.account({ rules: withParents([31]), scope: { kind: 'teams', ids: [own] } })).account,
  );
  const shown = async (by: string) => {
    const { list } = (await t.call('finance.Information/getDays', { ...FRAME, limit: 100 }, { token: by })).data;
    return list.reduce((sum, { openItems }) => sum + openItems, 0);
  };
  const set = async (teamId: number, state: 'difference' | 'resolved') => {
    await markBills(t.db, state, sql`(select id from bill where team_id = ${teamId} order by at desc limit 1)`);
  };
  const all = await shown(owner);
  await set(other, 'difference');
  assert.deepEqual([await shown(owner), await shown(token)], [all + 1, 0]);
  await set(own, 'difference');
  assert.deepEqual([await shown(owner), await shown(token)], [all + 2, 1]);
  for (const id of [own, other]) await set(id, 'resolved');
});

test('a user of some stations cannot close a day of the platform', async () => {
  const scope = { kind: 'teams', ids: [stations[0] as number] } as const;
  const token = await t.signIn((await t.account({ rules: withParents([31, 3106]), scope })).account);
  assert.equal((await second('closeDay', { day: '2026-02-27' }, token)).code, 40302);
});

const INVOICE = {
  subjectName: 'Lantern Ltd',
  creditCode: '91350100M000100Y43',
  invoiceType: 'special',
  address: '1 Harbour Road',
  tel: '028-12345678',
  bankName: 'First Bank',
  bankAccount: '6222020200012345678',
  receiverEmail: 'invoices@example.com',
  version: 0,
} as const;
const save = async (more: object, token = owner) =>
  t.raw('finance.Information/saveInvoice', { ...INVOICE, ...more }, { token });
const invoiceOf = async (token = owner) => (await t.call('finance.Information/getInvoice', {}, { token })).data;
const fieldsOf = ({ data }: { data: unknown }) =>
  ((data as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field).sort();

test('invoice and payee data are checked by field, and saved only with permission and the scope of the whole platform', async () => {
  assert.deepEqual([(await invoiceOf()).version, (await invoiceOf()).actions], [0, ['saveInvoice']]);
  const wrong = {
    subjectName: 'L',
    creditCode: '91350100M000100Y44',
    invoiceType: 'other',
    address: 'x'.repeat(101),
    tel: '12',
    bankAccount: '1234567',
    receiverEmail: 'nobody',
  };
  const refused = await save(wrong);
  assert.deepEqual([refused.code, fieldsOf(refused)], [40001, Object.keys(wrong).sort()]);
  assert.deepEqual(fieldsOf(await save({ bankName: '' })), ['bankName']);
  assert.deepEqual(fieldsOf(await save({ bankAccount: '' })), ['bankAccount']);
  assert.deepEqual(fieldsOf(await save({ bankAccount: '***************5678' })), ['bankAccount']);
  const reader = await t.signIn((await t.account({ rules: withParents([31]) })).account);
  assert.equal((await save({}, reader)).code, 40301);
  assert.deepEqual((await invoiceOf(reader)).actions, []);
  const scope = { kind: 'teams', ids: [stations[0] as number] } as const;
  const narrow = await t.signIn((await t.account({ rules: withParents([31, 3102]), scope })).account);
  assert.equal((await save({}, narrow)).code, 40302);
  assert.equal((await invoiceOf()).version, 0);
});

test('the bank account is returned and recorded masked, and a masked value or an outdated version does not overwrite it', async () => {
  assert.equal((await save({ creditCode: ' 91350100m000100y43 ' })).code, 100);
  const first = await invoiceOf();
  assert.equal(first.bankAccount, '***************5678');
  assert.deepEqual([first.creditCode, first.version], ['91350100M000100Y43', 1]);
  const again = await save({ bankAccount: first.bankAccount, address: '2 Harbour Road', version: 1 });
  assert.equal(again.code, 100);
  const rows = await t.db
    .selectFrom('finance_invoice')
    .select(['version', 'bank_account'])
    .orderBy('version')
    .execute();
  assert.deepEqual(rows, [
    { version: 1, bank_account: INVOICE.bankAccount },
    { version: 2, bank_account: INVOICE.bankAccount },
  ]);
  const late = await save({ version: 1 });
  assert.equal(late.code, 40901);
  const { current } = late.data as { current: Record<string, unknown> };
  assert.deepEqual([current.address, current.bankAccount, current.version], ['2 Harbour Road', first.bankAccount, 2]);
  const records = await t.db.selectFrom('operation_record').where('action', '=', 'saveInvoice').selectAll().execute();
  assert.ok(records.length >= 3);
  assert.ok(!JSON.stringify(records).includes(INVOICE.bankAccount));
});

test('the full bank account is revealed for a stated reason, with permission and the current version, and is recorded', async () => {
  const { version } = await invoiceOf();
  const reveal = async (token: string, id = version) =>
    t.raw(
      'common.Sensitive/unmask',
      { objectType: 'invoice', id, field: 'bankAccount', reason: 'the bank asks for it' },
      { token },
    );
  const reader = await t.signIn((await t.account({ rules: withParents([31, 3105]) })).account);
  const shown = await reveal(reader);
  assert.deepEqual(shown.data, { value: INVOICE.bankAccount });
  const record = await t.db
    .selectFrom('operation_record')
    .selectAll()
    .where('request_id', '=', shown.requestId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    [record.object_type, record.object_no, record.reason, record.result_code],
    ['invoice', 'invoice', 'the bank asks for it', 100],
  );
  assert.ok(!JSON.stringify(record).includes(INVOICE.bankAccount));
  assert.equal((await reveal(reader, version - 1)).code, 40401);
  const without = await t.signIn((await t.account({ rules: withParents([31, 3102]) })).account);
  assert.equal((await reveal(without)).code, 40301);
});

test('a range of more than 92 days is refused', async () => {
  const wide = { dayFrom: '2025-11-01', dayTo: '2026-03-01' };
  assert.equal((await t.call('finance.Information/getSummary', wide, { token: owner })).code, 40006);
  assert.equal((await movements(wide)).code, 40006);
});
