import { migrations } from '../../../migrations';
import { linkRecords } from '../../../modules/record/chain';
import { fixedClock } from '../../clock';
import { createIds, idAt } from '../../ids';
import { connect } from '../connect';
import { migrate } from '../migrate';
import { createTestDatabase, type TestDatabase } from '../testing';
import { listPartitions, PARTITIONED, type Partitioned } from '.';
import { shapeOf } from './months';

/** Test data: tables with rows from a version without partitions. */

export const NOW = new Date('2026-02-10T08:00:00Z');
export const clock = fixedClock(NOW.toISOString());
export const ids = createIds({ clock, node: 3 });
/** Number of rows per table. */
export const ROWS = 2_000;

const COLUMNS: Readonly<Record<Partitioned, string>> = {
  bell_notice: `account_id, type, source, title, content, at, first_at, seq)
    select id, 7, 'event', 'system', '{}', '{}', to_timestamp(id / 4096 / 1000 + 1767225600), now(), 1`,
  bill: `team_id, bill_no, txn_id, type, direction, counter_type, amount_fen, net_fen, merchant_number_id, channel_trade_no, status, at)
    select id, 7, 'BL' || id, id, 'ORDER_PAY', 'in', 'none', 100, 100, 3, 'T' || id, 'success', to_timestamp(id / 4096 / 1000 + 1767225600)`,
  customer_order: `team_id, order_no, app_user_id, type, source, status, goods_fen, delivery_fen, paid_fen, distance_m, lng, lat, paid_at, promised_at)
    select id, 7, 'N' || id, 1, 'food', 'app', 'delivered', 1, 1, 2, 5, 1, 1, to_timestamp(id / 4096 / 1000 + 1767225600), now()`,
  ledger_posting: `account_id, seq, team_id, day, at, dc, amount_fen, balance_after_fen)
    select id, 7, id, 7, date '2026-01-01' + (id / 353894400000)::int, to_timestamp(id / 4096 / 1000 + 1767225600), 'D', 100, 100`,
  ledger_txn: `team_id, tx_no, biz_type, biz_no, day, at, content, posted_at)
    select id, 7, 'TX' || id, 'MANUAL_IN', id::text, date '2026-01-01' + (id / 353894400000)::int,
      to_timestamp(id / 4096 / 1000 + 1767225600), 'content', now()`,
  operation_record: `at, account_id, account, identity_name, module, action, object_type, object_id, result_code, ip, ua, request_id, cost_ms)
    select id, to_timestamp(id / 4096 / 1000 + 1767225600), 7, 'lin', 'Owner', 'team', 'pause', 'team', 3, 100, '127.0.0.1', 'test', id::text, 4`,
};

export async function insert({ pool }: Pick<TestDatabase, 'pool'>, table: Partitioned, made: readonly number[]) {
  await pool.query(`insert into ${table} (${shapeOf(table).key}, ${COLUMNS[table]} from unnest($1::bigint[]) id`, [
    made,
  ]);
}

export const countOf = async ({ pool }: TestDatabase, table: string): Promise<number> =>
  (await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count ?? 0;
export const pathOf = async ({ pool }: TestDatabase, table: string): Promise<string> =>
  (await pool.query<{ path: string }>('select pg_relation_filepath($1) as path', [table])).rows[0]?.path ?? '';
export const namesOf = async ({ db }: TestDatabase, table: Partitioned): Promise<string[]> =>
  (await listPartitions(db, table)).map(({ name }) => name.slice(table.length + 1));

/**
 * Creates a database whose tables are not yet partitioned. The rows are inserted before migration 0294, with dates from January to `NOW`.
 * Then the remaining migrations run.
 */
const used = () =>
  createTestDatabase({
    name: 'unpartitioned',
    async fill(url) {
      const connection = connect(url, { max: 2 });
      await connection.pool.query('drop schema public cascade');
      await connection.pool.query('create schema public');
      const before = migrations.filter(([name]) => name < '0294');
      await migrate(connection.db, before);
      const step = Math.floor(idAt(NOW) / ROWS);
      const made = Array.from({ length: ROWS }, (_, index) => (index + 1) * step);
      for (const table of PARTITIONED) await insert(connection, table, made);
      await linkRecords(connection.db, clock);
      await migrate(connection.db, migrations);
      await connection.close();
    },
  });

/** Runs `work` with a copy of the unpartitioned database. */
export async function withCopy(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await used();
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** Name endings of the partitions that the job creates at {@link NOW}. */
export const MONTHS = ['before_2026_04', '2026_04', '2026_05'];
