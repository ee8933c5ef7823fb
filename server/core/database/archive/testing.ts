import { linkRecords } from '../../../modules/record';
import { fixedClock } from '../../clock';
import { idAt } from '../../ids';
import { connect } from '../connect';
import { arrangePartitions, monthStart } from '../partitions';
import { monthsFrom } from '../partitions/testing-months';
import { createTestDatabase, type TestDatabase } from '../testing';

/** Creates a database with several years of operation records, for tests. */

export const NOW = '2031-02-10T08:00:00Z';
const START = new Date('2026-01-01T00:00:00Z');
/** Number of months from January 2026 to May 2031. The last three are after `NOW`. */
const MONTHS = 65;
/** Number of records per month. */
export const EACH = 40;
export const TOTAL = (MONTHS - 3) * EACH;

export async function insertRecords({ pool }: Pick<TestDatabase, 'pool'>, ids: readonly number[]): Promise<void> {
  await pool.query(
    `insert into operation_record (id, at, account_id, account, identity_name, module, action, object_type, object_id, result_code,
       after, ip, ua, request_id, cost_ms)
     select id, to_timestamp(id / 4096 / 1000.0 + 1767225600), 7, 'lin', 'Owner', 'team', 'pause', 'team', 3, 100,
       '{"text": "tab\\there, \\"quoted\\" 站点\\nline"}', '127.0.0.1', 'test', id::text, 4 from unnest($1::bigint[]) id`,
    [ids],
  );
}

/** Creates a database with an audit chain and monthly partitions. The operation records are in the first 62 months. */
export const createYears = (): Promise<TestDatabase> =>
  createTestDatabase({
    name: 'years',
    async fill(url) {
      const connection = connect(url, { max: 2 });
      const partitions = monthsFrom('operation_record', START, MONTHS);
      await connection.db
        .transaction()
        .execute((db) => arrangePartitions(db, 'operation_record', partitions, new Date(NOW)));
      const firsts = Array.from({ length: MONTHS - 3 }, (_, index) => idAt(monthStart(START, index)));
      const ids = firsts.flatMap((first) => Array.from({ length: EACH }, (_, n) => first + (n + 1) * 3_000_000_000));
      await insertRecords(connection, ids);
      await linkRecords(connection.db, fixedClock(NOW));
      await connection.close();
    },
  });
