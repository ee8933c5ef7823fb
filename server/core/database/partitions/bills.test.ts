import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idAt } from '../../ids';
import { connect } from '../connect';
import { type TestDatabase, tamper } from '../testing';
import { isPartitioned, maintainPartitions } from '.';
import { countOf, ids, NOW, ROWS, withCopy } from './testing';

/** These tests use bills from several months. Payment platform numbers are unique over all months (docs/decisions/0080). */

const COLUMNS = `id, team_id, bill_no, type, direction, counter_type, amount_fen, net_fen, merchant_number_id, channel_trade_no,
  channel_refund_no, status, at, txn_id, opened_day`;

interface Bill {
  readonly id: number;
  readonly type: string;
  readonly number: string;
  readonly team?: number;
  readonly isOpen?: boolean;
}

async function bill({ pool }: Pick<TestDatabase, 'pool'>, { id, type, number, team = 7, isOpen = false }: Bill) {
  const isRefund = type === 'ORDER_REFUND';
  await pool.query(
    `insert into bill (${COLUMNS}) values ($1::bigint, $2, 'BL' || $1, $3, 'out', 'none', 100, 100, 3, $4, $5, $6, now(), $7, $8)`,
    [
      ...[id, team, type, isRefund ? null : number, isRefund ? number : null, isOpen ? 'processing' : 'success'],
      ...[isOpen ? null : id, isOpen ? '2026-02-01' : null],
    ],
  );
}

/** Finds numbers that are missing from the key table, and numbers in it that belong to no bill. */
async function wrongNumbers({ pool }: Pick<TestDatabase, 'pool'>) {
  const { rows } = await pool.query(
    `with needed as (
       select merchant_number_id, type, channel_trade_no as number, id from bill where type in ('ORDER_PAY', 'WITHDRAW_PAY')
       union all select merchant_number_id, type, channel_refund_no, id from bill where channel_refund_no is not null
     ), kept as (select merchant_number_id, type, number, bill_id from bill_number)
     (table needed except table kept) union all (table kept except table needed)`,
  );
  return rows;
}

const taken = { code: '23505' };
const april = (): number => idAt(new Date('2026-04-09T00:00:00Z')) + (ids.next() % 1000);

test('a payment platform number is refused in each later month, before and after partitioning, for payments and refunds', async () => {
  await withCopy(async (database) => {
    const first = ids.next();
    await bill(database, { id: first, type: 'ORDER_REFUND', number: 'R1' });
    const duplicates = async () => {
      for (const [type, number] of [
        ['ORDER_PAY', `T${Math.floor(idAt(NOW) / ROWS)}`],
        ['ORDER_REFUND', 'R1'],
      ] as const) {
        await assert.rejects(bill(database, { id: april(), type, number, team: 8 }), taken);
        await bill(database, { id: april(), type: 'DEPOSIT_IN', number, team: 8 });
      }
    };
    await duplicates();
    await maintainPartitions(database.db, NOW);
    assert.equal(await isPartitioned(database.db, 'bill'), true);
    await duplicates();
    await assert.rejects(bill(database, { id: april(), type: 'ORDER_REFUND', number: 'R1' }), {
      constraint: 'bill_number_pkey',
    });
    assert.equal(await countOf(database, 'bill'), ROWS + 5);
    assert.deepEqual(await wrongNumbers(database), []);
    const { rows } = await database.pool.query("select from pg_indexes where indexname like 'bill%once'");
    assert.deepEqual(rows, []);
  });
});

test('a number that is removed from a bill is free again, and its new number is taken, across two months', async () => {
  await withCopy(async (database) => {
    const { pool } = database;
    await maintainPartitions(database.db, NOW);
    const id = ids.next();
    await bill(database, { id, type: 'WITHDRAW_PAY', number: 'PO1', isOpen: true });
    await pool.query("update bill set status = 'success', txn_id = 5, channel_trade_no = 'WX1' where id = $1", [id]);
    await bill(database, { id: april(), type: 'WITHDRAW_PAY', number: 'PO1' });
    await assert.rejects(bill(database, { id: april(), type: 'WITHDRAW_PAY', number: 'WX1' }), taken);
    await assert.rejects(pool.query("update bill set channel_trade_no = 'PO1' where id = $1", [id]), taken);
    await pool.query('delete from bill where id = $1', [id]);
    await bill(database, { id: april(), type: 'WITHDRAW_PAY', number: 'WX1' });
    assert.deepEqual(await wrongNumbers(database), []);
  });
});

test('the numbers of older bills are complete after partitioning, while other connections change and add bills', async () => {
  await withCopy(async (database) => {
    // Triggers are disabled here, so `bill_number` lacks the numbers of these bills. One call of `fillStep` cannot process all the bills.
    // Every tenth bill has the status `processing`.
    await tamper(
      database,
      `insert into bill (${COLUMNS})
       select id, 7, 'BL' || id, 'WITHDRAW_PAY', 'out', 'none', 100, 100, 3, 'PO' || id, null,
         case when id % 10 = 0 then 'processing' else 'success' end, now(), case when id % 10 = 0 then null else id end, '2026-02-01'
       from generate_series(1, 24000) id`,
    );
    const own = connect(database.url, { max: 4 });
    let isOver = false;
    const change = maintainPartitions(database.db, NOW).finally(() => {
      isOver = true;
    });
    const writer = async (place: number) => {
      for (let count = 0; !isOver; count += 1) {
        const old = ((place + count * 3) % 2400) * 10 + 10;
        await own.pool.query(
          "update bill set status = 'success', txn_id = id, channel_trade_no = 'WX' || id where id = $1 and status = 'processing'",
          [old],
        );
        const id = ids.next();
        await bill(own, { id, type: 'ORDER_PAY', number: `N${id}` });
      }
    };
    await Promise.all([change, writer(0), writer(1), writer(2)]);
    await own.close();
    assert.equal(await isPartitioned(database.db, 'bill'), true);
    assert.equal(await countOf(database, 'key_fill'), 0);
    assert.deepEqual(await wrongNumbers(database), []);
  });
});

test('the older numbers are written in batches, each of which continues after the last number', async () => {
  await withCopy(async ({ pool }) => {
    const { rows } = await pool.query<{ last: number[] }>("select fill_bill_number('{}', 700) as last");
    assert.equal(await countOf({ pool } as TestDatabase, 'bill_number'), 700);
    const [last] = rows;
    await pool.query('select fill_bill_number($1::bigint[], 700)', [last?.last]);
    await pool.query('select fill_bill_number($1::bigint[], 700)', [last?.last]);
    assert.equal(await countOf({ pool } as TestDatabase, 'bill_number'), 1_400);
    const end = await pool.query<{ last: null }>('select fill_bill_number(array[9e15]::bigint[], 700) as last');
    assert.equal(end.rows[0]?.last, null);
  });
});
