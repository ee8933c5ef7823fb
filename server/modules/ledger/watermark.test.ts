import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../core/database/schema';
import { withTransaction } from '../../core/database/transaction';
import { Refusal } from '../../core/http/refusal';
import { addDays } from '../../core/money/days';
import { closeDay, closeOldDays, nextToClose, reopenDay, reopenings, trialBalance } from './closing';
import { manual, type Occasion } from './entries';
import { post } from './store';
import { createTestLedger, type TestLedger } from './testing';
import { findOffences } from './verify';
import { closedUntil } from './watermark';

/** Tests of the closing watermark (DOMAIN §9 decision 17). The present day is 2026-03-10. */

const ZONE = 'Asia/Shanghai';
const AGAIN = { byId: 3, reason: 'a bill came late' };
let l: TestLedger;
before(async () => {
  l = await createTestLedger('2026-03-10T11:40:00+08:00');
});
after(() => l.database.close());
const give = (on: Occasion, fen: number) => manual(on, 'TEAM_AVAILABLE', on.teamId, 'in', fen);
const postOn = (day: string, fen: number, tools = l.tools) => post(tools, give({ ...l.occasion(7), day }, fen));
const refused =
  (code: number, params: object = {}) =>
  (error: unknown) => {
    assert.ok(error instanceof Refusal);
    assert.deepEqual([error.code, error.params], [code, params]);
    return true;
  };
const available = async (day: string) =>
  (await trialBalance(l.database.db, day)).find(({ code }) => code === 'TEAM_AVAILABLE')?.closingFen ?? 0;

test('days close in order, and a close includes every earlier day, with or without postings', async () => {
  for (const day of ['2026-02-20', '2026-02-22', '2026-02-24']) await postOn(day, 10);
  assert.equal(await nextToClose(l.tools.db), '2026-02-20');
  await assert.rejects(closeDay(l.tools, '2026-02-22', ZONE, 3), refused(42247, { day: '2026-02-20' }));
  await closeDay(l.tools, '2026-02-20', ZONE, 3);
  for (const day of ['2001-01-01', '2026-02-19', '2026-02-20']) await assert.rejects(postOn(day, 5), refused(42246));
  // The 21st has no postings. Closing the 22nd also closes it.
  await closeDay(l.tools, '2026-02-22', ZONE, 3);
  await assert.rejects(postOn('2026-02-21', 5), refused(42246));
  assert.equal(await closedUntil(l.tools.db), '2026-02-22');
  await l.mustBeSound();
});

test('a day with an open difference and all later days stay open at night', async () => {
  await sql`insert into day_close (day, debit_fen, credit_fen, diff_fen, open_items, state)
    values ('2026-02-24', 10, 10, 0, 0, 'open') on conflict do nothing`.execute(l.tools.db);
  const blocked = await l.database.db.transaction().execute(async (db) => {
    await sql`update ledger_watermark set closed_until = '2026-02-23'`.execute(db);
    await sql`insert into bill (id, bill_no, type, direction, counter_type, amount_fen, net_fen, status, at, opened_day)
      values (1, 'BL1', 'FUND_TEST', 'in', 'none', 10, 10, 'processing', ${l.clock.now()}, '2026-02-24')`.execute(db);
    const closed = await closeOldDays({ ...l.tools, db }, ZONE);
    await sql`delete from bill where id = 1`.execute(db);
    await sql`update ledger_watermark set closed_until = '2026-02-22'`.execute(db);
    return closed;
  });
  assert.deepEqual(blocked, []);
});

test('reopening a day opens every later one, is stored with its reason, and changes no balance', async () => {
  await closeDay(l.tools, '2026-02-24', ZONE, 3);
  const before = await Promise.all(['2026-02-20', '2026-02-22', '2026-02-25'].map(available));
  await reopenDay(l.tools, '2026-02-22', AGAIN);
  assert.equal(await closedUntil(l.tools.db), '2026-02-21');
  const open = await l.database.db
    .selectFrom('day_close')
    .select('day')
    .where('state', '=', 'open')
    .orderBy('day')
    .execute();
  assert.ok(['2026-02-22', '2026-02-24'].every((day) => open.some((row) => row.day === day)));
  assert.deepEqual(await Promise.all(['2026-02-20', '2026-02-22', '2026-02-25'].map(available)), before);
  assert.deepEqual(
    (await reopenings(l.tools.db, '2026-02-24', '2026-02-24')).map(({ fromDay, untilDay, reason, byId }) => [
      fromDay,
      untilDay,
      reason,
      byId,
    ]),
    [['2026-02-22', '2026-02-24', AGAIN.reason, 3]],
  );
  assert.deepEqual(await reopenings(l.tools.db, '2026-02-20', '2026-02-21'), []);
  await assert.rejects(reopenDay(l.tools, '2026-02-22', AGAIN), /42201/);
  await postOn('2026-02-22', 1);
  await l.mustBeSound();
});

test('a close waits for a posting on a much earlier day, and is refused if that day must be closed first', async () => {
  const far = await createTestLedger('2026-03-10T11:40:00+08:00');
  const on = (day: string) => ({ ...far.occasion(7), day });
  await post(far.tools, give(on('2026-03-01'), 10));
  let closing = Promise.resolve();
  await withTransaction(far.database.db, async (db) => {
    await post({ ...far.tools, db }, give(on('2026-01-05'), 7));
    // The close may be refused before the transaction's promise is settled, so its refusal is expected from the start.
    closing = assert.rejects(closeDay(far.tools, '2026-03-01', ZONE, 3), refused(42247, { day: '2026-01-05' }));
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await far.database.pool.query(waiting)).rowCount === 0)
      await new Promise((settle) => setTimeout(settle, 5));
  });
  await closing;
  await far.mustBeSound();
  await far.database.close();
});

test('concurrent postings do not change the balance of a closed day', async () => {
  const days = Array.from({ length: 6 }, (_, n) => addDays('2026-03-01', n));
  await postOn(days[0] as string, 1);
  const atClose = new Map<string, number>();
  let counted = 0;
  const posters = Array.from({ length: 4 }, async (_, lane) => {
    for (let n = 0; n < 30; n += 1) {
      const day = days[(n + lane) % days.length] as string;
      try {
        await postOn(day, 1 + n);
        counted += 1;
      } catch (error) {
        refused(42246)(error);
      }
    }
  });
  const closer = (async () => {
    for (
      let next = await nextToClose(l.tools.db);
      next !== null && next <= '2026-03-04';
      next = await nextToClose(l.tools.db)
    ) {
      await closeDay(l.tools, next, ZONE, 3);
      atClose.set(next, await available(next));
    }
  })();
  await Promise.all([...posters, closer]);
  assert.ok(counted > 0);
  assert.ok(atClose.size > 0);
  for (const [day, fen] of atClose) assert.equal(await available(day), fen, day);
  await l.mustBeSound();
});

/* ---- offences that the check reports ---- */

const undone = new Error('undone');
/** Makes a change, returns the offences and rolls the change back. */
async function offencesAfter(
  change: (db: Kysely<Database>) => Promise<unknown>,
  from: string | null = null,
): Promise<string[]> {
  const found: string[] = [];
  await assert.rejects(
    l.database.db.transaction().execute(async (db) => {
      await change(db);
      found.push(
        ...(await findOffences(db, from)).map(({ invariant, where, text }) => `${invariant} ${where}: ${text}`),
      );
      throw undone;
    }),
    undone,
  );
  return found;
}
const only = (offences: readonly string[], pattern: RegExp) => {
  assert.equal(offences.length, 1, offences.join('\n'));
  assert.match(offences[0] as string, pattern);
};
/** Writes a balanced transaction directly, without `ledger_post`. The caller sets its day and times. */
const slipIn = async (
  db: Kysely<Database>,
  given: { id: number; day: string; at?: string; postedAt: string; type?: string; bizNo?: string },
) => {
  const { id, day, postedAt, at = postedAt, type = 'MANUAL_IN', bizNo = `S${given.id}` } = given;
  await sql`insert into ledger_txn (id, team_id, tx_no, biz_type, biz_no, step, day, at, posted_at, content)
    values (${id}, 7, ${`TXS${id}`}, ${type}, ${bizNo}, 1, ${day}, ${at}, ${postedAt}, 'x')`.execute(db);
  await sql`
    with moved as (
      update ledger_account a set balance_fen = balance_fen + 5, last_seq = last_seq + 1
      where code in ('ADJUSTMENT', 'TEAM_AVAILABLE') and team_id in (0, 7) and (owner_id = 7 or code = 'ADJUSTMENT')
      returning id, code, last_seq, balance_fen
    )
    insert into ledger_posting (account_id, seq, team_id, txn_id, day, at, dc, amount_fen, balance_after_fen)
    select id, last_seq, 7, ${id}, ${day}, ${at}, case code when 'ADJUSTMENT' then 'D' else 'C' end, 5, balance_fen from moved`.execute(
    db,
  );
};

test('the check reports a day state that contradicts the watermark', async () => {
  const offences = await offencesAfter((db) =>
    sql`update day_close set state = 'open' where day = '2026-02-20'`.execute(db),
  );
  const named = /^11 day 2026-02-20: open, though days are closed until/;
  assert.ok(
    offences.some((line) => named.test(line)),
    offences.join('\n'),
  );
});

test('the full and the nightly check report a posting into a closed day', async () => {
  const change = (db: Kysely<Database>) => slipIn(db, { id: 1, day: '2026-02-20', postedAt: '2026-03-10T09:00:00Z' });
  for (const from of [null, '2026-03-03']) {
    const offences = await offencesAfter(change, from);
    assert.ok(
      offences.some((line) => /^11 TXS1: booked .* into day 2026-02-20, which was closed/.test(line)),
      offences.join('\n'),
    );
  }
});

test('the full and the nightly check report postings on a day long before the watermark', async () => {
  const change = (db: Kysely<Database>) => slipIn(db, { id: 2, day: '2001-01-01', postedAt: '2026-03-10T09:00:00Z' });
  for (const from of [null, '2026-03-03']) {
    const offences = await offencesAfter(change, from);
    assert.ok(
      offences.some((line) => /^11 TXS2: day 2001-01-01 lies before the watermark/.test(line)),
      offences.join('\n'),
    );
  }
});

test('the check reports a roll-up of a closed day that is not the sum of its postings', async () => {
  const flow = await offencesAfter((db) =>
    sql`update ledger_flow set credit_fen = credit_fen + 1 where day = '2026-02-20' and code = 'TEAM_AVAILABLE'`.execute(
      db,
    ),
  );
  assert.ok(
    flow.some((line) => /^11 day 2026-02-20: its roll-up of MANUAL_IN in TEAM_AVAILABLE of station 7/.test(line)),
    flow.join('\n'),
  );
  only(
    await offencesAfter((db) =>
      sql`update ledger_day set credit_fen = credit_fen + 1 where day = '2026-02-20' and code = 'TEAM_AVAILABLE' and team_id = 0`.execute(
        db,
      ),
    ),
    /^11 day 2026-02-20: its trial balance of TEAM_AVAILABLE differs from its roll-up by 0 and 1/,
  );
});

test('the check reports a settlement that happened before the payment of its order', async () => {
  const offences = await offencesAfter(async (db) => {
    const postedAt = '2026-03-10T01:00:00Z';
    await slipIn(db, { id: 3, day: '2026-03-10', postedAt, type: 'ORDER_PAY', bizNo: 'EARLY1' });
    await slipIn(db, {
      id: 4,
      day: '2026-03-10',
      postedAt,
      at: '2001-01-01T00:00:00Z',
      type: 'ORDER_SETTLE',
      bizNo: 'EARLY1',
    });
  });
  assert.ok(
    offences.some((line) => /^11 TXS4: ORDER_SETTLE of order EARLY1 happened 2001-.*, before its payment/.test(line)),
    offences.join('\n'),
  );
});

test('the check reports a share that is due before it was booked', async () => {
  const offences = await offencesAfter(async (db) => {
    await slipIn(db, {
      id: 5,
      day: '2026-03-10',
      postedAt: '2026-03-10T01:00:00Z',
      type: 'ORDER_SETTLE',
      bizNo: 'EARLY2',
    });
    await sql`insert into settle_line (id, team_id, order_no, amount_fen, due_at, state, created_at)
      values (9, 7, 'EARLY2', 5, '2001-01-01T20:00:00Z', 'released', '2026-03-10T01:00:00Z')`.execute(db);
  });
  assert.ok(
    offences.some((line) => /^11 TXS5: the share of order EARLY2 is due 2001-.*, before it was booked/.test(line)),
    offences.join('\n'),
  );
});

test('the check reports an event that was accepted later than any setting allows', async () => {
  only(
    await offencesAfter((db) =>
      sql`insert into order_event (team_id, order_no, event, content, at, received_at)
        values (7, 'LATE01', 'paid', 'x', '2001-01-01T00:00:00Z', '2026-03-10T01:00:00Z')`.execute(db),
    ),
    /^11 order LATE01: paid happened 2001-/,
  );
});
