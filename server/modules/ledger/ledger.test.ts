import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { AccountCode } from '../../../contract/ledger';
import { connect } from '../../core/database/connect';
import { withTransaction } from '../../core/database/transaction';
import { Refusal } from '../../core/http/refusal';
import { balancesOf, setCredit, setFrozen } from './accounts';
import {
  depositIn,
  depositOut,
  fundHold,
  fundUnhold,
  manual,
  withdrawFreeze,
  withdrawPay,
  withdrawUnfreeze,
} from './entries';
import { franchiseIn } from './entries-franchise';
import { orderPay, type Payment } from './entries-order';
import { isReversible, reverse } from './lines';
import type { Offence } from './offence';
import { credit, debit, type Entry } from './rules';
import { post, postAll } from './store';
import { createTestLedger, type TestLedger } from './testing';
import { findOffences } from './verify';

let l: TestLedger;
before(async () => {
  l = await createTestLedger();
});
after(() => l.database.close());
afterEach(() => l.mustBeSound());

let last = 100;
/** Returns a station that no other test of this file uses. */
const newTeam = (): number => (last += 1);
const owner = (id: number) => ({ subject: 'team', id }) as const;
const give = (teamId: number, fen: number) =>
  post(l.tools, manual(l.occasion(teamId), 'TEAM_AVAILABLE', teamId, 'in', fen));
const freeze = (teamId: number, fen: number) => withdrawFreeze(l.occasion(teamId), owner(teamId), fen);
const balance = async (teamId: number, code: AccountCode = 'TEAM_AVAILABLE') =>
  (await balancesOf(l.database.db, [code], [teamId])).get(`${code}:${teamId}`) ?? 0;
const refused = (code: number) => (error: unknown) => error instanceof Refusal && error.code === code;
const count = async (table: string): Promise<number> =>
  Number((await l.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n);

/** Runs the tasks with this many concurrent workers. */
async function atOnce<T>(clients: number, tasks: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const results: PromiseSettledResult<T>[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < tasks.length; index = next++) {
      results[index] = (await Promise.allSettled([(tasks[index] as () => Promise<T>)()]))[0] as PromiseSettledResult<T>;
    }
  };
  await Promise.all(Array.from({ length: clients }, worker));
  return results;
}

describe('post', () => {
  it('moves both accounts, numbers their postings without gaps and stores the balance after each', async () => {
    const team = newTeam();
    await give(team, 500);
    await postAll(l.tools, [freeze(team, 200), freeze(team, 100)]);
    assert.equal(await balance(team), 200);
    assert.equal(await balance(team, 'TEAM_FROZEN'), 300);
    const { rows } = await l.database.pool.query(
      `select p.seq, p.balance_after_fen as after from ledger_posting p join ledger_account a on a.id = p.account_id
       where a.code = 'TEAM_AVAILABLE' and a.owner_id = $1 order by 1`,
      [team],
    );
    assert.deepEqual(rows, [
      { seq: 1, after: 500 },
      { seq: 2, after: 300 },
      { seq: 3, after: 200 },
    ]);
  });

  it('returns the first result for a repeated entry, and refuses the same key with other content', async () => {
    const team = newTeam();
    const entry = manual(l.occasion(team), 'TEAM_AVAILABLE', team, 'in', 500);
    const first = await post(l.tools, entry);
    assert.equal(first.isRepeat, false);
    l.clock.advance(60_000);
    assert.deepEqual(await post(l.tools, { ...entry, at: l.clock.now() }), { ...first, isRepeat: true });
    assert.deepEqual(await postAll(l.tools, [entry, entry]), [
      { ...first, isRepeat: true },
      { ...first, isRepeat: true },
    ]);
    await assert.rejects(
      post(l.tools, { ...entry, ...manual(l.occasion(team, entry.bizNo), 'TEAM_AVAILABLE', team, 'in', 501) }),
      refused(40902),
    );
    assert.equal(await balance(team), 500);
    // An entry with the same number but another step or station is a different entry.
    await postAll(l.tools, [{ ...entry, step: 2 }]);
    assert.equal(await balance(team), 1_000);
  });

  it('reads only the accounts that it moves, independent of the number of stations and transactions', async () => {
    const pay = (teamId: number) => {
      const on = l.occasion(teamId);
      const paid = { channelFen: 2_800, merchantNumberId: 1, balanceFen: 0, userId: 5, subsidyFen: 200 };
      return orderPay(on, paid, { orderNo: on.bizNo, channel: 'wechat' }) as Entry;
    };
    await postAll(
      l.tools,
      Array.from({ length: 20 }, newTeam).flatMap((team) => Array.from({ length: 10 }, () => pay(team))),
    );
    await l.database.pool.query('analyze ledger_txn, ledger_account');
    const entry = pay(last);
    await withTransaction(l.database.db, async (db) => {
      const read = async (): Promise<Record<string, number>> => {
        const { rows } = await sql<{ name: string; read: number }>`
          select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
          where relname in ('ledger_txn', 'ledger_account', 'ledger_posting', 'bill')`.execute(db);
        return Object.fromEntries(rows.map((row) => [row.name, row.read]));
      };
      const before = await read();
      await postAll({ ...l.tools, db }, [entry]);
      const now = await read();
      const more = Object.entries(now).map(([name, count]) => [name, count - (before[name] ?? 0)]);
      // Each account is read three times: to find it, to lock it and to update it.
      assert.deepEqual(Object.fromEntries(more.filter(([, count]) => count !== 0)), {
        ledger_account: 3 * entry.lines.filter(({ amountFen }) => amountFen > 0).length,
      });
    });
  });

  it('posts an entry once when two callers send it at the same moment', async () => {
    const team = newTeam();
    const entries = Array.from({ length: 40 }, () => manual(l.occasion(team), 'TEAM_AVAILABLE', team, 'in', 10));
    const results = await atOnce(
      8,
      entries.flatMap((entry) => [() => post(l.tools, entry), () => post(l.tools, entry)]),
    );
    assert.ok(
      results.every(({ status }) => status === 'fulfilled'),
      JSON.stringify(results.find(({ status }) => status === 'rejected')),
    );
    assert.equal(await balance(team), 400);
  });

  it('refuses to go below a floor, writes nothing, and the caller’s transaction can continue', async () => {
    const team = newTeam();
    await give(team, 100);
    const before = await count('ledger_txn');
    await withTransaction(l.database.db, async (db) => {
      const tools = { ...l.tools, db };
      await assert.rejects(postAll(tools, [freeze(team, 60), freeze(team, 60)]), refused(42241));
      await post(tools, freeze(team, 100));
    });
    assert.equal(await count('ledger_txn'), before + 1);
    assert.equal(await balance(team), 0);
    // Entries of one call are applied in order: a later income does not cover an earlier debit.
    await assert.rejects(
      postAll(l.tools, [freeze(team, 5), manual(l.occasion(team), 'TEAM_AVAILABLE', team, 'in', 5)]),
      refused(42241),
    );
    await postAll(l.tools, [manual(l.occasion(team), 'TEAM_AVAILABLE', team, 'in', 5), freeze(team, 5)]);
  });

  it('lets a station owe as much as its credit limit, and refuses a limit below that debt', async () => {
    const team = newTeam();
    assert.equal(await setCredit(l.tools, team, 1_000), true);
    await post(l.tools, freeze(team, 900));
    await assert.rejects(post(l.tools, freeze(team, 101)), refused(42241));
    assert.equal(await setCredit(l.tools, team, 899), false);
    assert.equal(await setCredit(l.tools, team, 900), true);
    await assert.rejects(post(l.tools, freeze(team, 1)), refused(42241));
    // A database constraint enforces the same floor.
    await assert.rejects(
      l.database.pool.query(
        `update ledger_account set balance_fen = -901 where code = 'TEAM_AVAILABLE' and owner_id = ${team}`,
      ),
      /ledger_account_floor/,
    );
  });

  it('limits holds and paid-back deposits to the balance, without the credit', async () => {
    const team = newTeam();
    await setCredit(l.tools, team, 1_000);
    await give(team, 300);
    await assert.rejects(post(l.tools, fundHold(l.occasion(team), owner(team), 301)), refused(42241));
    await post(l.tools, fundHold(l.occasion(team), owner(team), 300));
    await post(l.tools, depositIn(l.occasion(team), owner(team), 500, 9, {}));
    await assert.rejects(post(l.tools, depositOut(l.occasion(team), owner(team), 501, 9, {})), refused(42241));
    await post(l.tools, depositOut(l.occasion(team), owner(team), 500, 9, {}));
    // Withdrawals may use the credit limit. Holds and refunds of deposits may not.
    await post(l.tools, freeze(team, 1_000));
  });

  it('refuses withdrawals from a frozen account and accepts all other entries', async () => {
    const team = newTeam();
    await give(team, 100);
    await setFrozen(l.database.db, ['TEAM_AVAILABLE'], team, true);
    await assert.rejects(post(l.tools, freeze(team, 1)), refused(42242));
    await post(l.tools, fundHold(l.occasion(team), owner(team), 40));
    await setFrozen(l.database.db, ['TEAM_AVAILABLE'], team, false);
    await post(l.tools, fundUnhold(l.occasion(team), owner(team), 40));
    await post(l.tools, freeze(team, 100));
  });

  it('refuses an unbalanced entry before it writes anything', async () => {
    const entry = freeze(newTeam(), 5);
    const lines = entry.lines.map((line, index) => ({ ...line, amountFen: 5 + index }));
    await assert.rejects(post(l.tools, { ...entry, lines }), refused(42243));
  });

  it('writes bills only for money that comes in or goes out at a payment platform', async () => {
    const team = newTeam();
    const before = await count('bill');
    const paid = await post(
      l.tools,
      depositIn(l.occasion(team), owner(team), 700, 1, { channel: 'wechat', tradeNo: 'W1' }),
    );
    await give(team, 500);
    const frozen = freeze(team, 500);
    await post(l.tools, frozen);
    const out = withdrawPay(
      l.occasion(team, frozen.bizNo),
      owner(team),
      { amountFen: 500, feeFen: 3, merchantNumberId: 1 },
      {},
    );
    await post(l.tools, out);
    assert.equal(await count('bill'), before + 2);
    const bills = await l.database.db
      .selectFrom('bill')
      .select([
        'bill.txn_id',
        'bill.direction',
        'bill.amount_fen',
        'bill.fee_fen',
        'bill.net_fen',
        'bill.channel',
        'bill.counter_id',
      ])
      .where('bill.team_id', '=', team)
      .orderBy('bill.id')
      .execute();
    assert.deepEqual(bills[0], {
      txn_id: paid.id,
      direction: 'in',
      amount_fen: 700,
      fee_fen: 0,
      net_fen: 700,
      channel: 'wechat',
      counter_id: team,
    });
    // The payment platform pays out the net amount; the fee is our income.
    const [, paidOut] = bills;
    assert.deepEqual(
      [paidOut?.direction, paidOut?.amount_fen, paidOut?.fee_fen, paidOut?.net_fen],
      ['out', 500, 3, 497],
    );
  });

  it('keeps platform accounts in one part per station, and the parts add up to the balance', async () => {
    const payment: Payment = { channelFen: 100, merchantNumberId: 77, balanceFen: 0, userId: 1, subsidyFen: 0 };
    const teams = [newTeam(), newTeam(), newTeam()];
    await postAll(
      l.tools,
      teams.map((team) => orderPay(l.occasion(team), payment, {}) as Entry),
    );
    assert.equal(await balance(77, 'CHANNEL'), 300);
    const { rows } = await l.database.pool.query(
      "select team_id, balance_fen, last_seq from ledger_account where code = 'CHANNEL' and owner_id = 77",
    );
    assert.deepEqual(
      rows.map(({ balance_fen, last_seq }) => [balance_fen, last_seq]),
      [
        [100, 1],
        [100, 1],
        [100, 1],
      ],
    );
  });
});

describe('concurrency', () => {
  it('50 clients × 20 withdrawals on one balance succeed exactly as often as the balance allows', async () => {
    const team = newTeam();
    await give(team, 70_050);
    const wide = connect(l.database.url, { max: 50 });
    try {
      const tools = { ...l.tools, db: wide.db };
      const results = await atOnce(
        50,
        Array.from({ length: 1_000 }, () => () => post(tools, freeze(team, 100))),
      );
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 700);
      assert.ok(results.every((result) => result.status === 'fulfilled' || refused(42241)(result.reason)));
      assert.equal(await balance(team), 50);
      assert.equal(await balance(team, 'TEAM_FROZEN'), 70_000);
    } finally {
      await wide.close();
    }
  });

  it('500 transactions × 2 reversals are reversed 500 times and refused 500 times', async () => {
    const team = newTeam();
    const posted = await postAll(
      l.tools,
      Array.from({ length: 500 }, () => manual(l.occasion(team), 'TEAM_AVAILABLE', team, 'in', 10)),
    );
    const undo = (id: number) => () =>
      withTransaction(l.database.db, (db) =>
        reverse({ ...l.tools, db }, { teamId: team, id }, { ...l.occasion(team), remark: 'twice', operatorId: 1 }),
      );
    const results = await atOnce(
      8,
      posted.flatMap(({ id }) => [undo(id), undo(id)]),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 500);
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    assert.ok(reasons.every(refused(42244)), String(reasons.find((reason) => !refused(42244)(reason))));
    assert.equal(await balance(team), 0);
  });

  it('cannot deadlock, whatever the order of the accounts', async () => {
    const teams = Array.from({ length: 6 }, newTeam);
    await postAll(
      l.tools,
      teams.map((team) => manual(l.occasion(team), 'TEAM_AVAILABLE', team, 'in', 1_000_000)),
    );
    const chosen = (n: number) => teams[(n * 7 + (n >> 3)) % teams.length] as number;
    const tasks = Array.from(
      { length: 200 },
      (_, n) => () =>
        // This call has no retry, so a deadlock fails the test.
        l.database.db.transaction().execute((db) =>
          postAll(
            { ...l.tools, db },
            [1, 2, 3, 4].map((k) => freeze(chosen(n * k + k), 1)),
          ),
        ),
    );
    const results = await atOnce(8, tasks);
    assert.deepEqual(
      results.filter(({ status }) => status === 'rejected'),
      [],
    );
  });
});

describe('reverse', () => {
  it('mirrors the postings exactly, once, and keeps the original', async () => {
    const team = newTeam();
    const posted = await post(l.tools, depositIn(l.occasion(team), owner(team), 700, 1, { orderNo: 'X1' }));
    const on = { ...l.occasion(team), remark: 'wrong station', operatorId: 5 };
    const reversed = await withTransaction(l.database.db, (db) =>
      reverse({ ...l.tools, db }, { teamId: team, id: posted.id }, on),
    );
    assert.equal(await balance(team, 'TEAM_DEPOSIT'), 0);
    const { rows } = await l.database.pool.query(
      `select a.code, sum(case p.dc when 'D' then p.amount_fen else -p.amount_fen end) as sum, count(*) as n
       from ledger_posting p join ledger_account a on a.id = p.account_id where p.txn_id = any($1) group by 1 order by 1`,
      [[posted.id, reversed.id]],
    );
    assert.deepEqual(
      rows.map((row) => [row.code, Number(row.sum), Number(row.n)]),
      [
        ['CHANNEL', 0, 2],
        ['TEAM_DEPOSIT', 0, 2],
      ],
    );
    const again = withTransaction(l.database.db, (db) =>
      reverse({ ...l.tools, db }, { teamId: team, id: posted.id }, on),
    );
    await assert.rejects(again, refused(42244));
    const twice = withTransaction(l.database.db, (db) =>
      reverse({ ...l.tools, db }, { teamId: team, id: reversed.id }, on),
    );
    await assert.rejects(twice, refused(42201));
  });

  it('is refused if the money is gone, and for steps of a withdrawal', async () => {
    const team = newTeam();
    const given = await give(team, 100);
    const withdrawal = freeze(team, 100);
    const frozen = await post(l.tools, withdrawal);
    const on = { ...l.occasion(team), remark: 'too late', operatorId: 5 };
    const undo = (id: number) =>
      withTransaction(l.database.db, (db) => reverse({ ...l.tools, db }, { teamId: team, id }, on));
    await assert.rejects(undo(given.id), refused(42241));
    await assert.rejects(undo(frozen.id), refused(42201));
    await post(l.tools, withdrawUnfreeze(l.occasion(team, withdrawal.bizNo), owner(team), 100));
    await undo(given.id);
    assert.equal(await balance(team), 0);
  });
});

describe('a reversal of an entry whose document would still refer to it', () => {
  it('is refused for franchise fees, remitted premiums, handled differences and fees of statements', async () => {
    const fee = { franchiseeId: newTeam(), amountFen: 900, merchantNumberId: newTeam() };
    const { id } = await post(l.tools, franchiseIn(l.occasion(0), fee, {}));
    const on = { ...l.occasion(0), remark: 'too late', operatorId: 5 };
    const undo = withTransaction(l.database.db, (db) => reverse({ ...l.tools, db }, { teamId: 0, id }, on));
    await assert.rejects(undo, refused(42201));
    const others = [
      'FRANCHISE_RECOGNISE',
      'INSURE_REMIT',
      'RECON_SUSPEND',
      'RECON_CLEAR',
      'RECON_WRITEOFF',
      'CHANNEL_FEE',
    ] as const;
    assert.deepEqual(others.filter(isReversible), []);
  });
});

describe('written records', () => {
  it('transactions and postings cannot be changed or deleted, and accounts cannot be deleted', async () => {
    await give(newTeam(), 5);
    for (const statement of [
      "update ledger_txn set remark = 'x'",
      'delete from ledger_txn',
      'truncate ledger_txn',
      'update ledger_posting set amount_fen = 1',
      'delete from ledger_posting',
      'truncate ledger_posting',
      'delete from ledger_account',
      'truncate ledger_account',
    ]) {
      await assert.rejects(l.database.pool.query(statement), /append-only|permission denied/, statement);
    }
  });
});

describe('findOffences', () => {
  before(async () => {
    // Create withdrawals in every state and a suspended difference, so that each statement below finds a row to change.
    const [one, two] = [newTeam(), newTeam()];
    for (const team of [one, two]) {
      await post(l.tools, depositIn(l.occasion(team), owner(team), 5_000, 1, {}));
      await give(team, 900);
      const paid = freeze(team, 300);
      await post(l.tools, paid);
      const payout = { amountFen: 300, feeFen: 3, merchantNumberId: 1 };
      const bill = { channel: 'wechat', tradeNo: `PO${team}` };
      await post(l.tools, withdrawPay(l.occasion(team, paid.bizNo), owner(team), payout, bill));
      const rejected = freeze(team, 200);
      await post(l.tools, rejected);
      await post(l.tools, withdrawUnfreeze(l.occasion(team, rejected.bizNo), owner(team), 200));
      await post(l.tools, freeze(team, 100));
    }
    const difference = { ...l.occasion(0), bizType: 'RECON_SUSPEND' as const };
    await post(l.tools, { ...difference, lines: [debit('CHANNEL', 70, 1), credit('SUSPENSE', 70, 1)] });
    const loss = { ...l.occasion(0), bizType: 'RECON_WRITEOFF' as const };
    await post(l.tools, { ...loss, lines: [debit('ADJUSTMENT', 20), credit('CHANNEL', 20, 1)] });
    await l.mustBeSound();
  });

  const nth = (type: string, n: number) =>
    `(select id from ledger_txn where biz_type = '${type}' order by id limit 1 offset ${n})`;
  /** Statement that inserts a transfer in transit without its entry. */
  const TRANSFER = `insert into merchant_transfer (id, created_at, expire_at, no, from_id, to_id, amount_fen, reason, maker_id, maker_name,
    maker_is_owner, state, bill_id, out_tx_no) values (1, now(), now(), 'TR1', 1, 2, 5, 'r', 1, 'm', false, 'inTransit', 1, 'TX1')`;
  /** Statements that break an invariant. Only a superuser can run them, because the triggers must be disabled. */
  const BREAKS: readonly (readonly [invariant: number, what: string, statement: string])[] = [
    [
      1,
      'a changed amount',
      'update ledger_posting set amount_fen = amount_fen + 1 where (account_id, seq) in (select account_id, seq from ledger_posting limit 1)',
    ],
    [
      1,
      'a posting that is gone',
      'delete from ledger_posting where (account_id, seq) in (select account_id, max(seq) from ledger_posting group by 1 limit 1)',
    ],
    [2, 'a trigger that is off', 'alter table ledger_posting disable trigger ledger_posting_append_only'],
    [
      3,
      'a number that is missing',
      'update ledger_posting set seq = seq + 1 where (account_id, seq) in (select id, last_seq from ledger_account where last_seq > 0 limit 1)',
    ],
    [
      3,
      'a balance after that does not follow',
      'update ledger_posting set balance_after_fen = balance_after_fen + 1 where (account_id, seq) in (select account_id, seq from ledger_posting limit 1)',
    ],
    [
      3,
      'a balance that was written by hand',
      'update ledger_account set balance_fen = balance_fen + 1 where id in (select id from ledger_account where floor_fen is null limit 1)',
    ],
    [
      4,
      'channel money below zero, all stations together',
      "update ledger_account set balance_fen = balance_fen - 1000000000 where id in (select id from ledger_account where code = 'CHANNEL' limit 1)",
    ],
    [
      5,
      'a balance that was written by hand',
      'update ledger_account set balance_fen = balance_fen + 1 where id in (select id from ledger_account where floor_fen is null limit 1)',
    ],
    [
      6,
      'frozen money that no withdrawal froze',
      "update ledger_account set balance_fen = balance_fen + 1 where id in (select id from ledger_account where code = 'TEAM_FROZEN' limit 1)",
    ],
    [
      6,
      'a withdrawal that was released under another number',
      `update ledger_txn set biz_no = 'elsewhere' where id = ${nth('WITHDRAW_UNFREEZE', 0)}`,
    ],
    [
      6,
      'a payment without its withdrawal',
      `delete from ledger_txn where biz_type = 'WITHDRAW_FREEZE' and biz_no = (select biz_no from ledger_txn where id = ${nth('WITHDRAW_PAY', 0)})`,
    ],
    [
      8,
      'a refund without the payment that it gives back',
      `update ledger_txn set biz_type = 'ORDER_REFUND' where id = ${nth('WITHDRAW_PAY', 0)}`,
    ],
    [
      9,
      'channel money that no bill tells of',
      "update ledger_account set balance_fen = balance_fen + 1 where id in (select id from ledger_account where code = 'CHANNEL' limit 1)",
    ],
    [
      9,
      'money at another merchant number than its bill says',
      "update bill set merchant_number_id = 2 where id in (select id from bill where type = 'DEPOSIT_IN' limit 1)",
    ],
    [
      9,
      'money of a payment that failed',
      "update bill set status = 'failed', txn_id = null, opened_day = '2026-03-01' where id in (select id from bill where type = 'DEPOSIT_IN' limit 1)",
    ],
    [9, 'a difference that is suspended elsewhere', "update ledger_account set owner_id = 77 where code = 'SUSPENSE'"],
    [
      10,
      'a withdrawal that was paid twice, at two stations',
      `update ledger_txn set biz_no = (select biz_no from ledger_txn where id = ${nth('WITHDRAW_PAY', 0)}) where id = ${nth('WITHDRAW_PAY', 1)}`,
    ],
    [
      10,
      'a payout number that was paid twice',
      "update bill set channel_trade_no = 'PO1', merchant_number_id = id where type = 'WITHDRAW_PAY' and channel_trade_no is not null",
    ],
    [10, 'a missing index', 'alter table ledger_key drop constraint ledger_key_pkey'],
    [10, 'a key of another transaction', 'update ledger_key set txn_id = txn_id + 1 where step = 1'],
    [
      7,
      'a waiting line without its money',
      "insert into settle_line (id, team_id, order_no, amount_fen, due_at, state, created_at) values (1, 999, 'X', 5, now(), 'pending', now())",
    ],
    [
      11,
      'a closed day whose sums are others than when it was closed',
      "insert into day_close (day, debit_fen, credit_fen, diff_fen, open_items, state) values ('2026-03-01', 1, 1, 0, 0, 'closed')",
    ],
    [
      12,
      'a bill that says something else',
      'update bill set amount_fen = amount_fen + 1, net_fen = net_fen + 1 where id in (select id from bill limit 1)',
    ],
    [12, 'a bill that is gone', 'delete from bill where id in (select id from bill limit 1)'],
    [
      7,
      'an order whose number a second one could have',
      `insert into customer_order (id, team_id, order_no, app_user_id, type, source, status, goods_fen, delivery_fen, paid_fen, distance_m,
         lng, lat, paid_at, promised_at)
       values (1, 7, 'OD1', 1, 'food', 'app', 'paid', 1, 1, 2, 5, 1, 1, now(), now())`,
    ],
    [
      12,
      'a number that a second bill could have',
      'delete from bill_number where bill_id in (select bill_id from bill_number limit 1)',
    ],
    [
      12,
      'a bill that waits for nothing',
      `insert into bill (id, bill_no, type, direction, counter_type, amount_fen, net_fen, status, at, opened_day)
        values (1, 'BL1', 'WITHDRAW_PAY', 'out', 'team', 5, 5, 'processing', now(), '2026-03-01')`,
    ],
    [9, 'a transfer in transit without its money', TRANSFER],
    [10, 'a transfer that was never sent', TRANSFER],
    [
      12,
      'a transfer whose bill says another outcome',
      TRANSFER.replace("'inTransit', 1,", "'inTransit', (select id from bill where status = 'success' limit 1),")
        .replace("'inTransit'", "'byHand'")
        .replace("'TX1'", 'null'),
    ],
  ];
  /**
   * Runs a statement with triggers disabled, returns the offences and rolls back.
   *
   * @param from first day of the check; `null` is all days
   */
  async function offencesAfter(statement: string, from: string | null = null): Promise<Offence[]> {
    const undo = new Error('undone');
    const broken: Offence[] = [];
    await assert.rejects(
      l.database.db.transaction().execute(async (db) => {
        await sql`set local session_replication_role = replica`.execute(db);
        await sql`grant all on ledger_txn, ledger_posting, ledger_key, ledger_account to current_user`.execute(db);
        const { numAffectedRows = 0n } = await sql.raw(statement).execute(db);
        assert.ok(statement.startsWith('alter') || numAffectedRows > 0n);
        broken.push(...(await findOffences(db, from)));
        throw undo;
      }),
      undo,
    );
    return broken;
  }
  for (const [invariant, what, statement] of BREAKS) {
    it(`reports ${what} as a breach of invariant ${invariant}`, async () => {
      const broken = await offencesAfter(statement);
      assert.ok(
        broken.some((one) => one.invariant === invariant && one.where !== ''),
        JSON.stringify(broken),
      );
    });
  }

  it('names money that an entry of another type takes out of escrow, in the full and in the nightly check', async () => {
    // Turn the stations' accounts into escrow accounts: withdrawals then debit escrow, which their type does not allow.
    const statement = `update ledger_account set code = 'ORDER_ESCROW' where code = 'TEAM_AVAILABLE'`;
    for (const from of [null, '2026-03-01']) {
      const broken = await offencesAfter(statement, from);
      assert.ok(
        broken.some(({ invariant, text }) => invariant === 7 && text.includes('left in escrow')),
        JSON.stringify(broken),
      );
    }
  });
});
