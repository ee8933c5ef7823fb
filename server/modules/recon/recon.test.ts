import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { type ItemType, RECON } from '../../../contract/recon.states';
import { configurePayment } from '../../demo';
import { plantFault } from '../../simulators/faults';
import { type StatedEntry, wechatFundFile, wechatTradeFile } from '../../simulators/statement-files';
import {
  balancesOf,
  closeDay,
  depositIn,
  endBill,
  findOffences,
  manual,
  openBill,
  post,
  reconStateOf,
} from '../ledger';
import { newBatch } from './batches';
import { reconJobs } from './jobs';
import { runBatch } from './run';
import { insertBatch } from './store';
import { DAY, openStage, type ReconStage, WX_NUMBER } from './testing';

/** Tests that compare statements with the books on the real database. */

let stage: ReconStage;
beforeEach(async () => {
  stage = await openStage();
});

const MIDDAY = Date.parse(`${DAY}T08:00:00+08:00`);
const fee = (fen: number) => Math.floor((fen * 60 + 5_000) / 10_000);
const pay = (n: number, change: Partial<StatedEntry> = {}): StatedEntry => {
  const amountFen = 1_000 + n * 7;
  return {
    kind: 'pay',
    tradeNo: `T${n}`,
    outNo: `OD${n}`,
    amountFen,
    feeFen: fee(amountFen),
    at: new Date(MIDDAY + n * 1_000),
    ...change,
  };
};
const refund = (n: number, change: Partial<StatedEntry> = {}): StatedEntry => ({
  ...{ kind: 'refund', tradeNo: `R${n}`, outNo: `OD${n}-R1`, orderNo: `OD${n}`, amountFen: 500, feeFen: 0 },
  at: new Date(MIDDAY + 36_000_000 + n * 1_000),
  ...change,
});
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const file = (entries: Iterable<StatedEntry>) => wechatTradeFile(WX_NUMBER, entries);
const channelFen = async () =>
  (await balancesOf(stage.db, ['CHANNEL'], [stage.numberId])).get(`CHANNEL:${stage.numberId}`) ?? 0;
const suspenseFen = async () =>
  (await balancesOf(stage.db, ['SUSPENSE'], [stage.numberId])).get(`SUSPENSE:${stage.numberId}`) ?? 0;

describe('a day with 500 planted differences', () => {
  it('each difference is found with its type, no other is reported, and closing all makes books and statement equal', async () => {
    // Payments by number: 0–99 are equal, 100–199 are only in the books, and 200–299 have another amount. 300–399 have another fee.
    // 400–449 are duplicates, and 450–499 have a pending refund.
    const books = [...range(0, 500).map((n) => pay(n)), ...range(450, 500).map((n) => refund(n))];
    await stage.book(books);
    const stated = [
      ...range(0, 100).map((n) => pay(n)),
      ...range(200, 300).map((n) => pay(n, { amountFen: pay(n).amountFen + 50, feeFen: fee(pay(n).amountFen) })),
      ...range(300, 400).map((n) => pay(n, { feeFen: pay(n).feeFen + 3 })),
      ...range(400, 450).flatMap((n) => [pay(n), pay(n)]),
      ...range(450, 500).map((n) => pay(n)),
      ...range(450, 500).map((n) => refund(n, { refundState: 'PROCESSING' })),
      // These entries are only in the statement.
      ...range(1_000, 1_100).map((n) => pay(n)),
    ];
    const { id, fault } = await stage.read(gzipSync(file(stated)));
    assert.equal(fault, null);
    const items = await stage.items(id);
    const counts = new Map<ItemType, number>();
    for (const { type } of items) counts.set(type, (counts.get(type) ?? 0) + 1);
    assert.deepEqual(Object.fromEntries(counts), {
      amountMismatch: 100,
      feeMismatch: 100,
      duplicate: 50,
      statusMismatch: 50,
      channelOnly: 100,
      bookOnly: 100,
    });
    const planted = (type: ItemType, from: number, to: number) => {
      const numbers = new Set(items.filter((item) => item.type === type).map(({ out_no }) => out_no));
      const own = (n: number) => (type === 'statusMismatch' ? `OD${n}-R1` : `OD${n}`);
      assert.deepEqual(numbers, new Set(range(from, to).map(own)), type);
    };
    planted('bookOnly', 100, 200);
    planted('amountMismatch', 200, 300);
    planted('feeMismatch', 300, 400);
    planted('duplicate', 400, 450);
    planted('statusMismatch', 450, 500);
    planted('channelOnly', 1_000, 1_100);
    const batch = await stage.batch(id);
    assert.deepEqual([batch.state, batch.matched, batch.channel_count], ['hasDifference', 200, stated.length]);
    const owner = await stage.person('owner');
    const person = await stage.person();
    for (const item of items) {
      const { type, version } = item;
      const action = (
        {
          amountMismatch: 'createBill',
          feeMismatch: 'adjustFee',
          duplicate: 'rematch',
          statusMismatch: 'toSuspense',
          channelOnly: 'createBill',
          bookOnly: 'claimChannel',
        } as const
      )[type];
      const input = {
        id: item.id,
        version,
        action,
        reason: 'Confirmed at the channel',
        ...(action === 'createBill' && { teamId: stage.teamId }),
      };
      const answer = await stage.call('finance.Recon/handle', input, person);
      assert.equal(answer.code, 100, `${type}: ${JSON.stringify(answer)}`);
    }
    assert.equal((await stage.batch(id)).state, 'balanced');
    // The channel account has each completed payment once, minus completed refunds and fees. Suspense must have the amounts of the
    // differences `bookOnly` and `statusMismatch`.
    const channel = stated.reduce((sum, entry, index) => {
      const isRepeat =
        stated.findIndex(({ tradeNo, kind }) => tradeNo === entry.tradeNo && kind === entry.kind) !== index;
      if (isRepeat || entry.refundState === 'PROCESSING') return sum;
      return sum + (entry.kind === 'pay' ? entry.amountFen : -entry.amountFen) - entry.feeFen;
    }, 0);
    assert.equal(await channelFen(), channel);
    const suspended = items.filter(({ type }) => type === 'bookOnly' || type === 'statusMismatch');
    assert.equal(
      await suspenseFen(),
      suspended.reduce((sum, { gap_fen }) => sum + gap_fen, 0),
    );
    const closed = await stage.call(
      'finance.Recon/closeBatch',
      { id, version: (await stage.batch(id)).version },
      owner,
    );
    assert.equal(closed.data?.state, 'closed');
    const offences = await findOffences(stage.db);
    assert.deepEqual(offences, []);
    assert.deepEqual(stage.faults, []);
    await stage.close();
  });
});

describe('a process that stops', () => {
  it('leaves no batch waiting: the job reads a batch whose read never began', async () => {
    const { tools, numberId, db, clock } = stage;
    const row = newBatch(tools, { merchantNumberId: numberId, day: DAY, kind: 'trade' });
    await insertBatch(db, row);
    const early = newBatch(tools, { merchantNumberId: numberId, day: '2026-02-28', kind: 'trade' });
    await insertBatch(db, { ...early, retry_at: null });
    const [job] = reconJobs(stage.ports);
    await job?.run(db, clock, stage.ids);
    assert.deepEqual([(await stage.batch(row.id)).tries, (await stage.batch(early.id)).tries], [0, 0]);
    clock.advance(31 * 60_000);
    await job?.run(db, clock, stage.ids);
    for (const { id } of [row, early]) {
      const { state, tries } = await stage.batch(id);
      assert.deepEqual([state, tries], ['failed', 1], 'no platform is configured');
    }
    await stage.close();
  });
});

/** Adds entries without a bill to a batch, one more than a comparison accepts as differences. */
const addTooManyEntries = (batchId: number) =>
  sql`
  insert into statement_line (batch_id, line, kind, trade_no, out_no, amount_fen, fee_fen, status, at)
  select ${batchId}, n, 'pay', 'T' || n, 'OD' || n, 100, 0, 'success', ${new Date(MIDDAY)}
  from generate_series(1, ${RECON.mostItems + 1}::int) n`.execute(stage.db);

describe('a comparison that fails', () => {
  it('ends as failed with its reason when a user compares again', async () => {
    const { id } = await stage.read(file([]));
    await addTooManyEntries(id);
    const person = await stage.person();
    const answer = await stage.call('finance.Recon/compare', { id }, person);
    assert.equal(answer.code, 42273, JSON.stringify(answer));
    const { list } = (await stage.call('finance.Recon/getBatches', {}, person)).data ?? {};
    assert.equal(list?.[0]?.state, 'failed');
    assert.match(list?.[0]?.fault ?? '', /More than 20000 differences/);
    await stage.close();
  });

  it('ends as failed in the job too, and the job still compares later batches', async () => {
    const { db, clock } = stage;
    const early = pay(1, { at: new Date('2026-02-27T08:00:00+08:00') });
    const faulty = await stage.read(file([early]), '2026-02-27');
    const tooMany = await stage.read(file([]), '2026-02-28');
    const right = await stage.read(file([]));
    await addTooManyEntries(tooMany.id);
    await db.updateTable('recon_batch').set({ state: 'comparing', started_at: clock.now() }).execute();
    clock.advance(31 * 60_000);
    const noIds = {
      next: () => {
        throw new Error('no more numbers');
      },
    };
    const [job] = reconJobs(stage.ports);
    await assert.rejects(async () => job?.run(db, clock, noIds), AggregateError);
    const ends = await Promise.all([faulty, tooMany, right].map(({ id }) => stage.batch(id)));
    assert.deepEqual(
      ends.map(({ state, error }) => [state, error?.key]),
      [
        ['failed', 'internal'],
        ['failed', 'tooManyItems'],
        ['balanced', undefined],
      ],
    );
    await stage.close();
  });
});

describe('comparing', () => {
  it("accepts a fee that differs by one fen, and posts the statement's fees once, even if it is compared again", async () => {
    await stage.book(range(0, 10).map((n) => pay(n)));
    const stated = range(0, 10).map((n) => pay(n, { feeFen: pay(n).feeFen + (n % 2) }));
    const { id } = await stage.read(file(stated));
    const fees = stated.reduce((sum, { feeFen }) => sum + feeFen, 0);
    const paid = stated.reduce((sum, { amountFen }) => sum + amountFen, 0);
    assert.equal((await stage.batch(id)).state, 'balanced');
    assert.equal(await channelFen(), paid - fees);
    const person = await stage.person();
    const again = await stage.call('finance.Recon/compare', { id }, person);
    assert.equal(again.data?.state, 'balanced', JSON.stringify(again));
    assert.equal(await channelFen(), paid - fees);
    const states = await stage.db
      .selectFrom('bill')
      .select(reconStateOf('bill').as('state'))
      .where('type', '=', 'ORDER_PAY')
      .execute();
    assert.ok(states.every(({ state }) => state === 'matched'));
    await stage.close();
  });

  it("finds a payment of the last minutes in the next day's statement and reports no other difference for it", async () => {
    const late = pay(1, { at: new Date(`${DAY}T23:58:00+08:00`) });
    await stage.book([pay(0), late]);
    const first = await stage.read(file([pay(0)]));
    const [item] = await stage.items(first.id);
    assert.deepEqual([item?.type, item?.timing_until], ['bookOnly', '2026-03-04']);
    stage.clock.set('2026-03-03T11:00:00+08:00');
    const next = await stage.read(file([{ ...late, at: new Date('2026-03-02T00:00:30+08:00') }]), '2026-03-02');
    assert.equal(next.fault, null);
    assert.deepEqual(await stage.items(next.id), []);
    const [found] = await stage.items(first.id);
    assert.deepEqual([found?.state, found?.action, found?.found_again_day], ['resolved', 'found', '2026-03-02']);
    assert.equal((await stage.batch(first.id)).state, 'balanced');
    await stage.close();
  });

  it('stores nothing of a faulty file and keeps the entries read before', async () => {
    await stage.book([pay(0), pay(1)]);
    const whole = file([pay(0)]);
    const { id } = await stage.read(whole);
    const before = await stage.db.selectFrom('statement_line').selectAll().where('batch_id', '=', id).execute();
    const torn = await stage.read(
      Buffer.from(
        file([pay(0), pay(1)])
          .toString()
          .replace('`OD1,', '`,'),
      ),
      DAY,
      'trade',
    );
    assert.equal(torn.fault, null, 'another batch of the same day is not made');
    const lines = await stage.db.selectFrom('statement_line').selectAll().where('batch_id', '=', id).execute();
    assert.deepEqual(lines, before);
    await stage.close();
  });

  it('compares payouts with the fund statement', async () => {
    const { id, fault } = await stage.read(
      wechatFundFile(0, [
        { at: new Date(MIDDAY), bizNo: 'B1', name: '交易', amountFen: 5_000, voucherNo: 'OD1' },
        { at: new Date(MIDDAY + 1_000), bizNo: 'B2', name: '商家转账', amountFen: -300, voucherNo: 'PO9' },
      ]),
      DAY,
      'fund',
    );
    assert.equal(fault, null);
    const items = await stage.items(id);
    assert.deepEqual(
      items.map(({ type, gap_fen }) => [type, gap_fen]),
      [['channelOnly', -300]],
    );
    assert.equal((await stage.batch(id)).balance_fen, 4_700);
    await stage.close();
  });
});

describe('handling', () => {
  it('matches a missing bill with an entry under another number and resolves both', async () => {
    await stage.book([pay(1)]);
    const { id } = await stage.read(file([pay(1, { tradeNo: 'X1', outNo: 'OTHER' })]));
    const items = await stage.items(id);
    assert.deepEqual(items.map(({ type }) => type).sort(), ['bookOnly', 'channelOnly']);
    const missing = items.find(({ type }) => type === 'bookOnly');
    const person = await stage.person();
    const wrong = await stage.call(
      'finance.Recon/handle',
      { id: missing?.id ?? 0, version: 1, action: 'rematch', reason: 'Other number', targetBillNo: 'NONE' },
      person,
    );
    assert.equal(wrong.code, 40001);
    const answer = await stage.call(
      'finance.Recon/handle',
      { id: missing?.id ?? 0, version: 1, action: 'rematch', reason: 'Other number', targetBillNo: 'X1' },
      person,
    );
    assert.equal(answer.code, 100, JSON.stringify(answer));
    assert.ok((await stage.items(id)).every(({ state }) => state === 'resolved'));
    assert.equal((await stage.batch(id)).state, 'balanced');
    const again = await stage.call(
      'finance.Recon/handle',
      { id: missing?.id ?? 0, version: 2, action: 'toSuspense', reason: 'Once more' },
      person,
    );
    assert.equal(again.code, 42275);
    await stage.close();
  });

  it('posts a payout to suspense that the books closed and the statement shows as paid, and refuses its match', async () => {
    const [netFen, feeFen] = [300, 20];
    const { id: billId } = await openBill(stage.tools, {
      ...{ type: 'WITHDRAW_PAY', direction: 'out', teamId: stage.teamId, merchantNumberId: stage.numberId },
      ...{ amountFen: netFen + feeFen, feeFen, at: new Date(MIDDAY), day: DAY, facts: { tradeNo: 'PO9' } },
    });
    await endBill(stage.db, billId, 'closed');
    const payout = { at: new Date(MIDDAY), bizNo: 'B1', name: '商家转账', amountFen: -netFen, voucherNo: 'PO9' };
    const { id } = await stage.read(wechatFundFile(1_000, [payout]), DAY, 'fund');
    const [item] = await stage.items(id);
    assert.deepEqual([item?.type, item?.gap_fen], ['statusMismatch', -netFen]);
    const person = await stage.person();
    const input = { id: item?.id ?? 0, version: 1, reason: 'Paid at the channel' };
    const matched = await stage.call('finance.Recon/handle', { ...input, action: 'rematch' }, person);
    assert.equal(matched.code, 40001, JSON.stringify(matched));
    const suspended = await stage.call('finance.Recon/handle', { ...input, action: 'toSuspense' }, person);
    assert.equal(suspended.code, 100, JSON.stringify(suspended));
    assert.deepEqual([await suspenseFen(), await channelFen()], [-netFen, -netFen]);
    await stage.close();
  });

  it('clears an amount from suspense after its bill was found', async () => {
    const { id } = await stage.read(file([pay(1)]));
    const [item] = await stage.items(id);
    const person = await stage.person();
    await stage.call(
      'finance.Recon/handle',
      { id: item?.id ?? 0, version: 1, action: 'toSuspense', reason: 'Nobody knows it' },
      person,
    );
    assert.equal(await suspenseFen(), pay(1).amountFen);
    await stage.book([pay(1)]);
    const list = await stage.call('finance.Recon/getSuspense', {}, person);
    assert.equal(list.data?.total, 1);
    const cleared = await stage.call(
      'finance.Recon/handle',
      { id: item?.id ?? 0, version: 2, action: 'rematch', reason: 'Event came late', targetBillNo: 'OD1' },
      person,
    );
    assert.equal(cleared.code, 100, JSON.stringify(cleared));
    assert.equal(await suspenseFen(), 0);
    assert.equal(await channelFen(), pay(1).amountFen - pay(1).feeFen);
    await stage.close();
  });

  it('lets two persons who see all data write off a small difference, and requires the owner for a large one', async () => {
    const { id } = await stage.read(file([pay(1), pay(2_000)]));
    const [small, large] = await stage.items(id);
    const [maker, checker] = [await stage.person(), await stage.person([2, 5, 31, 38, 3806, 3807])];
    const tooLarge = await stage.call(
      'finance.Recon/writeOff',
      { id: large?.id ?? 0, version: 1, reason: 'Too old to ask' },
      maker,
    );
    assert.equal(tooLarge.code, 42245);
    const asked = await stage.call(
      'finance.Recon/writeOff',
      { id: small?.id ?? 0, version: 1, reason: 'Too old to ask' },
      maker,
    );
    assert.equal(asked.code, 110, JSON.stringify(asked));
    assert.equal((await stage.items(id))[0]?.state, 'open');
    const proposals = await stage.call('approval.Case/getList', { box: 'forMe' }, checker);
    const [proposal] = proposals.data?.list ?? [];
    const agree = (by: Parameters<typeof stage.call>[2]) =>
      stage.call(
        'approval.Proposal/approve' as never,
        { id: proposal?.id ?? 0, version: proposal?.version ?? 0 } as never,
        by,
      );
    const rules = [2, 5, 31, 38, 3806, 3807];
    const limited = await stage.account({ rules, scope: { kind: 'teams', ids: [stage.teamId] } });
    const token = await stage.signIn(limited.account);
    assert.equal((await agree({ token, ticket: await stage.ticket(token) })).code, 40302);
    assert.equal((await stage.items(id))[0]?.state, 'open');
    const agreed = await agree(checker);
    assert.equal(agreed.code, 100, JSON.stringify(agreed));
    const [now] = await stage.items(id);
    assert.deepEqual([now?.state, now?.action], ['resolved', 'writeOff']);
    await stage.close();
  });

  it('reverses a missing bill after an approval, and refuses its proposal while the station no longer has the money', async () => {
    const occasion = (bizNo: string) => ({ bizNo, teamId: stage.teamId, at: new Date(MIDDAY), day: DAY });
    const subject = { subject: 'team', id: stage.teamId } as const;
    await post(
      stage.tools,
      depositIn(occasion('D1'), subject, 5_000, stage.numberId, { channel: 'wechat', tradeNo: 'D1' }),
    );
    const { id } = await stage.read(wechatFundFile(0, []), DAY, 'fund');
    const [item] = await stage.items(id);
    assert.equal(item?.type, 'bookOnly');
    const [maker, owner] = [await stage.person(), await stage.person('owner')];
    const input = { id: item?.id ?? 0, version: 1, action: 'reverseBill', reason: 'Not at the channel' } as const;
    const move = (bizNo: string, direction: 'in' | 'out') =>
      post(stage.tools, manual(occasion(bizNo), 'TEAM_DEPOSIT', stage.teamId, direction, 5_000));
    await move('SPENT', 'out');
    assert.equal((await stage.call('finance.Recon/handle', input, maker)).code, 42241);
    await move('BACK', 'in');
    const asked = await stage.call('finance.Recon/handle', input, maker);
    assert.equal(asked.code, 110, JSON.stringify(asked));
    assert.equal((await stage.items(id))[0]?.state, 'open');
    const agreed = await stage.call('approval.Proposal/approve', { id: asked.data?.id ?? 0, version: 1 }, owner);
    assert.equal(agreed.code, 100, JSON.stringify(agreed));
    const [now] = await stage.items(id);
    assert.deepEqual([now?.state, now?.action], ['resolved', 'reverseBill']);
    await stage.close();
  });

  it('keeps the day and the statement open while a difference is open', async () => {
    await stage.book([pay(0)]);
    const { id } = await stage.read(file([pay(0), pay(1)]));
    const person = await stage.person();
    const refused = await stage.call(
      'finance.Recon/closeBatch',
      { id, version: (await stage.batch(id)).version },
      person,
    );
    assert.equal(refused.code, 42274);
    const days = await stage.call('finance.Information/getDays', { dayFrom: DAY, dayTo: DAY }, person);
    assert.equal(days.data?.list[0]?.openItems, 1);
    await assert.rejects(closeDay(stage.tools, DAY, 'Asia/Shanghai', 0), { code: 42274 });
    const [item] = await stage.items(id);
    await stage.call(
      'finance.Recon/handle',
      { id: item?.id ?? 0, version: 1, action: 'toSuspense', reason: 'Nobody knows it' },
      person,
    );
    await closeDay(stage.tools, DAY, 'Asia/Shanghai', 0);
    await stage.close();
  });

  it('assigns differences and marks them as timing, each separately', async () => {
    const { id } = await stage.read(file([pay(0), pay(1)]));
    const items = await stage.items(id);
    const person = await stage.person();
    const ids = items.map((item) => item.id);
    assert.equal((await stage.call('finance.Recon/assign', { ids, handlerId: person.id }, person)).data?.success, 2);
    assert.equal((await stage.call('finance.Recon/markTiming', { ids }, person)).data?.success, 2);
    const now = await stage.items(id);
    assert.deepEqual(
      now.map(({ state, handler_id, timing_until }) => [state, handler_id, timing_until]),
      Array(2).fill(['handling', person.id, '2026-03-04']),
    );
    await stage.close();
  });
});

describe('statements on request', () => {
  it("are available from ten o'clock, once per number, day and kind, and need the platform's settings", async () => {
    const person = await stage.person();
    const target = { merchantNumberId: stage.numberId, day: DAY, kind: 'trade' as const };
    stage.clock.set('2026-03-02T09:59:00+08:00');
    assert.equal((await stage.call('finance.Recon/fetch', target, person)).code, 42271);
    stage.clock.set('2026-03-02T10:00:00+08:00');
    assert.equal((await stage.call('finance.Recon/fetch', target, person)).code, 42330);
    const list = await stage.call('finance.Recon/getBatches', {}, person);
    assert.equal(list.data?.list[0]?.state, 'failed');
    assert.match(list.data?.list[0]?.fault ?? '', /not enabled/);
    assert.equal((await stage.call('finance.Recon/fetch', { ...target, day: '2026-03-02' }, person)).code, 40006);
    await stage.close();
  });

  it('report a failure of the platform as its answer, and a fault of our server as a server error', async () => {
    await configurePayment(stage);
    const fetched = async (kind: 'trade' | 'fund') => {
      const row = newBatch(stage.tools, { merchantNumberId: stage.numberId, day: DAY, kind });
      await insertBatch(stage.db, row);
      return { id: row.id, run: () => runBatch({ ...stage.tools, ports: stage.ports }, row.id) };
    };
    await plantFault(stage.db, { platform: 'wxpay', pathPrefix: '/', fault: 'status500', times: 50 });
    const failed = await fetched('trade');
    assert.equal((await failed.run())?.key, 'upstream');
    Object.assign(stage.ports.platforms, {
      access: () => {
        throw new TypeError('not a function');
      },
    });
    const broken = await fetched('fund');
    await assert.rejects(broken.run(), TypeError);
    const { state, error } = await stage.batch(broken.id);
    assert.deepEqual([state, error?.key], ['failed', 'internal']);
    await stage.close();
  });

  it('accept only an upload of their own file and refuse another number or day at the field', async () => {
    const person = await stage.person();
    const upload = async (bytes: Buffer) => {
      const fileId = stage.ids.next();
      const stored = { id: fileId, scene: 'statement', name: 's.csv', content_type: 'text/csv', bytes: bytes.length };
      await stage.db
        .insertInto('stored_file')
        .values({ ...stored, created_by: person.id, sha256: '0'.repeat(64), created_at: stage.clock.now() } as never)
        .execute();
      await stage.ports.files.put(`statement/${fileId}.csv`, bytes, 'text/csv');
      const input = { merchantNumberId: stage.numberId, day: DAY, kind: 'trade' as const, fileId };
      return stage.call('finance.Recon/uploadFile', input, person);
    };
    const other = await upload(wechatTradeFile('1999990002', [pay(0)]));
    assert.equal(other.code, 40001, JSON.stringify(other));
    assert.match(JSON.stringify(other.data), /This file is for 1999990002 2026-03-01/);
    const right = await upload(file([pay(0)]));
    assert.equal(right.data?.state, 'hasDifference', JSON.stringify(right));
    assert.equal((await upload(file([pay(0)]))).code, 42276);
    await stage.close();
  });

  it('are visible only with the scope of the whole platform', async () => {
    const made = await stage.account({ rules: [2, 38, 3806], scope: { kind: 'teams', ids: [stage.teamId] } });
    const token = await stage.signIn(made.account);
    for (const address of [
      'finance.Recon/getBatches',
      'finance.Recon/getItems',
      'finance.Recon/getMerchantNumbers',
    ] as const) {
      assert.equal((await stage.call(address, {}, { token })).code, 40302, address);
    }
    await stage.close();
  });
});
